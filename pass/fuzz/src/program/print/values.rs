//! Values and conditions.

use super::*;

impl<'p> Printer<'p> {
    pub(super) fn convert(&mut self, value: String, from: Type, to: Type) -> String {
        let (a, b) = (name(from), name(to));
        match (from, to) {
            _ if from == to => value,
            (Type::F32, Type::F64) => self.tmp(&format!("fpext {a} {value} to {b}")),
            (Type::F64, Type::F32) => self.tmp(&format!("fptrunc {a} {value} to {b}")),
            (_, Type::F32 | Type::F64) => self.tmp(&format!("uitofp {a} {value} to {b}")),
            _ => self.resize(
                value,
                IntType {
                    ty: from,
                    signed: false,
                },
                to,
            ),
        }
    }

    pub(super) fn expr(&mut self, expr: &'p Expr) -> String {
        let ty = name(expr.ty);
        match &expr.kind {
            ExprKind::Const(value) => number(expr.ty, *value),
            ExprKind::Load(place) => {
                let (value, own) = self.load(place);
                self.convert(value, own, expr.ty)
            }
            ExprKind::Scalar(s) => {
                let own = self.program.kernel.scalars[*s].0;
                let value = self.tmp(&format!("load {}, ptr %s{s}", name(own)));
                self.convert(value, own, expr.ty)
            }
            ExprKind::Int(int) => {
                let (value, own) = self.int(*int);
                if expr.ty.is_float() {
                    let op = if own.signed { "sitofp" } else { "uitofp" };
                    self.tmp(&format!("{op} {} {value} to {ty}", name(own.ty)))
                } else {
                    self.resize(value, own, expr.ty)
                }
            }
            ExprKind::Float => self.convert("%x".into(), Type::F64, expr.ty),
            ExprKind::Bin(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.bin(*op, expr.ty, a, b)
            }
            ExprKind::Select(cond, a, b) => {
                let condition = self.cond(cond);
                let (a, b) = (self.expr(a), self.expr(b));
                self.tmp(&format!("select i1 {condition}, {ty} {a}, {ty} {b}"))
            }
            ExprKind::Call(helper, args) => {
                let value = self.helper(*helper, args);
                self.convert(value, Type::I32, expr.ty)
            }
            ExprKind::Ordered(n, order) => {
                let tag = order_tag(*n, *order);
                let value = match order {
                    Order::Volatile => {
                        self.tmp(&format!("load volatile i32, ptr @o{n}, align 4{tag}"))
                    }
                    order => {
                        let order = match order {
                            Order::Unordered => "unordered",
                            Order::SeqCst => "seq_cst",
                            _ => "monotonic",
                        };
                        self.tmp(&format!("load atomic i32, ptr @o{n} {order}, align 4{tag}"))
                    }
                };
                self.convert(value, Type::I32, expr.ty)
            }
        }
    }

    pub(super) fn helper(&mut self, helper: Helper, args: &'p [Expr]) -> String {
        let mut given = Vec::new();
        for arg in args {
            let value = self.expr(arg);
            given.push(format!("i32 {}", self.convert(value, arg.ty, Type::I32)));
        }
        let function = match helper {
            Helper::Pure => "fz_pure",
            Helper::Once => "fz_once",
            Helper::Peek => "fz_peek",
            Helper::Poke => "fz_poke",
            Helper::Trace => "fz_trace",
            Helper::Stop => "fz_stop",
            Helper::StopQuiet => "fz_stop_quiet",
            Helper::Kick => "fz_kick",
        };
        self.tmp(&format!("call i32 @{function}({})", given.join(", ")))
    }

    pub(super) fn bin(&mut self, op: Op, ty: Type, a: String, b: String) -> String {
        let t = name(ty);
        if matches!(op, Op::Min | Op::Max) {
            let rel = if op == Op::Min { "lt" } else { "gt" };
            let (kind, sign) = if ty.is_float() {
                ("fcmp", "o")
            } else {
                ("icmp", "u")
            };
            let first = self.tmp(&format!("{kind} {sign}{rel} {t} {a}, {b}"));
            return self.tmp(&format!("select i1 {first}, {t} {a}, {t} {b}"));
        }
        let op = match (op, ty.is_float()) {
            (Op::Sub, true) => "fsub",
            (Op::Mul, true) => "fmul",
            (_, true) => "fadd",
            (Op::Add, _) => "add",
            (Op::Sub, _) => "sub",
            (Op::Mul, _) => "mul",
            (Op::And, _) => "and",
            (Op::Or, _) => "or",
            (Op::Xor, _) => "xor",
            (Op::Trap, _) => "udiv",
            (Op::Div, _) => {
                let odd = self.tmp(&format!("or {t} {b}, 1"));
                return self.tmp(&format!("udiv {t} {a}, {odd}"));
            }
            (op, _) => {
                let by = self.tmp(&format!("and {t} {b}, 7"));
                let op = if op == Op::Shl { "shl" } else { "lshr" };
                return self.tmp(&format!("{op} {t} {a}, {by}"));
            }
        };
        self.tmp(&format!("{op} {t} {a}, {b}"))
    }

    pub(super) fn cond(&mut self, cond: &'p Cond) -> String {
        match cond {
            Cond::Always(value) => value.to_string(),
            Cond::Flag(flag) => format!("%b{flag}"),
            Cond::Ints(rel, ty, a, b) => {
                let (a, b) = (self.linear(a, *ty, false), self.linear(b, *ty, false));
                self.tmp(&format!(
                    "icmp {} {} {a}, {b}",
                    predicate(*rel, ty.signed),
                    name(ty.ty)
                ))
            }
            Cond::Data { rel, signed, a, b } => {
                let ty = name(a.ty);
                let is_float = a.ty.is_float();
                let (a, b) = (self.expr(a), self.expr(b));
                if is_float {
                    let op = match rel {
                        Rel::Lt => "olt",
                        Rel::Le => "ole",
                        Rel::Gt => "ogt",
                        Rel::Ge => "oge",
                        Rel::Eq => "oeq",
                        Rel::Ne => "une",
                    };
                    self.tmp(&format!("fcmp {op} {ty} {a}, {b}"))
                } else {
                    self.tmp(&format!("icmp {} {ty} {a}, {b}", predicate(*rel, *signed)))
                }
            }
            Cond::Not(cond) => {
                let value = self.cond(cond);
                self.tmp(&format!("xor i1 {value}, true"))
            }
            Cond::Both(a, b, Connective { and, lazy }) => {
                let (a, b) = (self.cond(a), self.cond(b));
                match (and, lazy) {
                    (true, false) => self.tmp(&format!("and i1 {a}, {b}")),
                    (false, false) => self.tmp(&format!("or i1 {a}, {b}")),
                    (true, true) => self.tmp(&format!("select i1 {a}, i1 {b}, i1 false")),
                    (false, true) => self.tmp(&format!("select i1 {a}, i1 true, i1 {b}")),
                }
            }
        }
    }
}
