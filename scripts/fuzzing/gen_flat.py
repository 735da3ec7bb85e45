"""Programs in which some loops run over all elements of an image at once, and others over its rows.

Sizes are of several types, negative ones and products that wrap around among them: both sizes may be negative and the
product positive, and 2^32 + 60 elements are 60 where they are counted in 32 bits. Nests of kernels that get such sizes
stop at a few rows and columns. Half of the kernels hand rows on through arrays of their own; what a stage leaves out
at the edges follows from what was written, as in `gen_rows`. The others get arrays that may overlap.
"""

import random

from .pool import head, shifted

SIGNED, UNSIGNED = ["int", "int", "int", "long", "short", "signed char"], ["size_t", "unsigned", "unsigned char"]
TYPES = ["float", "double", "unsigned", "unsigned char", "short", "unsigned long"]
BITS = {"size_t": 64, "unsigned": 32, "unsigned char": 32}  # Products of small types are of int.

# Elements of the pool that arguments point into, of one image, and where nests stop.
POOL, MOST, STOP = 1 << 14, 1200, 9

HEAD = head(POOL)


class Kernel:
    """One kernel with its calls, as text."""

    def __init__(self, seed, cpp):
        self.rng = rng = random.Random(f"flat{seed}")
        self.cpp, self.name = cpp, f"k{seed}"
        self.type = rng.choice(TYPES)
        self.is_signed = rng.random() < 0.7
        self.size = rng.choice(SIGNED if self.is_signed else UNSIGNED)
        self.counter = self.size if rng.random() < 0.6 else rng.choice(["int", "long", "size_t"])
        if not self.is_signed and self.counter in ("int", "long"):
            self.counter = "size_t"
        if self.is_signed and self.counter == "size_t":
            self.counter = "int"
        self.wraps = not self.is_signed and rng.random() < 0.5
        self.is_own = not self.wraps and rng.random() < 0.6
        self.is_fixed = not self.wraps and rng.random() < 0.15
        self.channels = rng.choice([1, 1, 1, 1, 2, 3]) if not self.wraps else 1
        self.is_guarded = not self.is_fixed and rng.random() < 0.1
        # Of the kernel's own arrays, those that are set where both sizes are negative, too, and those that are zero.
        self.set, self.zeroed = {"a", "b", "d"}, {"a", "b", "d"}

    # What an image has, as expressions.

    def count(self):
        """The number of all elements, in one of the forms in which people write it."""
        rng = self.rng
        if self.is_fixed:
            return f"24 * {18 * self.channels}"
        w, h = rng.choice([("w", "h"), ("h", "w")])
        if not self.wraps and rng.random() < 0.25:
            wide = "long" if self.is_signed else "size_t"
            w = f"({wide}){w}"
        product = f"{w} * {h}"
        if self.channels > 1:
            product = rng.choice([f"{product} * {self.channels}", f"{self.channels} * {product}", f"{product} * c"])
        return product

    def sizes(self):
        if self.is_fixed:
            return "24", f"{18 * self.channels}"
        return "h", "w" if self.channels == 1 else self.rng.choice([f"{self.channels} * w", f"w * {self.channels}"])

    def flat(self, text):
        """A loop over all elements; `text` is what it does with element `i`."""
        rng, lines, end = self.rng, [], self.count()
        counter = self.counter
        if self.counter in ("short", "signed char", "unsigned char"):
            counter = "int"
        if rng.random() < 0.5:
            kind = counter if not self.wraps else self.size
            lines.append(f"{kind} n = {end};")
            end = "n"
        test = rng.choice(["i < {}", "i < {}", "i < {}", "i < {}", "i + 1 <= {}"]).format(end)
        loop = f"for ({counter} i = 0; {test}; i++) {text}"
        if rng.random() < 0.1:
            loop = f"if (k) {loop}" if self.is_plain_write else loop
        if rng.random() < 0.04 and self.is_signed:
            loop = f"for ({counter} i = {end} - 1; i >= 0; i--) {text}"
        return "{ " + " ".join([*lines, loop]) + " }" if lines else loop

    def nest(self, edges, text):
        """A nest over rows; `text` is what it does in row `y` and column `x`."""
        rows, columns = self.sizes()
        stop = f" && y < {STOP}" if self.wraps else ""
        stops = f" && x < {STOP}" if self.wraps else ""
        if self.is_signed:
            ends = [f"y < {shifted(rows, -edges)}", f"x < {shifted(columns, -edges)}"]
        else:
            ends = [f"{shifted('y', edges)} < {rows}", f"{shifted('x', edges)} < {columns}"]
        y, x = (f"for ({self.counter} {v} = {edges}; {end}{s}; {v}++)" for v, end, s in
                zip("yx", ends, (stop, stops)))
        if self.wraps:
            text = text.replace("PITCH", str(STOP + 2))
        return f"{y} {x} {{ {text} }}"

    def at(self, array, y, x):
        _, columns = self.sizes()
        pitch = f"({columns})" if self.channels > 1 else columns
        if self.wraps:
            pitch = "PITCH"
        if not self.is_signed and not self.wraps and self.rng.random() < 0.3:
            return f"{array}[(size_t){y} * {pitch} + {x}]"
        return f"{array}[{y} * {pitch} + {x}]"

    # Stages.

    def text(self):
        rng = self.rng
        arrays = ["t0", "t1", "t2"] if self.is_own else ["a", "b", "d"]
        margins = {"a": 0, "b": 0, "d": 0}
        begin, body, end = [], [], []
        made = []
        stages = rng.choice([2, 3, 3, 4])
        for stage in range(stages):
            target = "b" if self.is_own and stage == stages - 1 else rng.choice(arrays)
            if target.startswith("t") and target not in made:
                made.append(target)
                self.temporary(target, begin, end)
            sources = [name for name in margins if name != target or rng.random() < 0.3]
            new = [name for name in sources if name not in "abd"]
            source = rng.choice(new if new and rng.random() < 0.8 else sources or ["a"])
            if rng.random() < 0.5:
                body.append(self.flat_stage(target, source, margins))
            else:
                body.append(self.nest_stage(target, source, margins))
        form = rng.random()
        if form < 0.1:
            body = ["for (int again = 0; again < 2; again++) {", *body, "}"]
        if self.is_guarded:
            begin.insert(0, "if (w < 1 || h < 1) return;")
        quality = rng.choice(["", "__restrict "])
        return "\n".join([
            f"__attribute__((noinline)) static void {self.name}({self.type} *{quality}a, {self.type} *{quality}b, "
            f"{self.type} *{quality}d, {self.size} w, {self.size} h, int k, int c) {{",
            *("  " + line for line in begin + body + end), "}", *self.calls(quality)]) + "\n"

    def temporary(self, name, begin, end):
        room = f"24 * {18 * self.channels}" if self.is_fixed else f"((long)w * h > 0 ? (long)w * h * {self.channels} : 1)"
        kinds = ["malloc", "malloc", "calloc"] + (["new"] if self.cpp else [])
        kind = self.rng.choice(kinds)
        if kind == "malloc":
            begin.append(f"{self.type} *{name} = ({self.type} *)malloc(({room}) * sizeof(*a));")
        elif kind == "calloc":
            begin.append(f"{self.type} *{name} = ({self.type} *)calloc({room}, sizeof(*a));")
            self.zeroed.add(name)
            self.set.add(name)
        else:
            begin.append(f"{self.type} *{name} = new {self.type}[{room}];")
        end.append(f"delete[] {name};" if kind == "new" else f"free({name});")

    def known(self, name, margins):
        """How many rows and columns at the edges were not written; none if nothing was."""
        return 0 if name in self.zeroed else margins.get(name)

    def flat_stage(self, target, source, margins):
        rng = self.rng
        is_set = source in self.set or not self.is_signed or self.is_guarded or self.is_fixed
        read = source if is_set and self.known(source, margins) == 0 else "a"
        self.is_plain_write = target in self.zeroed
        terms = [f"{read}[i]"]
        if rng.random() < 0.2 and read in "abd":
            terms.append(f"{read}[i + {rng.choice([1, 2])}]")
        if rng.random() < 0.2:
            terms.append("(int)(i % 7)")
        store = f"{target}[i] = {' + '.join(terms)} * {rng.randint(1, 3)};"
        if rng.random() < 0.1 and self.is_plain_write:
            store = f"if ({read}[i] > 3) {store}"
        margins[target] = 0
        self.set.add(target)
        return self.flat(store)

    def nest_stage(self, target, source, margins):
        rng = self.rng
        known = self.known(source, margins)
        if known is None:
            source, known = "a", 0
        edges, terms = known, []
        for _ in range(rng.choice([1, 2, 3])):
            i, j = rng.choice([(0, 0), (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)])
            edges = max(edges, known + 1) if (i, j) != (0, 0) else edges
            terms.append(self.at(source, shifted("y", i), shifted("x", j)))
        if rng.random() < 0.2:
            terms.append(rng.choice(["(int)x", "(int)y"]))
        margins[target] = min(margins.get(target, edges), edges)
        store = f"{self.at(target, 'y', 'x')} = {' + '.join(terms)} + {rng.randint(1, 3)};"
        if rng.random() < 0.08 and target in self.zeroed:
            store = f"if (x != k) {store}"
        return self.nest(edges, store)

    # Calls.

    def calls(self, quality):
        rng, third = self.rng, POOL // 3
        away = f"{third}" if quality else f"(draw(2) ? {third} : draw(1500))"
        other = f"{2 * third}" if quality else f"(draw(2) ? {2 * third} : draw(1500))"
        lines = [f"static void {self.name}_calls(void) {{",
                 f"  {self.type} *base = ({self.type} *)pool.bytes;",
                 f"  state = {rng.randint(1, 1 << 30)};",
                 "  for (int call = 0; call < 70; call++) {"]
        if self.wraps:
            # About as many rows as make 2^32 or 2^64 elements of some columns, and a few more.
            bits = BITS[self.size]
            top = "0x1p32" if bits == 32 else "0x1p64"
            lines += [f"    {self.size} h = ({self.size})(draw(3) ? draw(20) : draw(4) + 2), w = ({self.size})draw(30);",
                      f"    if (draw(2) && h > 1 && {bits} == 8 * sizeof w)",
                      f"      w = ({self.size})({top} / (double)h) + ({self.size})draw(9);",
                      "    if (draw(3) == 0) { " + f"{self.size} other = w; w = h; h = other;" + " }",
                      f"    if (({'unsigned long' if bits == 64 else 'unsigned'})w * h > {MOST}) continue;"]
        else:
            low = "- draw(5) * (draw(3) == 0)" if self.is_signed else ""
            lines += [f"    {self.size} h = ({self.size})((draw(3) ? draw(9) : draw(24)) {low}), "
                      f"w = ({self.size})((draw(3) ? draw(12) : draw(40)) {low});",
                      f"    if ((long)w * h * {self.channels} > {MOST}) w = 5;"]
        lines += [f"    for (long i = 0; i < (long)(sizeof pool / sizeof *base); i++) base[i] = ({self.type})(i * 31 % 97);",
                  f"    {self.name}(base + 400, base + 400 + {away}, base + 400 + {other}, w, h, (int)draw(5), {self.channels});",
                  f'    printf("{self.name} %ld %ld %lx\\n", (long)w, (long)h, hash());', "  }", "}"]
        return lines


def generate(seeds, cpp):
    """The program of some seeds: a kernel for each."""
    kernels = [Kernel(seed, cpp) for seed in seeds]
    main = "".join(f"  {kernel.name}_calls();\n" for kernel in kernels)
    return HEAD + "".join(kernel.text() for kernel in kernels) + f"int main(void) {{\n{main}}}\n"
