"""Loops that come in versions, of which tests choose one: for elements that follow each other, and for any distance.

Tests lie around loops or within them, in each other, and beside loops without versions. The distances
are arguments, or lie in memory that the loops may write over; those are masked where they are used, so
that subscripts stay within the pool that everything lies in. Versions differ in what they compute, too,
so that a wrong way shows.
"""

import random

# Element types, with the shift that makes bytes of elements.
TYPES = {"unsigned char": 0, "unsigned short": 1, "unsigned": 2, "unsigned long": 3, "float": 2, "double": 3}

# Elements from one array to the next, and before the first one.
AREA = 2048
ARRAYS = 4
# Iterations of a loop, and rows.
MOST, ROWS = 300, 4

HEAD = f"""#include <stdio.h>
static union {{ long align; unsigned char bytes[{(ARRAYS + 2) * AREA * 8}]; }} pool;
static unsigned long hash(unsigned long h) {{
  for (long i = 0; i < (long)sizeof pool.bytes; i++) h = (h ^ pool.bytes[i]) * 1099511628211ul;
  return h;
}}
static unsigned long state;
static long draw(long n) {{
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (long)((state >> 33) % (unsigned long)n);
}}
__attribute__((noinline)) void changes(long *k) {{ *k += 1; __asm__ volatile("" ::: "memory"); }}
__attribute__((noinline, const)) long pure(long k) {{ return k * 3; }}
"""


