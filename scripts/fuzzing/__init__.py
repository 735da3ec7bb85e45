"""A differential fuzzer for loop fusion, with compilers; see `cli` for how it is used.

    generator -> program (AST) -> print_c -> toolchain -> oracle -> report
                      |                                      |
                    safety  <---------- reduce  <------------+

`program` holds the data, `safety` proves that a program has no undefined behaviour, everything
else reads those two.
"""
