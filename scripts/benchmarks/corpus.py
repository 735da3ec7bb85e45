"""Graphs of real loops: those of the kernels and programs here, and of open projects that scripts/builds has built.

They are kept in graphs.jsonl.xz, one a line, as `loop-fuse<print-graph>` writes them, with the source's name in front of
theirs, each once.
"""

import json
import lzma
import subprocess
import tempfile
from pathlib import Path

from building import calls
from building.tools import PLACE

from . import variants
from .catalogue import find_kernels
from .toolchain import Failure, HERE, find_plugin, find_tool, progress

FILE = HERE / "graphs.jsonl.xz"


def read():
    """All graphs, as one text."""
    return lzma.decompress(FILE.read_bytes()).decode()


def compilations():
    """(name, command without output, directory) of every source."""
    for kernel in find_kernels(["kernels", "programs", "regressions"], ""):
        defines = [f"-DBENCH_BYTES={8 << 20}L"] if kernel.has_constant_size else []
        flags = [*variants.OPTIMISE, "-w", "-I", HERE, "-c"]
        yield kernel.name, [*variants.compiler_for(kernel.path), *flags, *defines, kernel.path], HERE
    for project in sorted(PLACE.iterdir()) if PLACE.is_dir() else ():
        folder = project / "clang.calls"
        for call in calls.read(folder) if folder.is_dir() else ():
            command = [find_tool(call.compiler), *call.arguments, "-w"]
            yield f"{project.name} {Path(call.source).name}", command, call.directory


def collect(options):
    """Writes FILE anew; returns how many graphs there are."""
    graphs = {}
    with tempfile.TemporaryDirectory(prefix="loopfuse-graphs-") as scratch:
        plugin = find_plugin(options.plugin, Path(scratch))
        flags = [f"-fplugin={plugin}", f"-fpass-plugin={plugin}", "-mllvm", "-loop-fuse-options=print-graph"]
        for name, command, directory in compilations():
            progress(name)
            words = [str(word) for word in [*command, *flags, "-o", f"{scratch}/output.o"]]
            done = subprocess.run(words, cwd=directory, stderr=subprocess.PIPE, text=True, errors="replace")
            if done.returncode != 0:
                raise Failure(f"{' '.join(words)} exited with status {done.returncode}")
            for line in filter(lambda line: line.startswith('{"version"'), done.stderr.splitlines()):
                graph = json.loads(line)
                graphs.setdefault(line, graph | {"name": f"{name}: {graph['name']}"})
    progress("")
    lines = (json.dumps(graph, separators=(",", ":")) + "\n" for graph in graphs.values())
    FILE.write_bytes(lzma.compress("".join(lines).encode(), preset=9))
    return len(graphs)
