"""Gets the sources of crates with cargo, and of Debian packages with apt; they stay in target/builds/sources."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.toolchain import Failure, progress

from .tools import PLACE

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
MANIFEST = '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\n'


@dataclass(frozen=True)
class Crate:
    """A crate that bundles a project."""

    name: str
    version: str

    def fetch(self):
        return fetch(self.name, self.version)

    def __str__(self):
        return f"crate {self.name} {self.version}"


@dataclass(frozen=True)
class Debian:
    """The source of a Debian package, as its authors published it."""

    name: str
    version: str

    def fetch(self):
        """The directory with what the archive of the authors holds, one directory at most above it."""
        kept = PLACE / "sources" / f"{self.name}-{self.version.replace(':', '-')}"
        if kept.is_dir():
            return kept
        if not shutil.which("apt-get"):
            raise Failure("apt-get not found in PATH; the sources of Debian packages need it")
        progress(f"fetching {self.name} {self.version}")
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=PLACE, prefix="fetch-") as name:
            asking = Path(name)
            self.download(asking)
            archives = [file for file in asking.iterdir() if re.search(r"\.orig\.tar\.\w+$", file.name)]
            if len(archives) != 1:
                raise Failure(f"the source of {self.name} has {len(archives)} archives; only one is known of")
            (asking / "source").mkdir()
            shutil.unpack_archive(archives[0], asking / "source", filter="fully_trusted")
            (asking / "source").rename(kept)
        return kept

    def download(self, directory):
        """Sources lie where packages do, but not everybody's apt asks for them."""
        form = "$(REPO_URI) $(RELEASE) $(COMPONENT)"
        targets = ["apt-get", "indextargets", "--format", form, "Created-By: Packages", "Origin: Debian"]
        known = subprocess.run(targets, capture_output=True, text=True).stdout.splitlines()
        lines = [f"deb-src [signed-by={KEYRING}] {line}\n" for line in dict.fromkeys(known)]
        (directory / "sources.list").write_text("".join(lines))
        (directory / "lists" / "partial").mkdir(parents=True)
        own = ["-o", f"Dir::Etc::sourcelist={directory}/sources.list", "-o", "Dir::Etc::sourceparts=-"]
        own += ["-o", f"Dir::State::lists={directory}/lists", "-o", "APT::Sandbox::User=root"]
        for words in (["update"], ["source", "--tar-only", f"{self.name}={self.version}"]):
            command = ["apt-get", "--quiet=2", *own, *words]
            done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
            if done.returncode != 0:
                complaints = [line for line in done.stderr.splitlines() if line.strip()] or ["no message"]
                raise Failure(f"apt-get {words[0]} failed: {complaints[-1]}")

    def __str__(self):
        return f"Debian's {self.name} {self.version}"


def cargo(arguments, directory):
    """What cargo prints; raises Failure with its last line where it fails."""
    if not shutil.which("cargo"):
        raise Failure("cargo not found in PATH; install rustup's Rust")
    done = subprocess.run(["cargo", *arguments], cwd=directory, capture_output=True, text=True)
    if done.returncode != 0:
        complaints = [line for line in done.stderr.splitlines() if line.strip()] or ["no message"]
        first = next((line for line in complaints if line.startswith("error")), complaints[-1])
        raise Failure(f"cargo {arguments[0]} failed: {first}; {complaints[-1].strip()}")
    return done.stdout


def fetch(crate, version):
    """The directory with the sources of that crate, as it was published."""
    kept = PLACE / "sources" / f"{crate}-{version}"
    if kept.is_dir():
        return kept
    progress(f"fetching {crate} {version}")
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=PLACE, prefix="fetch-") as name:
        asking = Path(name)
        (asking / "src").mkdir()
        (asking / "src" / "lib.rs").write_text("")
        (asking / "Cargo.toml").write_text(f"{MANIFEST}{pin(crate, version)}\n[workspace]\n")
        packages = json.loads(cargo(["metadata", "--quiet", "--format-version=1"], asking))["packages"]
        found = next(package for package in packages if package["name"] == crate)
        copy(os.path.dirname(found["manifest_path"]), asking / "crate").rename(kept)
    return kept


def pin(crate, version):
    """A line of a manifest. What stands behind a plus is of no meaning to cargo, which warns of it."""
    return f'{crate} = {{ version = "={version.partition("+")[0]}", default-features = false }}\n'


def copy(source, target):
    """A fresh copy, all files of the same age, as make would otherwise try to generate some of them anew."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)
    for folder, _, files in os.walk(target):
        for name in [".", *files]:
            os.utime(os.path.join(folder, name), (1_000_000_000, 1_000_000_000), follow_symlinks=False)
    return target
