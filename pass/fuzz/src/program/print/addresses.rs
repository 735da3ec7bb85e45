//! Where memory is touched, and the integers that decide it.

use super::*;

impl<'p> Printer<'p> {
    pub(super) fn base(&mut self, base: Base) -> String {
        match base {
            Base::Global(g) => format!("@g{g}"),
            Base::Local(l) => self.locals[l].clone(),
            Base::Pointer(p) if self.swapped().contains(&p) => {
                self.tmp(&format!("load ptr, ptr %q{p}"))
            }
            Base::Pointer(p) => format!("%p{p}"),
        }
    }

    /// Is what the base points to always within the object?
    pub(super) fn is_within(&self, base: Base) -> bool {
        let Base::Pointer(pointer) = base else {
            return true;
        };
        let swapped = self.swapped();
        let program = self.program;
        let is_within = |&(object, offset): &(Object, i64)| {
            let size = match object {
                Object::Global(g) => program.globals[g].size,
                Object::Arena(a) => program.arena[a].size,
            };
            (0..=size).contains(&offset)
        };
        let mut all = program
            .calls
            .iter()
            .flat_map(|call| call.pointers.iter().enumerate());
        all.all(|(p, place)| p != pointer && !swapped.contains(&p) || is_within(place))
    }

    /// The address of a place, the type it is accessed as, and how it is aligned.
    pub(super) fn address(&mut self, place: &'p Place) -> (String, Type, u64) {
        let own = self
            .program
            .kernel
            .type_of(&self.program.globals, place.base);
        let index = &place.index;
        let column = self.column(index);
        let base = self.base(place.base);
        let inbounds = match self.is_within(place.base) {
            true => " inbounds",
            false => "",
        };
        let ty = name(own);
        let address = match &index.row {
            Some((row, length)) => {
                let row = self.linear(row, index.ty, index.exact);
                let row = self.resize(row, index.ty, Type::I64);
                let inbounds = if index.exact { inbounds } else { "" };
                self.tmp(&format!(
                    "getelementptr{inbounds} [{length} x {ty}], ptr {base}, i64 {row}, i64 {column}"
                ))
            }
            None => self.tmp(&format!(
                "getelementptr{inbounds} {ty}, ptr {base}, i64 {column}"
            )),
        };
        match place.access {
            Some(access) => (address, access, 1),
            None => (address, own, own.bytes()),
        }
    }

    /// The last subscript in 64 bits.
    pub(super) fn column(&mut self, index: &'p Index) -> String {
        if let Post::Gather(place, mask) = &index.post {
            let (value, ty) = self.load(place);
            let value = self.convert(value, ty, Type::I32);
            let value = self.tmp(&format!("and i32 {value}, {mask}"));
            let value = self.tmp(&format!("zext i32 {value} to i64"));
            return self.plus(value, index.after);
        }
        let ty = name(index.ty.ty);
        let mut value = self.linear(&index.column, index.ty, index.exact);
        let signed = index.ty.signed;
        let op = match index.post {
            Post::None | Post::Gather(..) => None,
            Post::Divide(k) => Some((if signed { "sdiv" } else { "udiv" }, k)),
            Post::Remainder(k) => Some((if signed { "srem" } else { "urem" }, k)),
            Post::And(k) => Some(("and", k)),
            Post::Xor(k) => Some(("xor", k)),
            Post::Low8 => {
                let low = self.tmp(&format!("trunc {ty} {value} to i8"));
                value = self.tmp(&format!("zext i8 {low} to {ty}"));
                None
            }
        };
        if let Some((op, k)) = op {
            value = self.tmp(&format!("{op} {ty} {value}, {k}"));
        }
        let value = self.resize(value, index.ty, Type::I64);
        self.plus(value, index.after)
    }

    pub(super) fn plus(&mut self, value: String, constant: i64) -> String {
        match constant {
            0 => value,
            c => self.tmp(&format!("add i64 {value}, {c}")),
        }
    }

    pub(super) fn load(&mut self, place: &'p Place) -> (String, Type) {
        let (address, ty, align) = self.address(place);
        let scope = self.scope(place.base);
        let load = format!("load {}, ptr {address}, align {align}{scope}", name(ty));
        (self.tmp(&load), ty)
    }

    /// What an access by way of a base says of scopes.
    pub(super) fn scope(&self, base: Base) -> String {
        let Some(((a, b), first)) = self.scopes else {
            return String::new();
        };
        let (own, other) = match base {
            _ if base == a => (first + 3, first + 4),
            _ if base == b => (first + 4, first + 3),
            _ => return String::new(),
        };
        format!(", !alias.scope !{own}, !noalias !{other}")
    }

    pub(super) fn int(&mut self, int: Int) -> (String, IntType) {
        match int {
            Int::Param(n) => (format!("%n{n}"), self.program.kernel.ints[n]),
            Int::Counter(c) => (
                format!("%i{c}"),
                self.counter_type(&self.program.kernel.body, c),
            ),
            Int::Within(c, add, size) => self.within(c, add, size),
        }
    }

