"""The projects. Versions are pinned; what the tests of wrapping crates need beside them is not."""

from benchmarks.toolchain import Failure

from . import results
from .project import Native, Wrapped
from .sources import Crate, Debian

MAKE = ["make", "-j1"]
CHECK = (["make", "-j1", "-k", "check"], results.automake)
CTEST = (["ctest", "--test-dir", "build", "--timeout", "600"], results.ctest)
# By way of sh, as configure has lost its permission to be run in some crates.
CONFIGURE = ["sh", "configure", "--disable-shared", "--disable-dependency-tracking", "CFLAGS=-O3"]
CMAKE = ["cmake", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF"]
CMAKE_BUILD = ["cmake", "--build", "build"]


def with_cmake(*options):
    return [[*CMAKE, *options], CMAKE_BUILD]


PROJECTS = [
    Native(
        "blas", "3.11.0", Debian("lapack", "3.11.0-2"), "lapack-3.11.0",
        [
            ["cp", "make.inc.example", "make.inc"],
            [*MAKE, "FC={FC}", "FFLAGS=-O3", "FFLAGS_NOOPT=-O0", "blaslib"],
        ],
        [
            ([*MAKE, "FC={FC}", "FFLAGS=-O3", "blas_testing"], results.nothing),
            (["sh", "-c", "cat BLAS/TESTING/?blat[23].out BLAS/TESTING/?blat1.out"], results.blas),
        ],
        needs=("make", "flang-22"),
    ),
    Native(
        "bzip2", "1.0.8", Crate("bzip2-sys", "0.1.13+1.0.8"), "bzip2-1.0.8",
        [[*MAKE, "CC={CC}", "CFLAGS=-O3 -D_FILE_OFFSET_BITS=64", "bzip2", "bzip2recover"]],
        [([*MAKE, "CC={CC}", "test"], results.comparisons)],
        needs=("make",),
    ),
    Native(
        "cminpack", "1.3.6", Debian("cminpack", "1.3.6-5"), "cminpack-1.3.6",
        with_cmake("-DUSE_BLAS=OFF", "-DBUILD_EXAMPLES=ON"),
        [CTEST],
        needs=("make", "cmake"),
    ),
    Native(
        "geographiclib", "2.1.2", Debian("geographiclib", "2.1.2-1"), "GeographicLib-2.1.2",
        with_cmake("-DBUILD_DOCUMENTATION=OFF"),
        [CTEST],
        needs=("make", "cmake"),
    ),
    Native(
        "gsl", "2.7.1", Debian("gsl", "2.7.1+dfsg-5+deb12u1"), "gsl",
        # Debian leaves out its documentation.
        [CONFIGURE, ["sed", "-i", "s/^\\(SUBDIRS = .*\\) doc$/\\1/", "Makefile"], MAKE],
        [CHECK],
        needs=("make",),
    ),
    Native(
        "libdeflate", "1.26", Crate("libdeflate-sys", "1.26.1"), "libdeflate",
        with_cmake("-DLIBDEFLATE_BUILD_TESTS=ON", "-DLIBDEFLATE_BUILD_SHARED_LIB=OFF"),
        [CTEST],
        needs=("make", "cmake"),
    ),
    Native(
        "libsamplerate", "0.2.2", Debian("libsamplerate", "0.2.2-3"), "libsamplerate-0.2.2",
        with_cmake("-DBUILD_TESTING=ON"),
        [CTEST],
        needs=("make", "cmake"),
    ),
    Native(
        "libsodium", "1.0.18", Crate("libsodium-sys", "0.2.7"), "libsodium",
        [CONFIGURE, MAKE],
        [CHECK],
        needs=("make",),
    ),
    Native(
        "nlopt", "2.9.1", Crate("nlopt", "0.8.1"), "nlopt-2.9.1",
        with_cmake(
            "-DNLOPT_TESTS=ON", "-DNLOPT_PYTHON=OFF", "-DNLOPT_OCTAVE=OFF", "-DNLOPT_MATLAB=OFF",
            "-DNLOPT_GUILE=OFF", "-DNLOPT_SWIG=OFF",
        ),
        [CTEST],
        needs=("make", "cmake"),
    ),
    Native(
        "opus", "1.5.2", Crate("opusic-sys", "0.5.8"), "opus",
        [[*CONFIGURE, "--disable-doc"], MAKE],
        [CHECK],
        needs=("make",),
    ),
    Native(
        "zfp", "1.0.1", Crate("zfp-sys", "0.4.3"), "zfp",
        with_cmake("-DBUILD_TESTING=ON", "-DZFP_WITH_OPENMP=OFF"),
        [CTEST, (["build/bin/testzfp"], results.zfp)],
        needs=("make", "cmake"),
    ),
    Wrapped(
        "sqlite", "3.51.3", "rusqlite", "0.39.0", "libsqlite3-sys", "0.37.0",
        "array backup blob bundled cache collation csvtab functions hooks limits preupdate_hook serialize"
        " series session trace vtab window",
    ),
    Wrapped("zlib", "1.3.2", "flate2", "1.1.11", "libz-sys", "1.1.31", "zlib"),
    Wrapped(
        "zstd", "1.5.7", "zstd-safe", "7.4.0", "zstd-sys", "2.1.2+zstd.1.5.7",
        "arrays experimental legacy seekable std zdict_builder",
    ),
]  # fmt: skip


def choose(names):
    """The projects with these names, all for no names."""
    known = {project.name: project for project in PROJECTS}
    for name in names:
        if name not in known:
            raise Failure(f"no project {name}; there are {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names)] or PROJECTS
