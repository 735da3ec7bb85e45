"""Finding and running clang, opt, llc: one clear line when something is missing."""

import os
import shutil
import subprocess
import time


# The project, and where findings are kept.
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OUT = os.path.join(ROOT, "target", "fuzz")


class Missing(Exception):
    """A tool or the plugin is not there."""


class Outcome:
    def __init__(self, code, out, err, hung=False):
        self.code, self.out, self.err, self.hung = code, out, err, hung

    @property
    def ok(self):
        return self.code == 0 and not self.hung

    @property
    def summary(self):
        if self.hung:
            return "did not end"
        lines = [l.strip() for l in self.err.split("PLEASE submit")[0].splitlines() if l.strip()]
        telling = [l for l in lines if any(w in l for w in (
            "Assertion", "error:", "LLVM ERROR", "dominate", "panicked"))]
        text = telling[0] if telling else "; ".join(lines[-4:]) or "no message"
        return f"exit {self.code}: {text[:200]}"


def run(command, timeout=60, cwd=None):
    """Run a command; a timeout counts as 'hung'."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=timeout, cwd=cwd)
    except subprocess.TimeoutExpired:
        return Outcome(-1, "", "", hung=True)
    return Outcome(done.returncode, done.stdout.decode("utf-8", "replace"),
                   done.stderr.decode("utf-8", "replace"))


class Tools:
    """The LLVM tools of one release, from LLVM_PREFIX's bin directory or the PATH."""

    def __init__(self, version="22", fortran=False):
        for name in ("clang", "opt", "llc", "ld.lld") + (("flang",) if fortran else ()):
            setattr(self, name.replace("-", "_").replace(".", "_"), self._find(name, version))

    @staticmethod
    def _find(name, version):
        prefix = os.environ.get("LLVM_PREFIX")
        if prefix and os.access(os.path.join(prefix, "bin", name), os.X_OK):
            return os.path.join(prefix, "bin", name)
        found = shutil.which(f"{name}-{version}")
        if not found:
            raise Missing(f"{name}-{version} not found: install the packages llvm-{version}-dev "
                          f"clang-{version} lld-{version}"
                          + (f" flang-{version}" if name == "flang" else ""))
        return found


class Stopwatch:
    def __init__(self, seconds=None):
        self.begun = time.monotonic()
        self.seconds = seconds

    @property
    def elapsed(self):
        return time.monotonic() - self.begun

    @property
    def over(self):
        return self.seconds is not None and self.elapsed >= self.seconds
