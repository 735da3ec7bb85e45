"""Programs over images of several planes, which lie behind each other in one array.

Half of them hand planes on through arrays of the kernel's own. As in `gen_rows`, what a stage leaves out
at the edges follows from what those before it have written, so that no element is read that was not; and
planes may be shorter than what is written of them. The other half get planes and distances as arguments,
any of them, so that only a check can tell whether planes meet; some compute subscripts in 32 bits that
wrap around.
"""

import random

from .pool import head, shifted

# What counters and sizes may be: several types of one kernel do not mix signs.
SIGNED, UNSIGNED = ["int", "int", "int", "long", "short"], ["size_t", "unsigned"]
TYPES = ["float", "double", "unsigned", "short", "unsigned char", "unsigned long"]
AWAY = [(0, 0), (0, 0), (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (1, 1), (3, 0)]

# Elements of the pool that arguments point into, and of one image.
POOL, MOST = 1 << 15, 1200

HEAD = head(POOL) + """__attribute__((noinline)) static void fill(void) { memset(&pool, 0, sizeof pool); }
"""

CONTAINER_HEAD = """#include <memory>
#include <vector>
"""


class Kernel:
    """One kernel with its calls, as text."""

    def __init__(self, seed, cpp):
        self.rng = rng = random.Random(f"planes{seed}")
        self.cpp, self.name = cpp, f"k{seed}"
        self.type = rng.choice(TYPES)
        self.is_signed = rng.random() < 0.75
        self.index = rng.choice(SIGNED if self.is_signed else UNSIGNED)
        self.size = self.index if self.index in ("short", "size_t") else \
            rng.choice(["int", "long"] if self.is_signed else [self.index, self.index, "size_t"])
        self.extent = self.size if self.size in ("long", "size_t") and rng.random() < 0.5 else self.index
        # As most people would write it: stages that only read the one before, all of one type.
        self.is_plain = rng.random() < 0.5
        if self.is_plain:
            self.index = self.size = self.extent = rng.choice(["int", "int", "long", "size_t"])
            self.is_signed = self.index != "size_t"

    def text(self):
        lines = self.own() if self.rng.random() < 0.5 else self.given()
        return "\n".join(lines) + "\n"

    def loop(self, counter, low, extent, high):
        """A loop from `low` up to, not including, `extent - high`, or downwards."""
        if not self.is_signed:
            return f"for ({self.index} {counter} = {max(low, 0)}; {shifted(counter, high)} < {extent}; {counter}++)"
        end = shifted(extent, -high)
        if self.rng.random() < 0.04:
            return f"for ({self.index} {counter} = {end} - 1; {counter} >= {low}; {counter}--)"
        return f"for ({self.index} {counter} = {low}; {counter} < {end}; {counter}++)"

    # --- planes of the kernel's own ---

    def own(self):
        rng = self.rng
        self.pitch = rng.choice(["w", "w", "w", "(w + 2)", "pitch"])
        self.size_of = rng.choice(["h * {}", "h * {}", "h * {}", "h * {} + 5", "h * {} + k", "(h + 2) * {}",
                                   "(h > 0 ? h - 1 : 0) * {}", "h * {} / 2"]).replace("{}", self.pitch)
        self.planes = rng.choice([2, 3, 3, 4])
        if self.is_plain and rng.random() < 0.8:
            self.size_of = f"h * {self.pitch}"
        self.margins = {("in", n): (0, 0, 0, 0) for n in range(self.planes)}
        sizes, begin, body, end = [], [], [], []
        if self.pitch == "pitch":
            sizes.append(f"{self.index} pitch = w + {rng.choice([0, 1, 3])};")
        sizes.append(f"{self.size} size = {self.size_of};")
        done, stages = ["in"], rng.choice([2, 3, 3, 4, 5])
        for stage in range(stages):
            target = rng.choice([f"t{stage}", f"t{stage}", f"t{stage}" if self.is_plain else done[-1]])
            target = "out" if stage == stages - 1 else target
            if target not in done and target != "out":
                self.temporary(target, begin, end)
            if target == "in":
                target = "out"
            body += self.stage(target, done[-1:] if self.is_plain else done)
            if target not in done:
                done.append(target)
        form = rng.random() if not self.is_plain or rng.random() < 0.3 else 1
        if form < 0.15:
            lines = [*sizes, "for (int again = 0; again < 2; again++) {", *begin, *body, *end, "}"]
        elif form < 0.35:
            lines = [*sizes, *begin, "for (int again = 0; again < 2; again++) {", *body, "}", *end]
        else:
            lines = sizes + begin + body + end
        quality = rng.choice(["__restrict ", "__restrict " if self.is_plain else ""])
        return [f"__attribute__((noinline)) static void {self.name}({self.type} *{quality}in, "
                f"{self.type} *{quality}out, {self.extent} h, {self.extent} w, {self.index} k) {{",
                *("  " + line for line in lines), "}", *self.calls_of_own(quality)]

    def temporary(self, name, begin, end):
        kinds = ["malloc", "malloc", "malloc", "calloc", "vla"] + (["vector", "unique", "new"] if self.cpp else [])
        kind, size = self.rng.choice(kinds), f"{self.planes} * size"
        if any(part in self.size_of for part in ("?", "/", "k")):  # Or else planes are as long as what is written.
            size += " + 2 * h * (w + 3) + 64"
        get = {"malloc": f"malloc(({size}) * sizeof(*in))", "calloc": f"calloc({size}, sizeof(*in))"}
        if kind in get:
            begin.append(f"{self.type} *{name} = ({self.type} *){get[kind]};")
            if self.rng.random() < 0.3:
                begin[-1] += f" if (!{name}) abort();"
            end.append(f"free({name});")
        elif kind == "vla":
            begin.append(f"{self.type} {name}[{size} + 1];")
        elif kind == "vector":
            begin.append(f"std::vector<{self.type}> {name}({size});")
        elif kind == "unique":
            begin.append(f"auto {name} = std::make_unique<{self.type}[]>({size});")
        else:
            begin.append(f"{self.type} *{name} = new {self.type}[{size}];")
            end.append(f"delete[] {name};")
        if kind in ("calloc", "vector", "unique"):
            for plane in range(self.planes):
                self.margins[name, plane] = (0, 0, 0, 0)

    def at(self, array, plane, i, j):
        front = f"{plane} * size + "
        if plane == 0 and self.rng.random() < 0.5:
            front = ""
        return f"{array}[{front}{i} * {self.pitch} + {j}]"

    def stage(self, target, done):
        """Nests that compute planes of `target`, as statements."""
        rng = self.rng
        form = rng.choice(["one", "one", "apart", "channels", "channels"] + ["rows", "inner"] * (not self.is_plain))
        if form in ("channels", "rows", "inner"):
            return self.channels(target, done, form)
        every = list(range(self.planes))
        planes = every if target == "out" or self.is_plain or rng.random() < 0.5 else rng.sample(every, rng.randint(1, len(every)))
        statements = []
        for plane in planes:
            edges, terms = [0, 0, 0, 0], []
            for _ in range(rng.choice([1, 1, 2, 3])):
                terms.append(self.term(rng.choice(self.readable(done)), edges))
            statements.append((plane, edges, terms))
        if form == "one":
            edges = [max(all_of) for all_of in zip(*(edges for _, edges, _ in statements))]
            statements = [(plane, edges, terms) for plane, _, terms in statements]
        texts = []
        for plane, edges, terms in statements:
            store = f"{self.at(target, plane, 'i', 'j')} = {self.value(terms)};"
            texts.append((edges, self.condition(target, plane) + store))
            self.wrote(target, plane, edges)
        if form == "one":
            return [self.nest(texts[0][0], " ".join(text for _, text in texts))]
        return [self.nest(edges, text) for edges, text in texts]

    def channels(self, target, done, form):
        """A loop over planes, around a nest, between its loops or within it."""
        rng = self.rng
        readable = self.readable(done)
        full = [a for a in done if all((a, n) in readable for n in range(self.planes))]
        source, edges, terms = rng.choice(full), [0, 0, 0, 0], []
        for _ in range(rng.choice([1, 2, 3])):
            i, j = rng.choice(AWAY)
            for plane in range(self.planes):
                self.widen(edges, (source, plane), i, j)
            plane = rng.choice(["c", "c", "c", f"({self.planes - 1} - c)", "0"])
            terms.append(self.at(source, plane, shifted("i", i), shifted("j", j)))
        store = f"{self.at(target, 'c', 'i', 'j')} = {self.value(terms)};"
        around = f"for ({rng.choice([self.index, 'int'] if self.is_signed else [self.index])} c = 0; c < {self.planes}; c++)"
        for plane in range(self.planes):
            self.wrote(target, plane, edges)
        rows, columns = self.loop("i", edges[0], "h", edges[1]), self.loop("j", edges[2], "w", edges[3])
        order = {"channels": (around, rows, columns), "rows": (rows, around, columns), "inner": (rows, columns, around)}
        return [" ".join([*order[form], store])]

    def readable(self, done):
        return [key for key in self.margins if key[0] in done and key[0] != "out"]

    def term(self, key, edges):
        i, j = self.rng.choice(AWAY)
        self.widen(edges, key, i, j)
        return self.at(*key, shifted("i", i), shifted("j", j))

    def widen(self, edges, key, i, j):
        known = self.margins[key]
        wanted = (known[0] - i, known[1] + i, known[2] - j, known[3] + j)
        edges[:] = [max(a, b) for a, b in zip(edges, wanted)]

    def wrote(self, target, plane, edges):
        """All that is written so far may be read; what is written twice was so before."""
        if (target, plane) not in self.margins:
            self.margins[target, plane] = tuple(edges)

    def value(self, terms):
        text = " + ".join(f"{term} * {self.rng.choice([1, 2, 3])}" for term in terms)
        return f"{text} + {self.rng.choice(['1', '5', 'j', 'i'])}"

    def condition(self, target, plane):
        if self.rng.random() < 0.06 and (target, plane) in self.margins:
            return self.rng.choice(["if (j != k) ", "if (i != k) "])
        return ""

    def nest(self, edges, text):
        return f"{self.loop('i', edges[0], 'h', edges[1])} {self.loop('j', edges[2], 'w', edges[3])} {{ {text} }}"

    def calls_of_own(self, quality):
        away = f"{POOL // 2}" if quality else f"(draw(2) ? {POOL // 2} : draw(2000))"
        return [f"static void {self.name}_calls(void) {{",
                f"  {self.type} *base = ({self.type} *)pool.bytes;",
                f"  state = {self.rng.randint(1, 1 << 30)};",
                "  for (int call = 0; call < 60; call++) {",
                "    long h = draw(3) ? draw(9) : draw(24), w = draw(3) ? draw(12) : draw(40), k = draw(5);",
                f"    if (h * w > {MOST // 2}) w = 5;",
                f"    fill(); for (long i = 0; i < {POOL}; i++) base[i] = ({self.type})(i * 31 % 97);",
                f"    {self.name}(base + 2000, base + 2000 + {away}, h, w, k);",
                f'    printf("{self.name} %ld %ld %ld %lx\\n", h, w, k, hash());', "  }", "}"]

    # --- planes that are given ---

    def given(self):
        rng = self.rng
        self.wraps = rng.random() < 0.35
        self.step = rng.choice([1, 1, 1, 2, 3, 4, 8])
        channels = rng.choice(["", "", "around each", "around all"])
        count = rng.choice([2, 3])
        around = f"for (long c = 0; c < {count}; c++)"
        lines, before = [], None
        for _ in range(rng.choice([2, 2, 3])):
            target = self.subscript(channels) if rng.random() < 0.8 else "q[i * 200 + j]"
            sources = [self.subscript(channels) if rng.random() < 0.7 else "q[i * 200 + j]"
                       for _ in range(rng.choice([1, 1, 2]))]
            if before and rng.random() < 0.8:
                sources.append(before)
            before = target
            test = rng.choice(["if (j != k) ", "if (i != k) "]) if rng.random() < 0.1 else ""
            text = " + ".join(f"{source} * {rng.randint(1, 3)}" for source in sources)
            counter = rng.choice(["int", "long", "long"])
            nest = (f"for ({counter} i = {rng.choice([0, 1])}; i < n; i++) "
                    f"for ({counter} j = {rng.choice([0, 1])}; j < m; j++) {{ {test}{target} = {text} + j; }}")
            lines.append(f"{around} {nest}" if channels == "around each" else nest)
        if channels == "around all":
            lines = [around + " {", *lines, "}"]
        return [f"__attribute__((noinline)) static void {self.name}({self.type} *p, {self.type} *q, int n, int m, "
                "long w, unsigned long plane, unsigned long a, unsigned long b, int k) {",
                *("  " + line for line in lines), "}", *self.calls_of_given()]

    def subscript(self, channels):
        rng = self.rng
        if channels:
            plane = f"{self.step} * (unsigned long)c + {rng.choice([0, 0, self.step])}"
        else:
            plane = rng.choice(["a", "b"]) if rng.random() < 0.25 else f"{rng.choice([0, 1, 2]) * self.step}ul"
        i, j = rng.choice([(0, 0), (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
        row = rng.choice(["w", "(unsigned long)w", "200", "(w + 1)"])
        text = f"({plane}) * plane + (unsigned long){shifted('i', i)} * {row} + {shifted('j', j)}"
        return f"p[(int)(unsigned)({text})]" if self.wraps else f"p[(long)({text})]"

    def calls_of_given(self):
        rng, step = self.rng, self.step
        # So many planes are no elements at all, or nearly.
        around = -(-(1 << (32 if self.wraps else 64)) // step) % (1 << 64) if step > 1 else 0
        middle = POOL // 2
        return [f"static void {self.name}_calls(void) {{",
                f"  {self.type} *base = ({self.type} *)pool.bytes;",
                f"  state = {rng.randint(1, 1 << 30)};",
                "  static const int sizes[] = {0, 1, 2, 3, 5, 8, 17, 33, 40, 60};",
                "  for (int call = 0; call < 80; call++) {",
                "    int n = sizes[draw(10)], m = sizes[draw(10)], k = draw(60);",
                "    if (n * m > 600) m = 3;",
                "    long w = draw(3) ? m + draw(4) - draw(2) : draw(60) - 20, plane = draw(200);",
                f"    long room = {middle // 2 - 1} / {5 * step};",
                "    switch (draw(5)) {",
                "    case 0: plane = n * w; break;",
                "    case 1: plane = n * w + draw(9) - 4; break;",
                "    case 2: plane = draw(1000) - 500; break;",
                "    case 3: plane = draw(8) * w + draw(3) - 1; break;",
                "    }",
                "    if (plane > room) plane = room;",
                "    if (plane < -room) plane = -room;",
                f"    unsigned long far = draw(2) ? {around}ul : 0, a = {step}ul * draw(3), b = {step}ul * draw(3);",
                f"    {self.type} *p = base + {middle}, *q = p + (draw(2) ? draw(2000) - 1000 : 0);",
                "    if (n > 30) n = 30;",
                f"    fill(); for (long i = 0; i < {POOL}; i++) base[i] = ({self.type})(i * 31 % 97);",
                f"    {self.name}(p, q, n, m, w, (unsigned long)plane + far, a, b, k);",
                f'    printf("{self.name} %d %d %d %ld %ld %lx\\n", call, n, m, w, plane, hash());', "  }", "}"]


def generate(seeds, cpp):
    """The program of some seeds: a kernel for each."""
    kernels = [Kernel(seed, cpp) for seed in seeds]
    main = "".join(f"  {kernel.name}_calls();\n" for kernel in kernels)
    head = HEAD + (CONTAINER_HEAD if cpp else "")
    return head + "".join(kernel.text() for kernel in kernels) + f"int main(void) {{\n{main}}}\n"
