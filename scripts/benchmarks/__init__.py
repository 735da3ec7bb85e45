"""What scripts/bench measures: speed, compile time, and where in the pipeline the pass does best.

    bench (in scripts/)   options
      speed.py            fused against plain and hand-fused code
      placement.py        the pass at its possible places in the pipeline
      compile_time.py     its share of a compilation, and its growth with the number of loops
        catalogue.py      the kernels in kernels/ and the programs in programs/
        variants.py       flags, compilation to shared objects
        rivals.py         other loop fusions: Polly's, LLVM's
        remarks.py        what was fused, refused, vectorised
        harness.py        runs variants alternately (harness.c, arrays.c, bench.h)
        pairing.py        statistics of paired measurements
        generated.py      functions of many loops
        fetched.py        C libraries out of crates, or C files of a directory
        tables.py         text tables
        toolchain.py      tools, and failing with one line
"""
