"""C files from elsewhere as examples of ordinary code: a directory, or C libraries from crates."""

import shutil
import subprocess
from pathlib import Path

from .toolchain import Failure, progress

# crate: (version, directory of the C library's own sources in it)
CRATES = {
    "libz-sys": ("1", "src/zlib"),
    "lz4-sys": ("1", "liblz4/lib"),
    "zstd-sys": ("2", "zstd/lib"),
    "libwebp-sys": ("0.9", "vendor/src"),
}
MANIFEST = '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\n'
LARGEST = 400_000  # bytes of source; larger files take minutes when compiled many times


def fetch(directory):
    """Downloads the crates' sources with `cargo vendor` into `directory`; returns it."""
    if not shutil.which("cargo"):
        raise Failure("--fetch: cargo not found in PATH; install rustup's Rust")
    (directory / "src").mkdir(parents=True)
    (directory / "src" / "lib.rs").write_text("")
    dependencies = "".join(f'{name} = "{version}"\n' for name, (version, _) in CRATES.items())
    (directory / "Cargo.toml").write_text(MANIFEST + dependencies + "\n[workspace]\n")
    progress("fetching " + " ".join(CRATES))
    done = subprocess.run(["cargo", "vendor", "--quiet", "vendor"], cwd=directory, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"--fetch: cargo vendor failed: {(done.stderr.strip().splitlines() or [''])[-1]}")
    chosen = directory / "chosen"
    chosen.mkdir()
    for name, (_, sources) in CRATES.items():
        if not (directory / "vendor" / name / sources).is_dir():
            raise Failure(f"--fetch: the crate {name} has no directory {sources}")
        target = chosen / name / Path(sources).name
        target.parent.mkdir()
        (directory / "vendor" / name / sources).rename(target)
    return chosen


def compilable_files(folder, clang):
    """(name, command) of the C files below `folder` that compile by themselves, in order of name."""
    found = []
    for path in sorted(Path(folder).rglob("*.c")):
        if path.stat().st_size > LARGEST:
            continue
        command = [clang, path]
        for ancestor in path.relative_to(folder).parents:
            command += ["-I", Path(folder) / ancestor]
        test = subprocess.run([*map(str, command), "-fsyntax-only", "-w"], capture_output=True)
        if test.returncode == 0:
            found.append((str(path.relative_to(folder)), command))
    return found
