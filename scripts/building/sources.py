"""Gets the sources of crates with cargo; they stay in target/builds/sources."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks.toolchain import Failure, progress

from .tools import PLACE

MANIFEST = '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\n'


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