    /// A counter and a constant, as far as that is at least zero and less than a size.
    fn within(&mut self, counter: usize, add: i64, size: Size) -> (String, IntType) {
        let (counter, own) = self.int(Int::Counter(counter));
        let ty = name(own.ty);
        // Neither is near the ends of a wider type.
        let flags = if own.ty == Type::I8 { "" } else { " nsw" };
        let size = match size {
            Size::Const(size) => number(own.ty, size),
            Size::Param(p) => self.widen(Int::Param(p), own.ty),
        };
        let last = self.tmp(&format!("sub{flags} {ty} {size}, 1"));
        let sum = self.tmp(&format!("add{flags} {ty} {counter}, {add}"));
        let mut value = sum;
        for (least, end) in [(true, "0".to_string()), (false, last)] {
            value = if add % 2 == 0 {
                let call = if least { "smax" } else { "smin" };
                let call = format!("call {ty} @llvm.{call}.{ty}({ty} {value}, {ty} {end})");
                self.tmp(&call)
            } else {
                let rel = if least { "slt" } else { "sgt" };
                let beyond = self.tmp(&format!("icmp {rel} {ty} {value}, {end}"));
                self.tmp(&format!("select i1 {beyond}, {ty} {end}, {ty} {value}"))
            };
        }
        (value, own)
    }

    pub(super) fn counter_type(&self, body: &[Stmt], counter: usize) -> IntType {
        fn find(body: &[Stmt], counter: usize) -> Option<IntType> {
            body.iter().find_map(|stmt| match stmt {
                Stmt::Loop(l) if l.counter == counter => Some(l.ty),
                Stmt::Loop(l) => find(&l.body, counter),
                Stmt::If(_, then, other) => find(then, counter).or_else(|| find(other, counter)),
                _ => None,
            })
        }
        find(body, counter).expect("a counter is that of a loop")
    }

    pub(super) fn widen(&mut self, int: Int, to: Type) -> String {
        let (value, own) = self.int(int);
        self.resize(value, own, to)
    }

    pub(super) fn resize(&mut self, value: String, from: IntType, to: Type) -> String {
        let (a, b) = (name(from.ty), name(to));
        match from.ty.bits().cmp(&to.bits()) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.tmp(&format!("trunc {a} {value} to {b}")),
            std::cmp::Ordering::Less if from.signed => {
                self.tmp(&format!("sext {a} {value} to {b}"))
            }
            std::cmp::Ordering::Less => self.tmp(&format!("zext {a} {value} to {b}")),
        }
    }

    pub(super) fn linear(&mut self, linear: &Linear, ty: IntType, exact: bool) -> String {
        let flags = match (exact, ty.signed) {
            (false, _) => "",
            (true, true) => " nsw",
            (true, false) => " nuw",
        };
        let own = name(ty.ty);
        let mut total: Option<String> = None;
        for term in &linear.terms {
            let mut value = match term.int {
                Some(int) => {
                    let value = self.widen(int, ty.ty);
                    match term.add {
                        0 => value,
                        add => {
                            self.tmp(&format!("add{flags} {own} {value}, {}", number(ty.ty, add)))
                        }
                    }
                }
                None => number(ty.ty, term.add),
            };
            value = match term.factor {
                Factor::Const(1) => value,
                Factor::Const(c) => {
                    self.tmp(&format!("mul{flags} {own} {value}, {}", number(ty.ty, c)))
                }
                Factor::Param(p) => {
                    let factor = self.widen(Int::Param(p), ty.ty);
                    self.tmp(&format!("mul{flags} {own} {value}, {factor}"))
                }
                Factor::Product(p, q) => {
                    let [p, q] = [p, q].map(|p| self.widen(Int::Param(p), ty.ty));
                    let product = self.tmp(&format!("mul{flags} {own} {p}, {q}"));
                    match (term.int, term.add) {
                        (None, 1) => product,
                        _ => self.tmp(&format!("mul{flags} {own} {value}, {product}")),
                    }
                }
                Factor::Part(p, by) => {
                    let whole = self.widen(Int::Param(p), ty.ty);
                    let divide = if ty.signed { "sdiv" } else { "udiv" };
                    let part = self.tmp(&format!("{divide} {own} {whole}, {}", number(ty.ty, by)));
                    match (term.int, term.add) {
                        (None, 1) => part,
                        _ => self.tmp(&format!("mul{flags} {own} {value}, {part}")),
                    }
                }
            };
            total = Some(match total {
                None => value,
                Some(total) => self.tmp(&format!("add{flags} {own} {total}, {value}")),
            });
        }
        match total {
            None => number(ty.ty, linear.constant),
            Some(total) if linear.constant == 0 => total,
            Some(total) => {
                let constant = number(ty.ty, linear.constant);
                self.tmp(&format!("add{flags} {own} {total}, {constant}"))
            }
        }
    }
}
