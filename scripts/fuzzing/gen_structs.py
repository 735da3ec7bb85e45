"""Loops over arrays whose pointers and sizes lie in memory: in structs, global variables, members.

Sizes are loaded anew in each iteration, for all that anybody knows. Some programs do write over
them: all numbers that are stored are small, so that whatever is a size then, subscripts stay
within the pool that everything lies in. No array reaches a pointer.
"""

import random

# C type, bytes, may it hold sizes
TYPES = {"int": 4, "unsigned": 4, "unsigned char": 1, "short": 2, "long": 8, "float": 4, "double": 8}
SIZES = ["int", "int", "int", "unsigned", "long", "unsigned char", "short"]

# Sizes are at most so much, whether or not they were stored by a loop.
MOST = 31

HEAD = """#include <stdio.h>
#include <string.h>
static union { long align; unsigned char bytes[1 << 17]; } pool;
static unsigned long hash(void) {
  unsigned long h = 7;
  for (long i = 0; i < (long)sizeof pool.bytes; i++) h = (h ^ pool.bytes[i]) * 1099511628211ul;
  return h;
}
static void fill(unsigned seed) {
  for (long i = 0; i < (long)sizeof pool.bytes; i++)
    pool.bytes[i] = 0;
  for (long i = 0; i < (long)sizeof pool.bytes; i += 8)
    pool.bytes[i] = (seed = seed * 1664525u + 1013904223u) >> 27;
}
"""

# Where sizes lie, with room for arrays around them.
HOME = 1 << 16
# Apart from each other by that.
AREA = 1 << 13


