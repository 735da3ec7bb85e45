"""Programs over images whose stages hand on rows through arrays of the function's own.

The first stage reads the argument, the last one writes the other argument, and each in between
writes a temporary of some kind that later ones read, some rows and columns away. The margins of a
stage follow from what those before it have written, so that no element is read that was not.
"""

import random

TYPES = ["float", "double", "int", "short", "byte"]
HEAP = ["malloc", "malloc", "malloc", "calloc", "filled"]
OTHERS = ["vla", "given"]
CONTAINERS = ["vector", "vector", "vector", "unique", "new"]
AWAY = [0, 0, 0, 0, 1, 1, -1, -1, 2, -2, 3, -4]

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned char byte;
#define TYPE(T) \\
  __attribute__((noinline)) static void fill_##T(T *all, long n) { for (long i = 0; i < n; i++) all[i] = (T)(i * 7 % 11); } \\
  __attribute__((noinline)) static double digest_##T(double sum, const T *all, long n) { \\
    for (long i = 0; i < n; i++) sum = sum * 0.9973 + (all[i] == all[i] ? (double)all[i] : 1); \\
    return sum; \\
  }
TYPE(float) TYPE(double) TYPE(int) TYPE(short) TYPE(byte)
"""

CONTAINER_HEAD = """#include <memory>
#include <vector>
#define restrict __restrict
"""

FRAME = """typedef {type} T;
static unsigned long effects;
static T given[4][6000];
__attribute__((noinline)) T *give(int k) {{ return given[k]; }}
__attribute__((noinline)) void side(void) {{ effects = effects * 3 + 1; }}
__attribute__((noinline)) void run(T *{restrict} in, T *{restrict} out, {index} h, {index} w) {{
{body}
}}
static T all[20000];
static void call(long h, long w) {{
  for (int at = 5000; at < 10000; at += {step}) {{
    fill_{type}(all, 20000);
    run(all + 5000, all + {where}, h, w);
    double sum = digest_{type}(effects, all, 20000);
    for (int k = 0; k < 4; k++) sum = digest_{type}(sum, given[k], 6000);
    printf("%ld %ld %d %a\\n", h, w, at, sum);
  }}
}}
__attribute__((noinline)) int main(void) {{
  {calls}
  return 0;
}}
"""

NAMES = ["T", "effects", "given", "give", "side", "run", "all", "call", "main"]


def clamped(rng, counter, away, low, high):
    """An index that many away from a counter between `low` and `high`, but not beyond these."""
    if away == 0:
        return counter
    index = f"{counter} + {away}"
    if away > 0:
        return "(" + rng.choice([
            f"{index} < {high} ? {index} : {high}",
            f"{index} > {high} ? {high} : {index}",
            f"{counter} < {high} - {away - 1} ? {index} : {high}",
            f"{counter} <= {high} - {away} ? {index} : {counter}",
            f"({index}) % ({high} + 1) < {low} ? {low} : ({index}) % ({high} + 1)",
        ]) + ")"
    return "(" + rng.choice([
        f"{index} > {low} ? {index} : {low}",
        f"{index} < {low} ? {low} : {index}",
        f"{counter} >= {low} + {-away} ? {index} : {low}",
        f"{counter} < {low} + {-away} ? {counter} : {index}",
    ]) + ")"


class Rows:
    """One program, of C or of C++."""

    def __init__(self, seed, cpp):
        self.rng, self.cpp = random.Random(f"rows{seed}"), cpp
        self.constant = self.rng.random() < 0.4
        self.index = self.rng.choice(["long", "long", "int"])
        self.h = str(self.rng.choice([5, 8, 21, 40])) if self.constant else "h"
        self.w = str(self.rng.choice([3, 8, 16, 33])) if self.constant else "w"
        self.flat = {"in": True, "out": True}
        self.begin, self.end, self.tested = [], [], []
        self.margins = {"in": (0, 0, 0, 0)}   # rows above, below, columns left, right: not written
        self.zeroed = set()
        self.clamps = random.Random(f"clamps{seed}").random() < 0.3

    def at(self, array, i, j):
        """An element; 'i' and 'j' are expressions."""
        if self.flat[array]:
            return f"{array}[({i}) * ({self.w}) + {j}]"
        return f"{array}[{i}][{j}]"

    def temporary(self, name):
        kinds = HEAP + OTHERS + (["stack", "stack", "static"] if self.constant else [])
        kinds += CONTAINERS if self.cpp else []
        kind, h, w = self.rng.choice(kinds), self.h, self.w
        # Pointers to rows whose length is not constant are C's.
        self.flat[name] = self.rng.random() < 0.6 or self.cpp and not self.constant
        size = f"({h}) * ({w}) + 8"
        if kind in CONTAINERS:
            self.container(name, kind, size)
            return
        if kind in HEAP:
            get = f"calloc({size}, sizeof(T))" if kind == "calloc" else f"malloc(({size}) * sizeof(T))"
            pointer = f"T *{name}" if self.flat[name] else f"T (*{name})[{w}]"
            self.begin.append(f"{pointer} = ({pointer.replace(name, '')}){get};")
            test = self.rng.random()
            if test < 0.3:
                frees = " ".join(f"free({other});" for other in self.tested)
                self.begin.append(f"if (!{name}) {{ {frees} return; }}")
            elif test < 0.5 and self.tested:
                failed = " || ".join(f"!{other}" for other in [*self.tested, name])
                frees = " ".join(f"free({other});" for other in [*self.tested, name])
                self.begin.append(f"if ({failed}) {{ {frees} return; }}")
            self.tested.append(name)
            self.end.append(f"if ({name}) free({name});" if self.rng.random() < 0.2 else f"free({name});")
            if kind == "filled":
                byte = self.rng.choice([0, 0, 1])
                fill = f"memset({name}, {byte}, ({size}) * sizeof(T));"
                self.begin.append(f"if ({name}) {fill}" if self.rng.random() < 0.3 else fill)
            if kind == "calloc" or kind == "filled" and self.rng.random() < 0.5:
                self.zeroed.add(name)
            return
        if kind == "given":  # The caller sees it, and what the call before left there.
            self.begin.append(f"T *{name} = give({name[1:]});")
            self.flat[name] = True
            self.zeroed.add(name)
            return
        static = "static " if kind == "static" else ""
        if static:  # Zeros, and then what the call before left there.
            self.zeroed.add(name)
        if self.flat[name]:
            self.begin.append(f"{static}T {name}[{size}];")
        else:
            self.begin.append(f"{static}T {name}[{h} + 1][{w} + {self.rng.choice([0, 1])}];")

    def container(self, name, kind, size):
        """A temporary that C++ gives back."""
        self.flat[name] = True
        if kind == "vector":
            self.begin.append(f"std::vector<T> {name}({size});")
        elif kind == "unique":
            self.begin.append(f"auto {name} = std::make_unique<T[]>({size});")
        else:
            self.begin.append(f"T *{name} = new T[{size}];")
            self.end.append(f"delete[] {name};")
        if kind != "new" and self.rng.random() < 0.5:
            self.zeroed.add(name)

    def stage(self, target, sources, down):
        """A nest that computes `target`, as statements."""
        rng = self.rng
        above = below = left = right = 0
        terms = []
        for source in sources:
            for _ in range(rng.choice([1, 2, 3])):
                i, j = rng.choice(AWAY), rng.choice([0, 0, 0, 1, -1])
                edge = (0, 0, 0, 0) if source in self.zeroed else self.margins[source]
                if self.clamps and rng.random() < 0.6:  # As near to it as there is something.
                    above, below = max(above, edge[0]), max(below, edge[1])
                    left, right = max(left, edge[2]), max(right, edge[3])
                    row = clamped(rng, "i", i, str(edge[0]), f"{self.h} - {edge[1]} - 1")
                    column = clamped(rng, "j", j, str(edge[2]), f"{self.w} - {edge[3]} - 1")
                    terms.append(self.at(source, row, column))
                    continue
                above, below = max(above, edge[0] - i), max(below, edge[1] + i)
                left, right = max(left, edge[2] - j), max(right, edge[3] + j)
                terms.append(self.at(source, f"i + {i}", f"j + {j}"))
        value = terms[0]
        for term in terms[1:]:
            value = f"({value} {rng.choice('+-')} {term})"
        value = f"{value} * {rng.choice([1, 2, 3])} + {rng.choice([0, 1, 5])}"
        whole = {target, *sources}
        if all(self.flat[a] and not any(self.margins.get(a, (0,))) for a in whole) and rng.random() < 0.3:
            terms = " + ".join(f"{source}[k] * {rng.choice([1, 2])}" for source in sources)
            self.margins[target] = (0, 0, 0, 0)
            return [f"for ({self.index} k = 0; k < {self.h} * {self.w}; k++) {target}[k] = {terms} + 1;"]
        rows = f"for ({self.index} i = {above}; i < {self.h} - {below}; i++)"
        if down:
            rows = f"for ({self.index} i = {self.h} - {below} - 1; i >= {above}; i--)"
        columns = f"for ({self.index} j = {left}; j < {self.w} - {right}; j++)"
        here, statements = self.at(target, "i", "j"), []
        store = f"{here} = {value};"
        form = rng.random()
        if form < 0.1:
            store += f" if ({self.at('in', 'i', 'j')} > 3) {here} = 7;"
        elif form < 0.2:
            store = f"{here} = 0; for (int q = 0; q < 3; q++) {here} += {value} + q;"
        elif form < 0.3:
            store += f" {here} += 1;"
        elif form < 0.4:  # Two at a time; the second one reads what the first one wrote, or not.
            columns = f"for ({self.index} j = {left}; j + 1 < {self.w} - {right}; j += 2)"
            beside = self.at(target, "i", "j + 1")
            store += f" {beside} = {rng.choice([here, self.at('in', 'i', 'j')])} + 2;"
            if rng.random() < 0.5:
                store += f" {here} -= {beside};"
            right += 1
        if target != "out" and rng.random() < 0.15:
            statements.append(f"{rows} {columns} {here} = 0;")
            if rng.random() < 0.5:
                store = store.replace(" = ", " += ", 1)
        edge = ""
        if target != "out" and rng.random() < 0.1:
            edge = f"if ({self.w} > {left + right}) {self.at(target, 'i', left)} = 9;"
        nest = f"{rows} {{ {columns} {{ {store} }} {edge} }}"
        if target in self.zeroed and rng.random() < 0.2:
            if rng.random() < 0.5:
                nest = f"{rows} if ({self.at('in', 'i', '0')} > 3) {{ {columns} {{ {store} }} {edge} }}"
            else:
                nest = f"if ({self.h} > {rng.choice([3, 5])}) {nest}"
        statements.append(nest)
        self.margins[target] = (above, below, left, right)
        return statements

    def between(self, target):
        """Now and then something else stands between two stages."""
        chance = self.rng.random()
        above, below, left, right = self.margins[target]
        if chance < 0.05:
            return ["side();"]
        if chance < 0.1:
            return ["if (in[0] > 100) out[0] = 1;"]
        if chance < 0.15 and target != "out":
            some = f"{self.h} > {above + below} && {self.w} > {left + right}"
            return [f"if ({some}) out[0] += {self.at(target, above, left)};"]
        return []

    def text(self):
        rng = self.rng
        stages = rng.choice([2, 2, 3, 3, 4])
        down, done, body = rng.random() < 0.1, ["in"], []
        for stage in range(stages):
            target = "out" if stage == stages - 1 else f"t{stage}"
            if target != "out":
                self.temporary(target)
            others = [rng.choice(done)] if rng.random() < 0.5 else []
            body += self.stage(target, done[-1:] + others, down) + self.between(target)
            done.append(target)
        form = rng.random()
        if form < 0.2:
            lines = ["for (int again = 0; again < 3; again++) {", *self.begin, *body, *self.end, "}"]
            lines = [line.replace("return;", "continue;") for line in lines]
        elif form < 0.45:  # Buffers that each step writes anew, or not.
            lines = [*self.begin, "for (int again = 0; again < 2; again++) {", *body, "}", *self.end]
        else:
            lines = self.begin + body + self.end
        restrict = rng.choice(["restrict", "restrict", ""])
        calls = f"call({self.h}, {self.w});" if self.constant else \
            "for (long h = 0; h < 9; h++) for (long w = 0; w < 12; w++) call(h, w);\n" \
            "  call(37, 19);"
        return FRAME.format(
            type=rng.choice(TYPES), index=self.index, restrict=restrict, body="\n".join("  " + l for l in lines),
            step=5000 if restrict else 1237, where=10000 if restrict else "at + 1", calls=calls)


def generate(seeds, cpp):
    """One program that does what those of these seeds do; to compilers that of seed 7 is rows-7.c."""
    head = HEAD + (CONTAINER_HEAD if cpp else "")
    if len(seeds) == 1:
        return head + Rows(seeds[0], cpp).text()
    parts = [head]
    for seed in seeds:
        parts += [f"#undef {name}\n#define {name} {name}_{seed}\n" for name in NAMES]
        parts += [f'#line 1 "rows-{seed}.c"\n', Rows(seed, cpp).text()]
    calls = "\n".join(f"  main_{seed}();" for seed in seeds)
    return "".join(parts) + f"#undef main\nint main(void) {{\n{calls}\n}}\n"
