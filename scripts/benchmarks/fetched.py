"""C files from elsewhere as examples of ordinary code: a directory, or C libraries from crates."""

import subprocess
from pathlib import Path

from building import sources

# (crate, version, directory of the C library's own sources in it)
CRATES = [
    ("libz-sys", "1.1.31", "src/zlib"),
    ("lz4-sys", "1.11.1+lz4-1.10.0", "liblz4/lib"),
    ("zstd-sys", "2.1.2+zstd.1.5.7", "zstd/lib"),
    ("libwebp-sys", "0.9.6", "vendor/src"),
]
LARGEST = 400_000  # bytes of source; larger files take minutes when compiled many times


def fetch(directory):
    """Copies the C libraries of the crates to `directory`; returns it."""
    for crate, version, path in CRATES:
        source = sources.fetch(crate, version) / path
        sources.copy(source, directory / crate / source.name)
    return directory


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