class Program:
    """One kernel with its calls, as text."""

    def __init__(self, seed, cpp):
        self.rng = random.Random(f"structs{seed}")
        self.name, self.cpp = f"k{seed}", cpp
        rng = self.rng
        self.size = rng.choice(SIZES)
        self.elem = rng.choice([self.size, self.size, "int", "unsigned char", "double", "short"])
        self.other = rng.choice([self.elem, "int", "float", "unsigned char"])
        self.arrays = {n: rng.choice([self.elem, self.elem, self.other]) for n in "pqvw"}
        self.fields = rng.sample(["n", "m", "pitch", "off", "k"], 5)
        ways = ["one", "two", "inner", "arguments", "globals"] + ["members", "reference"] * cpp
        self.way = rng.choice(ways)
        self.two_dim = rng.random() < 0.4
        self.clamps = self.two_dim and random.Random(f"clamps{seed}").random() < 0.4
        self.flags = random.Random(f"flags{seed}")
        self.has_flags = self.flags.random() < 0.35
        # What is compared for equality must not change.
        self.exact = not self.two_dim and rng.random() < 0.15
        self.overlaps = self.way in ("two", "inner", "arguments", "globals", "reference") and \
            not self.exact

    # --- what there is ---

    def dims(self):
        return "".join(f"  {self.size} {f};\n" for f in self.fields)

    def pointers(self):
        return "".join(f"  {t} *{n};\n" for n, t in self.arrays.items())

    def types(self):
        n = self.name
        if self.way in ("one", "members"):
            members = self.dims() + self.pointers() if self.rng.random() < 0.5 else \
                self.pointers() + self.dims()
            method = "  void run();\n" if self.way == "members" else ""
            return f"struct {n} {{\n{members}{method}}};\n"
        dims = f"struct {n}_d {{\n{self.dims()}}};\n"
        if self.way == "arguments":
            return dims
        if self.way == "globals":
            at = "".join(f"{t} *{n}_{a};\n" for a, t in self.arrays.items())
            return dims + f"struct {n}_d *{n}_g;\n{at}"
        inner = f"  struct {n}_d *d;\n" if self.way == "inner" else ""
        ref = f"  {n}_d &d;\n  void run();\n" if self.way == "reference" else ""
        return dims + f"struct {n} {{\n{inner}{ref}{self.pointers()}}};\n"

    def size_of(self, field):
        way = {"one": "s->", "two": "d->", "inner": "s->d->", "arguments": "d->",
               "globals": f"{self.name}_g->", "members": "", "reference": "d."}
        return way[self.way] + field

    def array(self, name):
        way = {"one": "s->", "two": "s->", "inner": "s->", "globals": f"{self.name}_"}
        return way.get(self.way, "") + name

    def head(self):
        n = self.name
        pointers = ", ".join(f"{t} *{a}" for a, t in self.arrays.items())
        return {
            "one": f"void {n}_run(struct {n} *s)",
            "two": f"void {n}_run(struct {n} *s, struct {n}_d *d)",
            "inner": f"void {n}_run(struct {n} *s)",
            "arguments": f"void {n}_run(struct {n}_d *d, {pointers})",
            "globals": f"void {n}_run(void)",
            "members": f"void {n}::run()",
            "reference": f"void {n}::run()",
        }[self.way]

    # --- loops ---

    def near(self, at):
        """A subscript of the same row, or of one beside it, that ends at the border."""
        rng = self.rng
        if not self.clamps or rng.random() < 0.4:
            return at
        j, i, n, m = "j", "i", self.size_of("n"), self.size_of("m")
        if rng.random() < 0.5:
            j = rng.choice(["(j > 0 ? j - 1 : 0)", f"(j + 1 < {m} ? j + 1 : j)", f"(j < {m} - 1 ? j + 1 : {m} - 1)"])
        if rng.random() < 0.6:
            i = rng.choice(["(i > 0 ? i - 1 : 0)", "(i < 1 ? 0 : i - 1)", f"(i + 1 < {n} ? i + 1 : {n} - 1)",
                            f"(i == {n} - 1 ? i : i + 1)"])
        return at.replace("j *", f"{j} *").replace("+ i", f"+ {i}")

    def value(self, at, writes):
        rng = self.rng
        reads = [f"{self.array(n)}[{self.near(at)}]" for n in rng.choices("pqvw", k=rng.choice([1, 1, 2]))]
        if rng.random() < 0.15:
            reads.append(self.size_of("k"))
        text = rng.choice([" + ", " * ", " - "]).join(f"(int){r}" for r in reads)
        return f"({self.arrays[writes]})((({text}) * {rng.choice([1, 3, 5])} + {rng.randint(0, 9)}) & {MOST})"

    def statement(self, at):
        rng = self.rng
        writes = rng.choice("pqvw")
        by = f"{self.array(rng.choice('pqvw'))}[{at}]"

        def store():
            return f"{self.array(writes)}[{at}] = {self.value(at, writes)};"

        kind = rng.random()
        if kind < 0.12:
            return f"if ({by} > 7) {store()}"
        if kind < 0.22:
            return f"if ({by} > 7) {store()} else {store()}"
        if kind < 0.27:
            return f"if ({by} > 17) {store()} else if ({by} < 3) {store()} else {store()}"
        if kind < 0.32:
            return f"switch ((int){by} & 3) {{ case 0: {store()} break; case 2: {store()} break; default: {store()} }}"
        return store()

    def body(self, at):
        return " ".join(self.statement(at) for _ in range(self.rng.choice([1, 1, 1, 2])))

    def loop(self):
        rng = self.rng
        counter = rng.choice([self.size, "int", "int", "long"])
        if self.size in ("unsigned char", "short"):
            counter = "int"
        n, m = self.size_of("n"), self.size_of("m")
        if self.two_dim:
            i, at = counter, f"j * {self.size_of('pitch')} + i"
            if rng.random() < 0.3:
                at += f" + {self.size_of('off')}"
            inner = f"for ({i} i = 0; i < {n}; i++) {{ {self.body(at)} }}"
            return f"  for ({i} j = 0; j < {m}; j++)\n    {inner}\n"
        kind = rng.random()
        at = "i" if rng.random() < 0.75 else f"i + {self.size_of('off')}"
        body = self.body(at)
        if self.exact:
            return f"  for ({counter} i = 0; i != {n}; i++) {{ {body} }}\n"
        if kind < 0.1:
            return f"  for (long i = (long){n} - 1; i >= 0; i--) {{ {body} }}\n"
        if kind < 0.2:
            return f"  for ({counter} i = 0; i <= {n}; i++) {{ {body} }}\n"
        if kind < 0.3:
            return f"  for ({counter} i = 0; i < {n}; i += 2) {{ {body} }}\n"
        if kind < 0.35:
            return f"  {{ {counter} i = 0; while (i < {n}) {{ {body} i++; }} }}\n"
        return f"  for ({counter} i = 0; i < {n}; i++) {{ {body} }}\n"

    def step(self):
        """A loop, or one that a flag switches on, or one of two."""
        flags, loop = self.flags, self.loop()
        if not self.has_flags or flags.random() < 0.6:
            return loop
        flag = flags.choice([f"{self.size_of('k')} > 9", f"{self.size_of('k')} & 1", f"!({self.size_of('k')} & 1)",
                             f"{self.size_of('off')}", f"{self.size_of('n')} > 7"])
        other = f" else {{\n{self.loop()}  }}" if flags.random() < 0.3 else ""
        return f"  if ({flag}) {{\n{loop}  }}{other}\n"

    def kernel(self):
        rng = self.rng
        text = ""
        for at in range(rng.choice([2, 2, 3, 4])):
            if at and rng.random() < 0.08:
                text += f"  {self.size_of(rng.choice(['n', 'off']))} = {rng.randint(0, 20)};\n"
            text += self.step()
        if rng.random() < 0.2:
            text = "  for (int t = 0; t < 3; t++) {\n" + text + "  }\n"
        return f"__attribute__((noinline)) {self.head()} {{\n{text}}}\n"

    # --- calls ---

    def places(self):
        """Where the arrays begin, in bytes of the pool."""
        rng = self.rng
        at = {}
        for index, (name, t) in enumerate(self.arrays.items()):
            kind = rng.random()
            width = TYPES[t]
            at[name] = (1 + index) * AREA + width * rng.randint(0, 8)
            if at and kind < 0.2 and index:
                other = rng.choice(list(at)[:index])
                # Compilers may believe that numbers of other types lie elsewhere.
                if self.arrays[other] == t:
                    at[name] = at[other] + width * rng.randint(-40, 40)
            elif kind < 0.55 and self.overlaps and t == self.size:
                field = self.fields.index(rng.choice(self.fields))
                at[name] = HOME + width * (field - rng.randint(-2, 50))
        return at

    def calls(self):
        rng, n = self.rng, self.name
        text = ""
        for call in range(6):
            at = self.places()
            values = {"n": rng.choice([0, 1, 2, 7, 13, 30, MOST]), "m": rng.choice([0, 1, 2, 9, 20]),
                      "pitch": rng.choice([0, 1, 13, 30, MOST]), "off": rng.choice([0, 0, 1, 5]),
                      "k": rng.randint(0, MOST)}
            if not self.size.startswith("unsigned") and rng.random() < 0.1:
                values["n"] = -3
            if self.exact:
                values["n"] = abs(values["n"])
            to = {a: f"({t} *)(pool.bytes + {at[a]})" for a, t in self.arrays.items()}
            home = f"(struct {n}_d *)(pool.bytes + {HOME})"
            text += f"  fill({call + 1});\n"
            set_dims = "".join(f" {{}}{f} = {v};" for f, v in values.items())
            set_arrays = "".join(f" {{}}{a} = {p};" for a, p in to.items())
            if self.way in ("one", "members"):
                text += f"  {{ struct {n} s;{set_dims.replace('{}', 's.')}{set_arrays.replace('{}', 's.')}\n"
                text += "    s.run();" if self.way == "members" else f"    {n}_run(&s);"
                text += f" printf(\"%ld \", (long)(s.n + s.m + s.pitch + s.off + s.k)); }}\n"
            else:
                text += f"  {{ struct {n}_d *d = {home};{set_dims.replace('{}', 'd->')}\n"
                if self.way == "arguments":
                    text += f"    {n}_run(d, {', '.join(to.values())}); }}\n"
                elif self.way == "globals":
                    text += f"    {n}_g = d;{set_arrays.replace('{}', n + '_')} {n}_run(); }}\n"
                elif self.way == "reference":
                    text += f"    {n} s = {{*d, {', '.join(to.values())}}}; s.run(); }}\n"
                else:
                    own = " s.d = d;" if self.way == "inner" else ""
                    more = ", d" if self.way == "two" else ""
                    text += f"    struct {n} s;{own}{set_arrays.replace('{}', 's.')} {n}_run(&s{more}); }}\n"
            text += f"  printf(\"{n} {call} %lx\\n\", hash());\n"
        return f"static void {n}_calls(void) {{\n{text}}}\n"

    def text(self):
        return self.types() + self.kernel() + self.calls()


def generate(seeds, cpp):
    """The program of some seeds: a kernel for each."""
    programs = [Program(seed, cpp) for seed in seeds]
    main = "".join(f"  {p.name}_calls();\n" for p in programs)
    return HEAD + "".join(p.text() for p in programs) + f"int main(void) {{\n{main}}}\n"
