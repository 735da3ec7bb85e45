//! Values and conditions, and the integers that decide where memory is touched.

use super::*;

impl<'p> Machine<'p> {
    pub(super) fn int(&self, frame: &Frame<'p>, int: Int) -> (i64, IntType) {
        match int {
            Int::Param(p) => (frame.ints[p], frame.kernel.ints[p]),
            Int::Counter(c) => frame.counters[c],
            Int::Within(c, add, size) => {
                let (counter, ty) = frame.counters[c];
                let size = match size {
                    Size::Const(size) => size,
                    Size::Param(p) => frame.ints[p],
                };
                ((counter + add).max(0).min(size - 1), ty)
            }
        }
    }

    /// A sum, computed in a type, and whether it was exact.
    pub(super) fn linear(&self, frame: &Frame<'p>, linear: &Linear, ty: IntType) -> (i64, bool) {
        let mut exact = true;
        let mut step = |value: i128| {
            exact &= fits(value, ty);
            exactly(wrap(value, ty), ty)
        };
        let widened = |int: Int| {
            let (value, own) = self.int(frame, int);
            exactly(wrap(exactly(value, own), ty), ty)
        };
        // A negative constant is a large one there.
        let is_large = |constant: i64| constant < 0 && !ty.signed;
        let mut large = is_large(linear.constant);
        let mut total = None;
        for term in &linear.terms {
            large |= is_large(term.add) || matches!(term.factor, Factor::Const(c) if is_large(c));
            let mut value = match term.int {
                Some(int) if term.add == 0 => widened(int),
                Some(int) => step(widened(int) + i128::from(term.add)),
                None => i128::from(term.add),
            };
            value = match term.factor {
                Factor::Const(1) => value,
                Factor::Const(c) => step(value * i128::from(c)),
                Factor::Param(p) => step(value * widened(Int::Param(p))),
                Factor::Product(p, q) => {
                    let product = step(widened(Int::Param(p)) * widened(Int::Param(q)));
                    step(value * product)
                }
                Factor::Part(p, by) => step(value * (widened(Int::Param(p)) / i128::from(by))),
            };
            total = Some(match total {
                None => value,
                Some(total) => step(total + value),
            });
        }
        let total = match total {
            None => i128::from(linear.constant),
            Some(total) if linear.constant == 0 => total,
            Some(total) => step(total + i128::from(linear.constant)),
        };
        (wrap(total, ty), exact && !large)
    }

    pub(super) fn index(&mut self, frame: &Frame<'p>, index: &'p Index) -> Result<i64, Unfit> {
        self.spend()?;
        if let Post::Gather(place, mask) = &index.post {
            let (value, ty) = self.load(frame, place)?;
            let value = convert(value, ty, Type::I32) as i64 & mask;
            return Ok(value + index.after);
        }
        let (column, mut exact) = self.linear(frame, &index.column, index.ty);
        let value = exactly(column, index.ty);
        let posted = match index.post {
            Post::None => value,
            // Division is that of the type's signedness.
            Post::Divide(k) => value / i128::from(k),
            Post::Remainder(k) => value % i128::from(k),
            Post::And(k) => value & i128::from(k),
            Post::Xor(k) => value ^ i128::from(k),
            Post::Low8 => value & 255,
            Post::Gather(..) => unreachable!("above"),
        };
        let mut element = exactly(wrap(posted, index.ty), index.ty);
        if let Some((row, length)) = &index.row {
            let (row, row_exact) = self.linear(frame, row, index.ty);
            // Rows may begin outside of the object, then.
            exact &= row_exact && (0..i128::from(*length)).contains(&element);
            element += exactly(row, index.ty) * i128::from(*length);
        }
        if !exact {
            self.observed
                .inexact
                .insert(std::ptr::from_ref(index) as usize);
        }
        i64::try_from(element + i128::from(index.after)).map_err(|_| Unfit::Far)
    }

    pub(super) fn expr(&mut self, frame: &Frame<'p>, expr: &'p Expr) -> Result<u64, Unfit> {
        self.spend()?;
        if self.stopped {
            return Ok(0);
        }
        let ty = expr.ty;
        Ok(match &expr.kind {
            ExprKind::Const(value) => constant(ty, *value),
            ExprKind::Load(place) => {
                let (value, own) = self.load(frame, place)?;
                convert(value, own, ty)
            }
            ExprKind::Scalar(s) => convert(frame.scalars[*s], frame.kernel.scalars[*s].0, ty),
            ExprKind::Int(int) => {
                let (value, own) = self.int(frame, *int);
                match ty {
                    Type::F64 => (exactly(value, own) as f64).to_bits(),
                    Type::F32 => u64::from((exactly(value, own) as f32).to_bits()),
                    _ => mask(exactly(value, own) as u64, ty),
                }
            }
            ExprKind::Float => convert(constant(Type::F64, frame.float), Type::F64, ty),
            ExprKind::Bin(op, a, b) => {
                let (a, b) = (self.expr(frame, a)?, self.expr(frame, b)?);
                bin(*op, ty, a, b)?
            }
            ExprKind::Select(cond, a, b) => {
                let holds = self.cond(frame, cond)?;
                let (a, b) = (self.expr(frame, a)?, self.expr(frame, b)?);
                if holds { a } else { b }
            }
            ExprKind::Call(helper, args) => {
                convert(self.helper(frame, *helper, args)?, Type::I32, ty)
            }
            ExprKind::Ordered(n, _) => convert(u64::from(self.ordered[*n]), Type::I32, ty),
        })
    }

