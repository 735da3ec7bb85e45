"""The programs the fuzzer speaks about: plain data, printed as C or as LLVM IR.

The language is small on purpose. All integer data is computed in u32 or u64, so that no data
operation can overflow with undefined behaviour. Everything that decides where memory is touched
(subscripts, loop bounds, trip counts) is a linear expression of parameters and loop variables,
so that `safety` can prove it in bounds by interval arithmetic. Random choices of spelling are
stored in the nodes: printing is deterministic, and the reducer can delete a node without changing
its neighbours.
"""

from dataclasses import dataclass, field
from typing import List, Optional, Tuple


@dataclass(frozen=True)
class Type:
    name: str
    bits: int
    signed: bool = False
    floating: bool = False

    @property
    def bytes(self):
        return self.bits // 8

    @property
    def ir(self):
        if self.floating:
            return "float" if self.bits == 32 else "double"
        return f"i{self.bits}"

    @property
    def lowest(self):
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def highest(self):
        return (1 << (self.bits - 1)) - 1 if self.signed else (1 << self.bits) - 1


TYPES = {
    t.name: t
    for t in [
        Type("u8", 8), Type("u16", 16), Type("u32", 32), Type("u64", 64),
        Type("i8", 8, True), Type("i16", 16, True), Type("i32", 32, True), Type("i64", 64, True),
        Type("f32", 32, True, True), Type("f64", 64, True, True), Type("bool", 1),
    ]
}
U32, U64, F64 = TYPES["u32"], TYPES["u64"], TYPES["f64"]


# --- linear expressions -------------------------------------------------------------------------

@dataclass
class Lin:
    """const + sum(coef * name); names are integer parameters or enclosing loop variables."""
    const: int
    terms: List[Tuple[int, str]] = field(default_factory=list)


@dataclass
class Idx:
    """A subscript: off + sum(coef * name), a coefficient being a number or a parameter's name.

    `post` is ('div'|'mod'|'and'|'xor', k) or ('trunc', 8), applied last; `gather` replaces the
    whole by the value of another element, masked with post's k. `wide` computes in 64 bits.
    """
    terms: List[Tuple[object, str]]
    off: int = 0
    post: Optional[Tuple[str, int]] = None
    wide: bool = False
    gather: Optional["Ref"] = None


@dataclass
class Ref:
    """An element. `acc` reads or writes it through another type of integer than it was declared
    with (`how`: a may_alias view, or memcpy)."""
    base: str
    idx: List[Idx]
    acc: Optional[Type] = None
    how: str = "cast"


# --- data expressions; `t` is the type computed in: u32, u64, f32 or f64 ------------------------

@dataclass
class Const:
    value: object
    t: Type


@dataclass
class Load:
    ref: Ref
    t: Type


@dataclass
class Var:
    """A scalar, parameter or loop variable, converted to `t`."""
    name: str
    t: Type


@dataclass
class VLoad:
    """A volatile or atomic read of one of the program's tagged globals."""
    name: str
    order: str
    t: Type


@dataclass
class Bin:
    """+ - * & | ^ << >> min max, 'udiv' (divisor made odd first), or 'trap' (a raw division,
    which `safety` allows only where the program has surely exited before)."""
    op: str
    a: object
    b: object
    t: Type


@dataclass
class Sel:
    cond: object
    a: object
    b: object
    t: Type


@dataclass
class Helper:
    """A call of one of the program's helper functions: pure, peek, poke, trace, stop, or
    kick, which changes what was kept last."""
    name: str
    args: List[object]
    t: Type = U32


# --- conditions ---------------------------------------------------------------------------------

@dataclass
class LinCmp:
    op: str
    a: Lin
    b: Lin


@dataclass
class Cmp:
    """On data, so unknown to `safety`; on float parameters against constants it is evaluated."""
    op: str
    a: object
    b: object
    signed: bool = False


@dataclass
class Logic:
    op: str  # 'and', 'or'
    a: object
    b: object
    lazy: bool = True  # && rather than &, select rather than and


