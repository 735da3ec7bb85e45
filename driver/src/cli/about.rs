//! What the help and the manual pages say behind the options.

/// Of `loopfuse plan`, behind the options, in the help and the manual page.
pub const PLANS: &str = "Graphs come from the pass, one a line \
    (opt -passes='loop-fuse<print-graph>'), or are written by hand, by the schema in pass/plan/graph.schema.json.\n\n\
    Exit status: 0; 2 if a graph is not well made, and then nothing is printed; 3 if --exact asks for more than was proved.";

/// Of compilers, behind the options, in the help and the manual page.
pub const COMPILING: &str = "\
Environment:
  LOOPFUSE_FLAGS   own options, as words of a shell; those of the command line come behind
  LOOPFUSE_LLVM    stands for --llvm
  LOOPFUSE_PLUGIN  stands for --plugin
  NO_COLOR         no colours in what --explain shows
  TMPDIR           where temporary files lie

Exit status:
  the compiler's; 1 if a tool, the plugin or a file is missing; 128 and a signal's number if it ended a tool

Examples:
  loopfuse cc -O3 -march=native pipeline.c -o pipeline
  loopfuse cc --explain -O2 -c stage.c
  LOOPFUSE_FLAGS='--remarks all.yaml' make CC=loopfuse-cc";

/// Of `loopfuse rustc` and `loopfuse cargo`.
pub const RUST: &str = "\
A nightly rustc, or one with RUSTC_BOOTSTRAP=1, loads the plugin itself (-Z llvm-plugins). A stable one compiles to bitcode,
and loops are fused where clang-22 and ld.lld-22 link (-C linker-plugin-lto). Its LLVM must be 22, as that of Rust 1.95 is.
CARGO_CACHE_RUSTC_INFO=0 RUSTC_WRAPPER=loopfuse does for any build what loopfuse cargo does for one.

Environment:
  LOOPFUSE_FLAGS   own options, as words of a shell; those of the command line come behind
  RUSTC, CARGO     which ones, if not PATH's

Examples:
  loopfuse rustc -O stage.rs
  loopfuse rustc --explain -O -g stage.rs
  loopfuse cargo build --release
  CARGO_PROFILE_RELEASE_DEBUG=line-tables-only loopfuse cargo --remarks all.yaml build --release";

/// Of `loopfuse explain`.
pub const EXPLAINING: &str = "\
Without a level of optimisation it is -O2. pass/REMARKS.md says what each reason means.

Exit status:
  the compiler's; 1 if nothing is optimised, or a tool is missing; 2 if an option is wrong

Examples:
  loopfuse explain -O3 stage.c
  loopfuse explain --format=sarif -O2 stage.cpp > stage.sarif
  loopfuse explain fc -O3 model.f";

/// Of `loopfuse compare`.
pub const COMPARING: &str = "\
Without a level of optimisation it is -O2.

Exit status:
  0 if both programs do the same; 1 if they do not, or if that cannot be said; the compiler's if it fails

Examples:
  loopfuse compare -O3 -march=native develop.c -lm -- scene.pfm out.ppm
  loopfuse compare --runs 21 fc -O3 step.f90";

/// Of `loopfuse stats`.
pub const RECORDS: &str = "Records are what --remarks FILE and -fsave-optimization-record write. What stands in a header is \
    counted once, however many sources include it, if records say where (-g).";

/// Of `loopfuse report`.
pub const REPORTS: &str = "\
Records are what --remarks FILE and -fsave-optimization-record write; -g gives them lines and names, a profile how often
loops run. The report is files alone: index.html leads to all of them.

Examples:
  LOOPFUSE_FLAGS='--remarks all.yaml' make CC=loopfuse-cc
  loopfuse report all.yaml -o report";
