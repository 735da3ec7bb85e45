"""Functions of many loops, for the growth of the pass's own time.

Each shape gets worse in another way: many objects, many accesses to one object, refusals, nests,
many accesses in few loops. The loops are written as guarded do-while loops, which is what a for loop
is where the pass runs: LLVM's own loop rotation takes quadratic time in functions of this size.
"""


def loop(variable, bound, body):
    """`body` for `variable` from 0 to `bound`, rotated by hand; the guard is left out for constants."""
    text = f"{{ long {variable} = 0; do {{ {body} }} while (++{variable} < {bound}); }}"
    return text if str(bound).isdigit() else f"if ({bound} > 0) {text}"


def function(parameters, bodies):
    """A function with one loop over i per body."""
    loops = "".join(f"  {loop('i', 'n', body)}\n" for body in bodies)
    return f"void f({parameters}) {{\n{loops}}}\n"


def chain(count):
    """Loop k reads array k and writes array k + 1: all fuse into one."""
    arrays = "".join(f"extern double a{k}[];\n" for k in range(count + 1))
    return arrays + function("long n, double c, double d", (f"a{k + 1}[i] = a{k}[i] * c + d;" for k in range(count)))


def separate(count):
    """Every loop has two arrays of its own: nothing is shared, nothing is to be gained."""
    arrays = "".join(f"extern double a{k}[], b{k}[];\n" for k in range(count))
    return arrays + function("long n, double c", (f"b{k}[i] = a{k}[i] * c;" for k in range(count)))


def same(count):
    """All loops update one array in place: every pair shares it, all fuse."""
    arrays = "extern double a[];\n"
    return arrays + function("long n, double c", (f"a[i] = a[i] * c + {k + 1}.0;" for k in range(count)))


def refused(count):
    """Each loop reads ahead of what the one before it wrote: no pair can be fused."""
    arrays = "extern double a[];\n"
    return arrays + function("long n, double c", (f"a[i] = a[i + 1] * c + {k + 1}.0;" for k in range(count)))


def nests(count):
    """The chain with two levels, n x 64."""
    arrays = "".join(f"extern double a{k}[][64];\n" for k in range(count // 2 + 1))
    bodies = (loop("j", 64, f"a{k + 1}[i][j] = a{k}[i][j] * c;") for k in range(count // 2))
    return arrays + function("long n, double c", bodies)


def wide(count):
    """Two loops with `count` statements between them: many accesses to one array of structures."""
    fields = range(count // 2)
    first = " ".join(f"a[i].x[{k}] = a[i].x[{k}] * c;" for k in fields)
    second = " ".join(f"a[i].x[{k}] = a[i].x[{k}] + d;" for k in fields)
    arrays = f"extern struct {{ double x[{len(fields)}]; }} a[];\n"
    return arrays + function("long n, double c, double d", (first, second))


SHAPES = {f.__name__: f for f in (chain, separate, same, refused, nests, wide)}