@dataclass
class Not:
    a: object


@dataclass
class Flag:
    name: str  # a bool parameter


@dataclass
class Always:
    value: bool


# --- statements ---------------------------------------------------------------------------------

@dataclass
class Loop:
    """`rel` is one of < <= != > >=, against `bound`. `style` is 'for', 'while', 'do' (runs at least
    once) or 'postdec' (`v-- > bound`)."""
    var: str
    t: Type
    start: Lin
    bound: Lin
    rel: str
    step: int
    body: List[object]
    style: str = "for"
    pragma: Optional[str] = None


@dataclass
class If:
    cond: object
    then: List[object]
    other: List[object] = field(default_factory=list)


@dataclass
class Assign:
    name: str
    value: object


@dataclass
class Store:
    ref: Ref
    value: object


@dataclass
class VStore:
    name: str
    order: str
    value: object


@dataclass
class Do:
    call: Helper


@dataclass
class Stage:
    """A call of a static inline function: pointer arguments are names of whole arrays, scalar
    arguments the caller's parameters of the same name."""
    fn: str
    arrays: List[str]


@dataclass
class Micro:
    """*dst = *dst * 3 + *src + k by a static inline function with restrict pointers: after
    inlining its alias facts hold for one iteration only."""
    dst: Ref
    src: Ref
    k: int


@dataclass
class Break:
    cond: object


@dataclass
class Alloc:
    name: str
    elem: Type
    size: int
    how: str  # 'malloc', 'calloc', 'stack', 'zeroed'


@dataclass
class Free:
    name: str


@dataclass
class Swap:
    """Two pointers of one type change places."""
    a: str
    b: str


@dataclass
class Keep:
    """A function of the program is given this pointer, changes its second byte, and keeps it."""
    base: str


# --- the whole ----------------------------------------------------------------------------------

@dataclass
class Param:
    name: str
    t: Type
    pointer: bool = False
    restrict: bool = False


@dataclass
class Function:
    name: str
    params: List[Param]
    scalars: List[Tuple[str, Type, object]]
    body: List[object]
    stage: bool = False


@dataclass
class Array:
    name: str
    elem: Type
    dims: List[int]
    internal: bool = True

    @property
    def size(self):
        n = 1
        for d in self.dims:
            n *= d
        return n


@dataclass
class Call:
    """Arguments of one run of a kernel: numbers, or (array, offset) for pointers."""
    fn: str
    args: dict


@dataclass
class Program:
    seed: int
    profile: str
    arrays: List[Array]
    volatiles: List[str]
    functions: List[Function]
    calls: List[Call]

    def function(self, name):
        return next(f for f in self.functions if f.name == name)


# --- walking ------------------------------------------------------------------------------------

def blocks(stmt):
    """The statement lists directly inside a statement."""
    if isinstance(stmt, Loop):
        return [stmt.body]
    if isinstance(stmt, If):
        return [stmt.then, stmt.other]
    return []


def walk(body):
    """All statements of a list and of what is nested in them."""
    for stmt in body:
        yield stmt
        for inner in blocks(stmt):
            yield from walk(inner)


def statements(program):
    for fn in program.functions:
        yield from walk(fn.body)


def nodes(thing):
    """Every dataclass node below `thing`, itself included."""
    if isinstance(thing, (list, tuple)):
        for x in thing:
            yield from nodes(x)
    elif hasattr(thing, "__dataclass_fields__") and not isinstance(thing, Type):
        yield thing
        for name in thing.__dataclass_fields__:
            yield from nodes(getattr(thing, name))


def mentions(node, name):
    """Does this node itself, not those below it, speak of an array, pointer or scalar?"""
    if isinstance(node, (Lin, Idx)):
        return any(name in t for t in node.terms)
    if isinstance(node, Swap):
        return name in (node.a, node.b)
    if isinstance(node, Stage):
        return name in node.arrays
    return name in (getattr(node, "name", None), getattr(node, "base", None))


def loop_count(program):
    return sum(isinstance(s, Loop) for s in statements(program))
