"""Programs in Fortran: subroutines of array statements and loops, with halos, sections and temporaries.

Each stage defines a box of an array from boxes of earlier ones, some elements away; which elements are
defined is kept as distances from 1 and from n, so that nothing is read that was not written.
"""

import random

TYPES = {"real4": ("real(4)", "_4"), "real8": ("real(8)", "_8"), "int": ("integer(4)", "")}


class Box:
    """Elements from `low` to n + `high` in the first dimension, and all of 1 to m in the second."""

    def __init__(self, low, high):
        self.low, self.high = low, high


class Subroutine:
    """The subroutine of a seed."""

    def __init__(self, seed):
        self.n, self.rng = seed, random.Random(f"fortran{seed}")
        rng = self.rng
        self.kind = rng.choice(sorted(TYPES))
        self.type = TYPES[self.kind][0]
        self.two = rng.random() < 0.6           # dimensions
        self.halo = rng.random() < 0.4          # arguments from 0 to n + 1
        self.assumed = rng.random() < 0.35      # (:, :), and perhaps not contiguous
        self.clamps = random.Random(f"clamps{seed}")
        self.clamped = self.clamps.random() < 0.35
        self.boxes = {"a": Box(0, 1) if self.halo else Box(1, 0)}
        self.declarations, self.begin, self.end = [], [], []
        self.passed = []                        # temporaries that are arguments: name, bounds, how they lie

    # --- arrays ---

    def dimensions(self, low, high):
        first = f"{low}:n{high:+d}" if (low, high) != (1, 0) else "n"
        return f"({first}, m)" if self.two else f"({first})"

    def argument(self):
        if self.assumed:
            first = "0:" if self.halo else ":"
            return f"({first}, :)" if self.two else f"({first})"
        return self.dimensions(0, 1) if self.halo else self.dimensions(1, 0)

    def temporary(self, name):
        rng = self.rng
        low, high = rng.choice([(1, 0), (1, 0), (0, 1), (-1, 2)])
        shape = self.dimensions(low, high)
        colons = "(:, :)" if self.two else "(:)"
        kind = rng.choice(["automatic", "automatic", "allocatable", "allocatable", "pointer"])
        if self.assumed and rng.random() < 0.7:
            lies = rng.choice(["whole", "whole", "whole", "padded", "padded", "strided", "backwards", "upwards"])
            self.passed.append((name, (low, high), lies))
            first = ":" if low == 1 else f"{low}:"
            self.declarations.append(f"{self.type}, intent(inout) :: {name}({first}{', :' if self.two else ''})")
        elif kind == "automatic":
            self.declarations.append(f"{self.type} :: {name}{shape}")
        elif kind == "allocatable":
            self.declarations.append(f"{self.type}, allocatable :: {name}{colons}")
            self.begin.append(f"allocate({name}{shape})")
            if rng.random() < 0.4:
                self.end.append(f"deallocate({name})")
        else:
            self.declarations.append(f"{self.type}, pointer :: {name}{colons}")
            self.begin.append(f"allocate({name}{shape})")
            self.end.append(f"deallocate({name})")
        return low, high

    # --- values ---

    def constant(self, value):
        return f"{value}" if self.kind == "int" else f"{value}.0{TYPES[self.kind][1]}"

    def value(self, terms):
        """Some function of elements or sections."""
        rng = self.rng
        terms = [f"{term} * {self.constant(rng.choice([1, 2, 3]))}" for term in terms]
        value = " + ".join([*terms, self.constant(rng.randint(0, 9))])
        if self.kind == "int":
            return f"iand({value}, 1023)"
        return f"({value}) * 0.25{TYPES[self.kind][1]}"

    def near(self, array, away, edges):
        """An element that many away, or the last one that is defined."""
        low, high = edges
        column = f"min(i + {away}, n{high:+d})" if away > 0 else f"max(i - {-away}, {low})" if away else "i"
        row = self.clamps.choice(["j", "j", "max(j - 1, 1)", "min(j + 1, m)", "max(1, j - 2)"])
        return f"{array}({column}{', ' + row if self.two else ''})"

    def stage(self, target, sources, limits):
        """A statement or loops that define a box of the target."""
        rng = self.rng
        reads = [(s, rng.choice([0, 0, 0, 1, -1, 2, -2])) for s in sources]
        if self.passed and rng.random() < 0.5:
            reads = [(s, 0) for s in sources]
        is_clamped = self.clamped and self.clamps.random() < 0.6
        beyond = lambda away: 0 if is_clamped else away
        low = max([limits[0]] + [self.boxes[s].low - beyond(away) for s, away in reads])
        high = min([limits[1]] + [self.boxes[s].high - beyond(away) for s, away in reads])
        edges = {s: (self.boxes[s].low, self.boxes[s].high) for s, _ in reads}
        self.boxes[target] = Box(low, high)
        by_name = target in [name for name, *_ in self.passed] and rng.random() < 0.6
        bounds = {name: limits for name, limits, _ in self.passed}
        is_whole = lambda array: bounds.get(array) == limits == (self.boxes[array].low, self.boxes[array].high)
        if by_name and all(is_whole(array) for array in [target, *[s for s, _ in reads]]) and \
                not any(away for _, away in reads):
            return [f"{target} = {self.value([s for s, _ in reads])}"]
        form = rng.choice(["section", "section", "loop", "loop", "loop", "concurrent", "where", "merge"])
        last = ", :" if self.two else ""
        if is_clamped:
            form = self.clamps.choice(["loop", "loop", "loop", "concurrent"])
        section = lambda array, away: f"{array}({low + away}:n{high + away:+d}{last})"
        element = lambda array, away: f"{array}(i{away:+d}{', j' if self.two else ''})" if away else \
            f"{array}(i{', j' if self.two else ''})"
        if form in ("section", "where", "merge"):
            value = self.value([section(s, away) for s, away in reads])
            to, mask = section(target, 0), f"{section(reads[0][0], reads[0][1])} > {self.constant(3)}"
            if form == "merge":
                value = f"merge({value}, {section(reads[-1][0], reads[-1][1])}, {mask})"
            if form != "where":
                return [f"{to} = {value}"]
            return [f"where ({mask})", f"  {to} = {value}", "elsewhere", f"  {to} = {self.constant(1)}",
                    "end where"]
        near = lambda array, away: self.near(array, away, edges[array]) if is_clamped else element(array, away)
        store = f"{element(target, 0)} = {self.value([near(s, away) for s, away in reads])}"
        body = [store]
        if rng.random() < 0.2:
            test = f"{near(reads[0][0], reads[0][1])} > {self.constant(5)}"
            body = [f"if ({test}) then", "  " + store, "else", f"  {element(target, 0)} = {self.constant(2)}",
                    "end if"]
        elif rng.random() < 0.2 and form == "loop":
            body.append(f"s = s + {element(target, 0)}" if self.kind != "int" else
                        f"s = ieor(s, {element(target, 0)})")
        if form == "concurrent":
            indices = f"j = 1:m, i = {low}:n{high:+d}" if self.two else f"i = {low}:n{high:+d}"
            return [f"do concurrent ({indices})", *["  " + line for line in body], "end do"]
        # The sizes that come with the array, or those that the caller said.
        last = f"ubound({target}, 1){high - limits[1]:+d}" if by_name else f"n{high:+d}"
        rows = f"size({target}, 2)" if by_name else "m"
        inner = [f"do i = {low}, {last}", *["  " + line for line in body], "end do"]
        return [f"do j = 1, {rows}", *["  " + line for line in inner], "end do"] if self.two else inner

    def text(self):
        rng, done, body = self.rng, ["a"], []
        for stage in range(rng.choice([1, 2, 2, 3])):
            name = f"t{stage}"
            limits = self.temporary(name)
            others = [rng.choice(done)] if rng.random() < 0.5 else []
            body += self.stage(name, [done[-1], *others], limits)
            done.append(name)
        body += self.stage("b", [done[-1], rng.choice(done)], (0, 1) if self.halo else (1, 0))
        if rng.random() < 0.25:
            again = rng.choice([2, 3])
            body = [f"do again = 1, {again}", *["  " + line for line in body], "end do"]
        names = "".join(f", {name}" for name, *_ in self.passed)
        lines = [f"subroutine run_{self.n}(a, b, n, m, s{names})",
                 "  integer, value :: n, m",
                 f"  {self.type}, intent(in) :: a{self.argument()}",
                 f"  {self.type}, intent(inout) :: b{self.argument()}",
                 f"  {self.type}, intent(inout) :: s",
                 *["  " + line for line in self.declarations], "  integer :: i, j, again",
                 *["  " + line for line in self.begin + body + self.end], "end subroutine"]
        return "\n".join(lines) + "\n" + self.caller()

    def caller(self):
        """Calls it with several sizes, and prints what it has done, to the bit."""
        wide = self.assumed and self.rng.random() < 0.5
        second = ", m" if self.two else ""
        shape = f"(0:{'2 * n + 2' if wide else 'n + 1'}{second})"
        first = "0" if self.halo else "1"
        last = ("2 * n + 2:2" if wide else "n + 1") if self.halo else ("2 * n:2" if wide else "n")
        actual = f"({first}:{last}{', :' if self.two else ''})"
        elements = "i, j" if self.two else "i"
        colons = "(:, :)" if self.two else "(:)"
        # How a temporary lies in a greater array: what is allocated, and what is passed of it.
        forms = {"whole": ("{k}", "m", "", ""), "padded": ("{k} + 3", "m", "2:{k} + 1", ":"),
                 "strided": ("2 * {k}", "m", "2:2 * {k}:2", ":"), "backwards": ("{k}", "m", "{k}:1:-1", ":"),
                 "upwards": ("{k}", "m", ":", "m:1:-1")}
        allocated, actuals = [], []
        for name, (low, high), lies in self.passed:
            k = f"(n{high - low + 1:+d})"
            rows, columns, part, parts = (form.format(k=k) for form in forms[lies])
            allocated.append(f"{name}({rows}{', ' + columns if self.two else ''})")
            section = f"({part}{', ' + parts if self.two else ''})" if part else ""
            actuals.append(f", {name}{section}")
        fill = f"mod(i * 7{' + j * 3' if self.two else ''}, 11)"
        digest = "ieor(ishftc(h, 5), {})"
        bits = {"int": "int({}, 8)", "real4": "int(transfer({}, 0_4), 8)", "real8": "transfer({}, 0_8)"}[self.kind]
        def over(body, array="b"):
            inner = [f"  do i = lbound({array}, 1), ubound({array}, 1)", f"    {body}", "  end do"]
            return ["  do j = 1, m", *["  " + line for line in inner], "  end do"] if self.two else inner
        return "\n".join([
            f"subroutine call_{self.n}(n, m)",
            "  integer, value :: n, m",
            f"  {self.type}, allocatable :: a{'(:, :)' if self.two else '(:)'}, b{'(:, :)' if self.two else '(:)'}",
            *[f"  {self.type}, allocatable :: {name}{colons}" for name, *_ in self.passed],
            f"  {self.type} :: s", "  integer(8) :: h", "  integer :: i, j",
            f"  allocate({', '.join([f'a{shape}', f'b{shape}', *allocated])})",
            "  s = 0; h = 7",
            *[f"  {name} = 1" for name, *_ in self.passed],
            *over(f"a({elements}) = {fill}"), *over(f"b({elements}) = 1"),
            f"  call run_{self.n}(a{actual}, b{actual}, n, m, s{''.join(actuals)})",
            *[line for name, *_ in self.passed for line in over(f"h = {digest.format(bits.format(f'{name}({elements})'))}", name)],
            *over(f"h = {digest.format(bits.format(f'b({elements})'))}"),
            f"  h = {digest.format(bits.format('s'))}",
            f"  print '(3i6, z18)', {self.n}, n, m, h", "end subroutine", ""])


def generate(seeds):
    """One Fortran program that does what those of these seeds do."""
    parts = ["module all_of_them\ncontains\n"]
    parts += [Subroutine(seed).text() for seed in seeds]
    calls = "\n".join(f"    call call_{seed}(n, m)" for seed in seeds)
    return "".join(parts) + f"""end module
program main
  use all_of_them
  integer :: n, m
  do n = 4, 12
    do m = 0, 9, 3
{calls}
    end do
  end do
  n = 150; m = 37
{calls}
end program
"""
