"""Builds and tests a project, by its own build system or through the crate that wraps it."""

import re
import shutil
from dataclasses import dataclass, field

from benchmarks.toolchain import Failure, progress

from . import results, sources
from .tools import PLACE, say, start

# Tests are built quickly, but what is bundled is compiled as in a release.
WORKSPACE = """[workspace]
members = ["crate", "pins"]
resolver = "3"

[profile.dev]
debug = false

[profile.dev.package.{bundle}]
opt-level = 3
"""


@dataclass
class Outcome:
    """Of one build: the step that failed, and which tests passed and did not."""

    broken: str = ""
    tests: dict = field(default_factory=dict)

    @property
    def passed(self):
        return {name for name, passed in self.tests.items() if passed}


class Steps:
    """Runs the commands of one build of one project, and keeps what they print."""

    def __init__(self, project, side, tools):
        self.side = side
        self.title = f"{project.name} with {side}"
        self.folder = PLACE / project.name
        self.log = self.folder / f"{side}.log"
        self.calls = self.folder / f"{side}.calls"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.log.unlink(missing_ok=True)
        shutil.rmtree(self.calls, ignore_errors=True)
        self.calls.mkdir()
        self.environment = tools.environment(side, self.calls)

    def run(self, command, directory):
        """(did it succeed, what it printed)"""
        command = [str(word) for word in command]
        for name in ("CC", "FC"):
            command = [word.replace(f"{{{name}}}", self.environment[name]) for word in command]
        progress(f"{self.title}: {say(command)}")
        before = self.log.stat().st_size if self.log.exists() else 0
        status = start(command, directory, self.environment, self.log)
        with open(self.log, encoding="utf-8", errors="replace") as file:
            file.seek(before)
            text = file.read()
        if status is None:
            text += "it did not end"
        return status == 0, text

    def complaint(self, command, text):
        """One line about a command that failed."""
        lines = [line.strip() for line in text.splitlines() if line.strip()] or ["no message"]
        found = [n for n, line in enumerate(lines) if re.search(r"\berror\b(?!\.)|\*\*\*", line, re.I)]
        telling = lines[found[0] : found[0] + 2] if found else lines[-1:]
        return f"{say(command)} failed: {' '.join(telling)} (see {self.log})"


@dataclass(frozen=True)
class Native:
    """A project whose own build system and tests are in its source."""

    name: str
    version: str
    source: object
    directory: str  # of the project in the source
    build: list
    tests: list  # (command, reader of its results)
    needs: tuple = ()

    def make(self, side, tools):
        """Builds and tests a fresh copy."""
        steps = Steps(self, side, tools)
        for tool in self.needs:
            if not shutil.which(tool):
                raise Failure(f"{tool} not found in PATH; install the package {tool}")
        source = self.source.fetch() / self.directory
        place = sources.copy(source, steps.folder / side)
        outcome = Outcome()
        for command in self.build:
            succeeded, text = steps.run(command, place)
            if not succeeded:
                outcome.broken = steps.complaint(command, text)
                return outcome
        for command, read in self.tests:
            outcome.tests |= read(steps.run(command, place)[1])
        return outcome


@dataclass(frozen=True)
class Wrapped:
    """A project that is tested by the crate that wraps it in Rust, and built by the crate that bundles it."""

    name: str
    version: str
    crate: str
    crate_version: str
    bundle: str
    bundle_version: str
    features: str

    @property
    def source(self):
        return sources.Crate(self.crate, self.crate_version)

    def prepare(self, folder):
        """A workspace with the crate, in which the bundle is pinned, and optimised as in a release."""
        work = folder / "work"
        source = self.source.fetch()
        (work / "pins" / "src").mkdir(parents=True, exist_ok=True)
        (work / "pins" / "src" / "lib.rs").write_text("")
        files = {
            "Cargo.toml": WORKSPACE.format(bundle=self.bundle),
            "pins/Cargo.toml": sources.MANIFEST + sources.pin(self.bundle, self.bundle_version),
        }
        changed = False
        for name, text in files.items():
            if not (work / name).exists() or (work / name).read_text() != text:
                (work / name).write_text(text)
                changed = True
        sources.copy(source, work / "crate")
        if changed or not (work / "Cargo.lock").exists():
            (work / "Cargo.lock").unlink(missing_ok=True)
            progress(f"{self.name}: fetching what its tests need")
            sources.cargo(["fetch"], work)
        return work

    def make(self, side, tools):
        """Builds the bundle anew and runs the crate's tests."""
        steps = Steps(self, side, tools)
        work = self.prepare(steps.folder)
        target = ["--target-dir", steps.folder / side]
        # A build script might take a library of the system before its own sources.
        steps.environment |= {"LIBZ_SYS_STATIC": "1", "CARGO_BUILD_JOBS": "1"}
        clean = ["cargo", "clean", "--package", self.bundle, *target]
        chosen = ["--package", self.crate, "--no-default-features", "--features", self.features, *target]
        test = ["cargo", "test", *chosen]
        for command in (clean, [*test, "--no-run"]):
            succeeded, text = steps.run(command, work)
            if not succeeded:
                return Outcome(steps.complaint(command, text))
        return Outcome(tests=results.cargo(steps.run([*test, "--no-fail-fast"], work)[1]))
