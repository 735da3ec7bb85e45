"""Programs whose threads call one function at a time, each for rows of its own.

What a thread reads it has written itself, in this call or in one before: so there is no data race, whoever
else is at work on other rows of the same arrays. Some of these are static, some on the stack, some of the
heap, some a thread's own.
"""

import random
import re

HEAD = """#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
"""

FRAME = """
typedef {type} T_{n};
{arrays}
static T_{n} in_{n}[{all}], out_{n}[{all}];
static atomic_int ready_{n};
static unsigned sum_{n}[{threads}];
__attribute__((noinline)) static void run_{n}(const T_{n} *{restrict}in, T_{n} *{restrict}out, {index} lo, {index} hi) {{
{body}
}}
static void *thread_{n}(void *at) {{
  long k = (long)at;
  atomic_fetch_add(&ready_{n}, 1);
  while (atomic_load(&ready_{n}) < {threads}) ;
  for (int again = 0; again < {again}; again++) {{
    run_{n}(in_{n} + again % 3 * {width}, out_{n}, k * {share}, k * {share} + {share} - {less});
    for (long i = k * {share} * {width}; i < (k + 1) * {share} * {width}; i++)
      sum_{n}[k] = sum_{n}[k] * 31 + (unsigned)out_{n}[i];
  }}
  return 0;
}}
static void main_{n}(void) {{
  pthread_t all[{threads}];
  for (long i = 0; i < {all}; i++) in_{n}[i] = (T_{n})(i * 7 % 31);
{allocate}
  for (long k = 1; k < {threads}; k++)
    if (pthread_create(&all[k], 0, thread_{n}, (void *)k)) exit(2);
  thread_{n}(0);
  for (long k = 1; k < {threads}; k++) pthread_join(all[k], 0);
  for (long k = 0; k < {threads}; k++) printf("{n} %u\\n", sum_{n}[k]);
}}
"""