class Program:
    """One kernel with its calls, as text."""

    def __init__(self, seed):
        self.rng = rng = random.Random(f"versions{seed}")
        self.name = f"k{seed}"
        self.type = rng.choice([*TYPES, "unsigned long"])
        self.restrict = rng.random() < 0.5
        # Distances between elements lie in memory; loops write over them.
        self.loaded = rng.random() < 0.45
        may_overwrite = self.loaded and not self.restrict and self.type in ("unsigned", "unsigned long")
        self.overwritten = may_overwrite and rng.random() < 0.7
        self.step = self.type if self.overwritten else rng.choice(["long", "long", "int"])
        self.counter = rng.choice(["long", "long", "int", "unsigned"])
        self.has_rows = rng.random() < 0.35
        self.counts = rng.choice([["n"], ["n"], ["n", "m"]])

    # --- loops ---

    def distance(self, array):
        text = f"q->step[{array}]" if self.loaded else f"s{array}"
        return f"({text} & 3)" if self.overwritten else text

    def at(self, array, strided):
        element = f"(long)i * (long){self.distance(array)}" if strided else "i"
        row = f"(p{array} * j >> {TYPES[self.type]}) + " if self.has_rows else ""
        return f"a{array}[{row}{element}]"

    def loop(self, arrays, strided, count, extra, sums):
        """One version of a loop over two arrays, whose elements follow each other if not `strided`."""
        source, target = (self.at(a, a in strided) for a in arrays)
        text = f"{target} = {source} * {self.factor} + {self.added + extra}{self.own.format(target)};"
        if sums:
            text = f"{{ {text} r = r * 5 + ({target} > 40); }}"
        return f"for ({self.counter} i = 0; i < {count}; i++) {text}"

    def rows(self, text):
        return f"for (long j = 0; j < m2; j++) {{ {text} }}" if self.has_rows else text

    def condition(self, arrays):
        """A test, and whether elements follow each other where it holds."""
        if self.rng.random() < 0.6:
            return " && ".join(f"{self.distance(a)} == 1" for a in arrays), True
        return " || ".join(f"{self.distance(a)} != 1" for a in arrays), False

    def stage(self, number):
        """A loop, or versions of one, that mostly reads what the one before wrote."""
        rng = self.rng
        arrays = [(number + n) % ARRAYS if rng.random() < 0.8 else rng.randrange(ARRAYS) for n in (0, 1)]
        if arrays[0] == arrays[1]:
            arrays[1] = (arrays[0] + 1) % ARRAYS
        self.factor, self.added = rng.randint(1, 3), rng.randint(1, 9)
        self.own = rng.choice(["", "", " + {}"])
        count, sums = rng.choice(self.counts), rng.random() < 0.2
        tested = [a for a in arrays if rng.random() < 0.75] or arrays[1:]
        within = self.has_rows and rng.random() < 0.5

        def version(strided, extra=0):
            text = self.loop(arrays, tested if strided else [], count, extra, sums)
            return text if within else self.rows(text)

        form = rng.choice(["plain", "versions", "versions", "versions", "in other", "in kept", "one"])
        text = version(False)
        if form != "plain":
            test, follows = self.condition(tested)
            kept, other = text, version(True, rng.choice([0, 1]))
            also = rng.choice(["k == 2", "k != 2", "k > 2", "k == 1 && m2 == 3", f"{self.distance(0)} == 1"])
            if form == "in other":
                other = f"if ({also}) {{ {other} }} else {{ {version(True, 2)} }}"
            elif form == "in kept":
                kept = f"if ({also}) {{ {kept} }} else {{ {version(False, 2)} }}"
            elif form == "one":
                other = rng.choice(["r += 3;", "", f"{other} r ^= 5;"])
            one, two = (kept, other) if follows else (other, kept)
            text = f"if ({test}) {{ {one} }} else {{ {two} }}"
        if within:
            text = self.rows(text)
        return f"if ({count} > 0) {{ {text} }}" if rng.random() < 0.15 else text

    def between(self):
        return self.rng.choices(
            ["", "r = r * 7 + (unsigned long)k;", "if (k == 3) return r;", "changes(&k);", "a1[0] = 3;",
             "r += (unsigned long)(k / (m2 | 1));", "r += (unsigned long)pure(k);"],
            [12, 2, 1, 1, 1, 1, 1])[0]

    def parameters(self):
        quality = "restrict " if self.restrict else ""
        arrays = [f"{self.type} *{quality}a{n}" for n in range(ARRAYS)]
        steps = [f"const struct {self.name} *q"] if self.loaded else \
            [f"{self.step} s{n}" for n in range(ARRAYS)]
        pitches = [f"long p{n}" for n in range(ARRAYS)] if self.has_rows else []
        counts = [f"{self.counter} n", f"{self.counter} m", "long k", "long m2", "int times"]
        return ", ".join(arrays + steps + pitches + counts)

    def kernel(self):
        lines = []
        for number in range(self.rng.choice([2, 2, 3, 3, 4])):
            lines += [self.between()] * (number > 0) + [self.stage(number)]
        if self.rng.random() < 0.2:
            lines = ["for (int t = 0; t < times; t++) {", *lines, "}"]
        body = "".join(f"  {line}\n" for line in lines if line)
        return (f"struct {self.name} {{ {self.step} step[{ARRAYS}]; }};\n"
                f"__attribute__((noinline)) unsigned long {self.name}({self.parameters()}) {{\n"
                f"  unsigned long r = 1;\n{body}  return r;\n}}\n")

    # --- calls ---

    def calls(self):
        name, each = self.name, range(ARRAYS)
        place = f"n * {AREA}" if self.restrict else f"(draw(2) ? n : draw({ARRAYS})) * {AREA} + draw(70) * draw(2)"
        pitch = "draw(2) ? 64 : draw(64)" if self.has_rows else "0"
        steps = ["q"] if self.loaded else [f"s[{n}]" for n in each]
        pitches = [f"p[{n}]" for n in each] if self.has_rows else []
        arguments = ", ".join([f"a[{n}]" for n in each] + steps + pitches)
        step = "draw(4)" if self.overwritten else "draw(5) - 1"
        home = f"draw(2) ? (struct {name} *)(a[draw({ARRAYS})] + draw(60)) : &own" if self.overwritten else "&own"
        most = 64 if self.has_rows or self.overwritten else MOST
        return f"""static void {name}_calls(void) {{
  static const long sizes[] = {{0, 1, 2, 3, 7, 40, 64, {most}}};
  state = {self.rng.randint(1, 1 << 30)};
  for (int call = 0; call < 100; call++) {{
    {self.type} *base = ({self.type} *)pool.bytes, *a[{ARRAYS}];
    for (long i = 0; i < {(ARRAYS + 2) * AREA}; i++) base[i] = ({self.type})(i * 31 % 97);
    long s[{ARRAYS}], p[{ARRAYS}], follow = draw(3), n0 = sizes[draw(8)], m0 = draw(2) ? n0 : sizes[draw(8)];
    struct {name} own, *q;
    for (long n = 0; n < {ARRAYS}; n++) {{
      a[n] = base + {AREA} + {place};
      s[n] = follow ? 1 : {step};
      p[n] = ({pitch}) * 4;
      if (draw(3)) p[n] = p[n] / 8 * 8;
      if (!draw(8)) p[n] = -p[n];
    }}
    q = {home};
    for (long n = 0; n < {ARRAYS}; n++) q->step[n] = ({self.step})s[n];
    long k = draw(5), rows = draw({ROWS});
    unsigned long r = {name}({arguments}, ({self.counter})n0, ({self.counter})m0, k, rows, (int)draw(3));
    (void)s, (void)p;
    printf("{name} %d n %ld m %ld k %ld %lx\\n", call, n0, m0, k, hash(r));
  }}
}}
"""


def generate(seeds):
    """The program of some seeds: a kernel for each."""
    programs = [Program(seed) for seed in seeds]
    main = "".join(f"  {p.name}_calls();\n" for p in programs)
    return HEAD + "".join(p.kernel() + p.calls() for p in programs) + f"int main(void) {{\n{main}}}\n"
