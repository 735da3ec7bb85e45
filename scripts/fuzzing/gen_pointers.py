"""Programs over rows that pointers lead to: `double **a`, members of structs, vectors of vectors.

Where the rows of an array begin is drawn for each call: in turn, with gaps, backwards, in no order, over each other,
all but the last in turn, and in arrays of their own or in one that others have rows in, too.
"""

import random

TYPES = ["double", "double", "float", "int", "byte", "short"]
AWAY = [0, 0, 0, 0, 1, -1, 1, -1, 2]

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned char byte;
enum { POOL = 2500, EDGE = 100 };
static union { double align; byte bytes[3 * POOL * 8]; } pool;
static unsigned long state;
static int draw(int n) { state = state * 6364136223846793005ul + 1442695040888963407ul; return (state >> 33) % n; }
static unsigned long hash(void) {
  unsigned long h = 0;
  for (unsigned long i = 0; i < sizeof pool.bytes; i++) h = h * 31 + pool.bytes[i];
  return h;
}
// Where row y of array k begins, in elements.
static int begin(int layout, int k, int y, int h, int w) {
  int own = k * POOL + EDGE;
  switch (layout) {
  case 0: return own + y * w;
  case 1: return own + y * (w + 5);
  case 2: return own + (h - 1 - y) * w;
  case 3: return own + y * 7 % 11 * (w + 1);
  case 4: return own + y * (w - 1);
  case 5: return own + (y == h - 1 ? y * w + 3 : y * w);
  case 6: return own;
  case 7: return EDGE + y * w + k * (w + 2);
  case 8: return EDGE + (y * 3 + k) * (w + 1);
  case 9: return EDGE + k * h * w + y * w;
  default: return own + y * 150;
  }
}
"""

CONTAINER_HEAD = """#include <vector>
"""


class Kernel:
    """One function, and the calls of it."""

    def __init__(self, seed, cpp):
        self.rng, self.name = random.Random(f"pointers{seed}"), f"pointers_{seed}"
        rng = self.rng
        self.type = rng.choice(TYPES)
        self.form = rng.choice(["pointers", "pointers", "members", "image", "globals"] + ["vectors"] * 4 * cpp)
        self.arrays = rng.choice([2, 3, 3, 4])
        self.counter = rng.choice(["int", "int", "long", "size_t", "unsigned"])
        self.written = []

    def row(self, array, i):
        """A pointer to a row."""
        at = f"i + {i}" if i > 0 else f"i - {-i}" if i < 0 else "i"
        name = f"{self.name}_g{array}" if self.form == "globals" else f"p{array}"
        if self.form == "members":
            return f"{name}[{at}].row"
        return f"{name}->rows[{at}]" if self.form == "image" else f"{name}[{at}]"

    def element(self, array, i, j):
        column = f"j + {j}" if j > 0 else f"j - {-j}" if j < 0 else "j"
        return f"{self.row(array, i)}[{column}]"

    def nest(self):
        rng = self.rng
        target = rng.randrange(self.arrays)
        away, inside = [0], [0]
        terms = []
        sources = [rng.randrange(self.arrays) for _ in range(rng.choice([1, 2, 2, 3]))]
        if self.written and rng.random() < 0.8:
            sources[0] = rng.choice(self.written)
        for source in sources:
            i, j = rng.choice(AWAY), rng.choice([0, 0, 0, 1, -1])
            away.append(i)
            inside.append(j)
            terms.append(f"{self.element(source, i, j)} * {rng.randint(1, 3)}")
        value = rng.choice([" + ", " - "]).join(terms) + " + 1"
        lo, hi = max(0, -min(away)), max(away)
        left, right = max(0, -min(inside)), max(inside)
        lo, left = lo + (rng.random() < 0.15), left + (rng.random() < 0.15)
        here = self.element(target, 0, 0)
        statement = rng.choice([f"{here} = {value};"] * 5 + [
            f"{here} += {value};", f"if ({self.element(sources[0], 0, 0)} > 3) {here} = {value};",
            f"if (j % 3) {here} = {value}; else {here} -= 1;"])
        before = ""
        if self.form != "vectors" and rng.random() < 0.25:
            before = f"{self.type} *r = {self.row(target, 0)}; "
            statement = statement.replace(here, "r[j]")
        counter, h, w = self.counter, "h", "w"
        if self.form == "image":
            h, w = f"p{rng.choice([0, 0, target])}->h", f"p{rng.choice([0, 0, target])}->w"
        unsigned = counter in ("size_t", "unsigned")

        def below(number, end, less):
            if unsigned and less:
                return f"{number} + {less} < {end}"
            return f"{number} < {end} - {less}" if less else f"{number} < {end}"

        rows = f"for ({counter} i = {lo}; {below('i', h, hi)}; i++)"
        if rng.random() < 0.07 and not unsigned:
            rows = f"for ({counter} i = {h} - {hi} - 1; i >= {lo}; i--)"
        if rng.random() < 0.05 and hi == 0:
            rows = f"for ({counter} i = {lo}; i < {h}; i += 2)"
        columns = f"for ({counter} j = {left}; {below('j', w, right)}; j++)"
        self.written.append(target)
        return f"{rows} {{ {before}{columns} {{ {statement} }} }}"

    def between(self):
        rng = self.rng
        if rng.random() > 0.12:
            return []
        a, b = rng.randrange(self.arrays), rng.randrange(self.arrays)
        if self.form in ("pointers", "globals"):
            one, other = (f"{self.name}_g{k}" if self.form == "globals" else f"p{k}" for k in (a, b))
            swap = f"{self.type} *t = {one}[0]; {one}[0] = {one}[1]; {one}[1] = t;"
            return [rng.choice([f"if (h > 0) {one}[0] = {other}[0];", f"if (h > 1) {{ {swap} }}",
                                f"if (h > 0 && w > 0) {one}[0][0] += 1;"])]
        return []

    def text(self):
        rng = self.rng
        body = []
        for _ in range(rng.choice([2, 2, 3, 4])):
            body += [self.nest(), *self.between()]
        form = rng.random()
        if form < 0.2:
            body = ["for (int again = 0; again < 3; again++) {", *body, "}"]
        elif form < 0.3:
            body = [body[0], "if (w > 3) {", *body[1:], "}"]
        n, T = self.arrays, self.type
        types = {"pointers": f"{T} **p%d", "members": f"{self.name}_row *p%d", "image": f"{self.name}_image *p%d",
                 "vectors": f"std::vector<std::vector<{T}>> &p%d"}
        parameters = ", ".join(types[self.form] % k for k in range(n)) + ", " if self.form != "globals" else ""
        lines = [f"typedef struct {{ {T} *row; int n; }} {self.name}_row;",
                 f"typedef struct {{ int w, h; {T} **rows; }} {self.name}_image;"]
        if self.form == "globals":
            lines += [f"static {T} **{self.name}_g{k};" for k in range(n)]
        return "\n".join([*lines, f"__attribute__((noinline)) static void {self.name}({parameters}int h, int w) {{",
                          *("  " + line for line in body), "}", *self.calls()]) + "\n"

    def calls(self):
        n, T, name = self.arrays, self.type, self.name
        lines = [f"static void {name}_calls(void) {{", f"  state = {self.rng.randint(1, 1 << 30)};",
                 f"  {T} *all = ({T} *)pool.bytes;",
                 "  for (int call = 0; call < 40; call++) {",
                 "    int h = draw(12), w = draw(4) ? draw(22) : 60;",
                 "    for (unsigned long i = 0; i < sizeof pool.bytes; i++) pool.bytes[i] = 0;",
                 "    for (int i = 0; i < 3 * POOL; i++) all[i] = i * 31 % 97;"]
        even = "draw(3) ? draw(2) ? 10 : draw(2) : draw(10)"
        for k in range(n):
            where = f"begin(layout{k}, {k} % 3, y, h, w)"
            lines.append(f"    int layout{k} = {even};")
            if self.form == "vectors":
                lines += [f"    std::vector<std::vector<{T}>> a{k}(h);",
                          f"    for (int y = 0; y < h; y++) {{ a{k}[y].resize(w + 1 + draw(2) * (y == 3)); "
                          f"for (int x = 0; x <= w; x++) a{k}[y][x] = x * 7 % 5 + y; }}"]
            elif self.form == "members":
                lines += [f"    {name}_row *a{k} = ({name}_row *)malloc(h * sizeof *a{k});",
                          f"    for (int y = 0; y < h; y++) a{k}[y].row = all + {where}, a{k}[y].n = y;"]
            else:
                lines += [f"    {T} **a{k} = ({T} **)malloc(h * sizeof *a{k});",
                          f"    for (int y = 0; y < h; y++) a{k}[y] = all + {where};"]
        given = [f"a{k}" for k in range(n)]
        # Two of them may be one.
        lines.append("    int same = draw(8) == 0;")
        given[-1] = f"(same ? a0 : a{n - 1})"
        if self.form == "image":
            lines += [f"    {name}_image m{k} = {{w, h, {given[k]}}};" for k in range(n)]
            given = [f"&m{k}" for k in range(n)]
        if self.form == "globals":
            lines += [f"    {name}_g{k} = {given[k]};" for k in range(n)]
            given = []
        lines.append(f"    {name}({', '.join([*given, 'h', 'w'])});")
        if self.form == "vectors":
            lines.append("    unsigned long sum = 0;")
            lines += [f"    for (auto &row : a{k}) for (auto v : row) sum = sum * 31 + (unsigned long)(long)v;"
                      for k in range(n)]
            lines.append(f'    printf("{name} %d %d %d %lx\\n", call, h, w, sum);')
        else:
            lines.append(f'    printf("{name} %d %d %d %lx\\n", call, h, w, hash());')
            lines += [f"    free(a{k});" for k in range(n)]
        return [*lines, "  }", "}"]


def generate(seeds, cpp):
    """The program of some seeds: a kernel for each."""
    kernels = [Kernel(seed, cpp) for seed in seeds]
    main = "".join(f"  {kernel.name}_calls();\n" for kernel in kernels)
    head = HEAD + (CONTAINER_HEAD if cpp else "")
    return head + "".join(kernel.text() for kernel in kernels) + f"int main(void) {{\n{main}}}\n"