class Threads:
    """The program of a seed."""

    def __init__(self, seed):
        self.n, self.rng = seed, random.Random(f"threads{seed}")
        rng = self.rng
        self.threads, self.share = rng.choice([2, 2, 3]), rng.choice([8, 20, 33])
        self.width = rng.choice([1, 24, 40, 100])   # one: elements, not rows
        if self.width == 1:
            self.share *= 40
        # Rows are counted from the first one of all, or of the thread; or each thread has loops of its own.
        form = rng.choice(["all", "own", "arms", "arms"])
        self.own, self.arms = form == "own", form == "arms"
        self.arrays, self.allocate, self.begin = [], [], []
        self.begins_at = {"in": 0}                  # the first row, from lo on, that is written
        self.ends_at = {"in": 0}                    # rows before hi that are not

    @property
    def rows(self):
        return self.threads * self.share

    def at(self, array, ahead):
        row = f"(i + {ahead})" if ahead > 0 else f"(i - {-ahead})" if ahead < 0 else "i"
        if array in ("in", "out"):
            return f"{array}[{row} * {self.width} + j]"
        return f"{array}[{row} - lo][j]" if array in self.local and not self.own else f"{array}[{row}][j]"

    def temporary(self, name):
        """An array of one of the kinds; the threads share some, and have others for themselves."""
        rng, n = self.rng, self.n
        kind = rng.choice(["static", "static", "static", "local", "thread", "heap", "stack"])
        row, all_rows = f"[{self.width}]", f"{name}_{n}"
        if kind == "stack":
            self.local.add(name)
            self.begin.append(f"T_{n} {name}[{self.share}]{row};")
            return
        if kind == "local":
            self.begin.append(f"static T_{n} {all_rows}[{self.rows}]{row};")
        elif kind == "heap":
            self.arrays.append(f"static T_{n} (*{all_rows}){row};")
            self.allocate.append(f"  {all_rows} = calloc({self.rows}, sizeof *{all_rows});")
        else:
            own = "_Thread_local " if kind == "thread" else ""
            self.arrays.append(f"static {own}T_{n} {all_rows}[{self.rows}]{row};")
        first = all_rows + (" + lo" if self.own else "")
        self.begin.append(f"T_{n} (*{name}){row} = {first};" if rng.random() < 0.4 else
                          f"#define {name} ({first})")

    def stage(self, target, sources):
        """A nest that reads rows of its sources and writes those of the target."""
        rng = self.rng
        reads = [(s, 0 if s == "in" else rng.choice([0, 0, 0, 1, -1, 2, -2])) for s in sources]
        low = max(self.begins_at[s] - min(0, a) if a <= 0 else max(0, self.begins_at[s] - a) for s, a in reads)
        high = max(self.ends_at[s] + a if a >= 0 else max(0, self.ends_at[s] + a) for s, a in reads)
        self.begins_at[target], self.ends_at[target] = low, high
        value = " + ".join(f"{self.at(s, a)} * {rng.choice([1, 2, 3])}" for s, a in reads)
        value = f"({value} + {rng.randint(0, 9)})"
        value = f"{value} * 0.25" if self.type in ("float", "double") else f"{value} & 1023"
        store = f"{self.at(target, 0)} = {value};"
        if rng.random() < 0.15:
            store = f"if ({self.at('in', 0)} > 9) {store} else {self.at(target, 0)} = 3;"
        index = self.index
        first, end = (f"{low}", f"{self.share} - {high}") if self.own else (f"lo + {low}", f"hi - {high}")
        return [f"for ({index} i = {first}; i < {end}; i++)",
                f"  for ({index} j = 0; j < {self.width}; j++) {store}"]

    def arm(self, k, body):
        """What the k-th thread does, whose rows are constants."""
        rows = {"lo": str(k * self.share), "hi": str((k + 1) * self.share - k % 2)}
        body = [re.sub(r"\b(lo|hi)\b", lambda m: rows[m[1]], line) for line in body]
        return [f"if (lo == {rows['lo']}) {{", *body, "}"]

    def text(self):
        rng = self.rng
        self.type, self.index = rng.choice(["float", "double", "int", "unsigned char"]), rng.choice(["long", "int"])
        self.local, done, body = set(), ["in"], []
        if self.own:
            self.begin += [f"in += lo * {self.width};", f"out += lo * {self.width};"]
        for stage in range(rng.choice([2, 3, 3, 4])):
            self.temporary(f"t{stage}")
            body += self.stage(f"t{stage}", [done[-1]] + ([rng.choice(done)] if rng.random() < 0.6 else []))
            done.append(f"t{stage}")
        body += self.stage("out", [done[-1], rng.choice(done)])
        # What is defined stands in lines of its own, and is not known behind the function.
        defined = [line.split()[1] for line in self.begin if line.startswith("#")]
        if self.arms:
            body = [line for k in range(self.threads) for line in self.arm(k, body)]
        lines = [line if line.startswith("#") else "  " + line for line in self.begin + body]
        return FRAME.format(
            n=self.n, type=self.type, index=self.index, threads=self.threads, share=self.share,
            width=self.width, all=(self.rows + 4) * self.width, again=rng.choice([20, 60]), less="0" if self.own else "k % 2",
            restrict=rng.choice(["restrict ", "restrict ", ""]), arrays="\n".join(self.arrays),
            body="\n".join(lines + [f"#undef {name}" for name in defined]),
            allocate="\n".join(self.allocate))


def generate(seeds):
    """One C program that does what those of these seeds do; to compilers that of seed 7 is threads-7.c."""
    parts = [HEAD]
    for seed in seeds:
        parts += [f'#line 1 "threads-{seed}.c"\n', Threads(seed).text()]
    calls = "\n".join(f"  main_{seed}();" for seed in seeds)
    return "".join(parts) + f"int main(void) {{\n{calls}\n}}\n"