    /// A call of a helper; the result is of type I32.
    pub(super) fn helper(
        &mut self,
        frame: &Frame<'p>,
        helper: Helper,
        args: &'p [Expr],
    ) -> Result<u64, Unfit> {
        let mut values = [0u32; 2];
        for (value, arg) in values.iter_mut().zip(args) {
            *value = convert(self.expr(frame, arg)?, arg.ty, Type::I32) as u32;
        }
        if self.stopped {
            return Ok(0);
        }
        let [a, b] = values;
        let slot = i64::from(a & 15) * 4;
        Ok(u64::from(match helper {
            Helper::Pure | Helper::Once => pure(a),
            Helper::Trace => {
                self.trace = trace(self.trace, a);
                a.wrapping_add(1)
            }
            Helper::Peek => self.read(ESCAPED, slot, 4, "peek")? as u32,
            Helper::Poke => {
                let old = self.read(ESCAPED, slot, 4, "poke")? as u32;
                let new = old.wrapping_mul(3).wrapping_add(b);
                self.write(ESCAPED, slot, 4, u64::from(new))?;
                old
            }
            Helper::Stop | Helper::StopQuiet => {
                self.stopped |= a == b;
                a
            }
            Helper::Kick => match self.kept {
                None => 0,
                Some(Address { object, byte }) => {
                    let old = self.read(object, byte + 1, 1, "kept")? as u32;
                    self.write(object, byte + 1, 1, u64::from(old ^ (a & 255)))?;
                    old
                }
            },
        }))
    }

    pub(super) fn cond(&mut self, frame: &Frame<'p>, cond: &'p Cond) -> Result<bool, Unfit> {
        self.spend()?;
        Ok(match cond {
            Cond::Always(value) => *value,
            Cond::Flag(flag) => frame.flags[*flag],
            Cond::Ints(rel, ty, a, b) => {
                let (a, b) = (self.linear(frame, a, *ty).0, self.linear(frame, b, *ty).0);
                rel.holds(exactly(a, *ty), exactly(b, *ty))
            }
            Cond::Data { rel, signed, a, b } => {
                let ty = a.ty;
                let (a, b) = (self.expr(frame, a)?, self.expr(frame, b)?);
                match ty {
                    Type::F64 => rel.holds(f64::from_bits(a), f64::from_bits(b)),
                    Type::F32 => rel.holds(f32::from_bits(a as u32), f32::from_bits(b as u32)),
                    _ => {
                        let int = IntType {
                            ty,
                            signed: *signed,
                        };
                        let value = |bits: u64| exactly(wrap(i128::from(bits), int), int);
                        rel.holds(value(a), value(b))
                    }
                }
            }
            Cond::Not(cond) => !self.cond(frame, cond)?,
            Cond::Both(a, b, Connective { and, .. }) => {
                // Neither has an effect: it does not matter whether both are asked.
                let (a, b) = (self.cond(frame, a)?, self.cond(frame, b)?);
                if *and { a && b } else { a || b }
            }
        })
    }
}

pub(super) fn mask(bits: u64, ty: Type) -> u64 {
    if ty.bits() == 64 {
        bits
    } else {
        bits & ((1 << ty.bits()) - 1)
    }
}

/// A constant: an integer, or quarters.
pub(super) fn constant(ty: Type, value: i64) -> u64 {
    match ty {
        Type::F64 => (value as f64 * 0.25).to_bits(),
        Type::F32 => u64::from((value as f32 * 0.25).to_bits()),
        _ => mask(value as u64, ty),
    }
}

/// Integers are unsigned; what is wider is cut. Nothing floating becomes an integer.
pub(super) fn convert(bits: u64, from: Type, to: Type) -> u64 {
    match (from, to) {
        _ if from == to => bits,
        (Type::F32, Type::F64) => f64::from(f32::from_bits(bits as u32)).to_bits(),
        (Type::F64, Type::F32) => u64::from((f64::from_bits(bits) as f32).to_bits()),
        (_, Type::F64) => (bits as f64).to_bits(),
        (_, Type::F32) => u64::from((bits as f32).to_bits()),
        (_, to) => mask(bits, to),
    }
}

pub(super) fn bin(op: Op, ty: Type, a: u64, b: u64) -> Result<u64, Unfit> {
    if ty == Type::F64 {
        return Ok(float(op, f64::from_bits(a), f64::from_bits(b)).to_bits());
    }
    if ty == Type::F32 {
        let value = float(op, f32::from_bits(a as u32), f32::from_bits(b as u32));
        return Ok(u64::from(value.to_bits()));
    }
    let bits = match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl => a << (b & 7),
        Op::Shr => a >> (b & 7),
        Op::Div => a / (b | 1),
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::Trap => a
            .checked_div(b)
            .ok_or(Unfit::Undefined("division by zero"))?,
    };
    Ok(mask(bits, ty))
}

pub(super) fn float<T>(op: Op, a: T, b: T) -> T
where
    T: Copy
        + PartialOrd
        + std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>,
{
    match op {
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::Min => {
            if a < b {
                a
            } else {
                b
            }
        }
        Op::Max => {
            if a > b {
                a
            } else {
                b
            }
        }
        _ => a + b,
    }
}
