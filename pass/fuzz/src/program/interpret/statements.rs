//! Statements and loops.

use super::*;

impl<'p> Machine<'p> {
    pub(super) fn block(
        &mut self,
        frame: &mut Frame<'p>,
        call: &'p Call,
        body: &'p [Stmt],
        code: &mut i64,
    ) -> Result<Flow, Unfit> {
        for stmt in body {
            match self.stmt(frame, call, stmt, code)? {
                Flow::Next if !self.stopped => {}
                Flow::Next => return Ok(Flow::Return),
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    pub(super) fn stmt(
        &mut self,
        frame: &mut Frame<'p>,
        call: &'p Call,
        stmt: &'p Stmt,
        code: &mut i64,
    ) -> Result<Flow, Unfit> {
        self.spend()?;
        match stmt {
            Stmt::Loop(l) => return self.run_loop(frame, call, l, code),
            Stmt::If(cond, then, other) => {
                let taken = if self.cond(frame, cond)? { then } else { other };
                if self.stopped {
                    return Ok(Flow::Return);
                }
                return self.block(frame, call, taken, code);
            }
            Stmt::Store(place, value) => {
                let bits = self.expr(frame, value)?;
                if self.stopped {
                    return Ok(Flow::Return);
                }
                let (address, ty) = self.place(frame, place)?;
                if let Some(scopes) = &mut self.scopes {
                    scopes.note(place.base, address, ty.bytes(), true);
                }
                let bits = convert(bits, value.ty, ty);
                self.write(address.object, address.byte, ty.bytes(), bits)?;
            }
            Stmt::Assign(scalar, value) => {
                let bits = self.expr(frame, value)?;
                frame.scalars[*scalar] = convert(bits, value.ty, frame.kernel.scalars[*scalar].0);
            }
            Stmt::Call(helper, args) => {
                self.helper(frame, *helper, args)?;
            }
            Stmt::Ordered(n, order, value) => {
                let value = convert(self.expr(frame, value)?, value.ty, Type::I32) as u32;
                if self.stopped {
                    return Ok(Flow::Return);
                }
                let old = self.ordered[*n];
                let adds = matches!(order, Order::Monotonic | Order::SeqCst);
                self.ordered[*n] = if adds { old.wrapping_add(value) } else { value };
            }
            Stmt::Alloc(l) => return self.alloc(frame, *l, code),
            Stmt::Free(l) => self.free(frame, *l)?,
            Stmt::Give(base) => {
                let Address { object, byte } = self.base(frame, *base)?;
                let read = self.read(object, byte, 1, "given");
                if let (Err(Unfit::Undefined(_)), Base::Local(l)) = (&read, base) {
                    self.observed.unwritten.insert(*l);
                }
                self.trace = trace(self.trace, read.unwrap_or(0) as u32);
            }
            Stmt::Fill(place, count, byte) => {
                let (address, ty) = self.place(frame, place)?;
                let count = self.count(frame, count)?;
                for at in 0..count * ty.bytes() as i64 {
                    self.write(address.object, address.byte + at, 1, u64::from(*byte))?;
                }
            }
            Stmt::Copy(to, from, count) => {
                let (to, ty) = self.place(frame, to)?;
                let (from_address, _) = self.place(frame, from)?;
                let bytes = self.count(frame, count)? * ty.bytes() as i64;
                if to.object == from_address.object && bytes > 0 {
                    return Err(Unfit::Undefined("overlapping copy"));
                }
                for at in 0..bytes {
                    let read = self.read(from_address.object, from_address.byte + at, 1, "copy");
                    if let (Err(Unfit::Undefined(_)), Base::Local(l)) = (&read, from.base) {
                        self.observed.unwritten.insert(l);
                        break;
                    }
                    self.write(to.object, to.byte + at, 1, read?)?;
                }
            }
            Stmt::Swap(a, b) => frame.pointers.swap(*a, *b),
            Stmt::Keep(base) => {
                let address = self.base(frame, *base)?;
                // There is memory from where the pointer points to.
                self.memory[address.object].at(address.byte, 2)?;
                // Whoever keeps it may read and change its second byte, now and later.
                let read = self.read(address.object, address.byte + 1, 1, "kept");
                if let (Err(Unfit::Undefined(_)), Base::Local(l)) = (&read, base) {
                    self.observed.unwritten.insert(*l);
                }
                let old = read.unwrap_or(0);
                self.write(address.object, address.byte + 1, 1, old ^ 0x55)?;
                self.kept = Some(address);
            }
            Stmt::Break(cond) => {
                if self.cond(frame, cond)? {
                    return Ok(Flow::Break);
                }
            }
            Stmt::Return(cond, with) => {
                if self.cond(frame, cond)? {
                    self.free_all(frame)?;
                    *code = *with;
                    return Ok(Flow::Return);
                }
            }
            Stmt::Check(cond, said) => {
                if !self.cond(frame, cond)? {
                    self.helper(frame, Helper::Trace, std::slice::from_ref(said))?;
                    self.stopped = true;
                }
            }
            Stmt::Recurse => {
                if frame.depth < DEPTH {
                    let mut ints = frame.ints.clone();
                    ints[0] = wrap(
                        exactly(ints[0], frame.kernel.ints[0]) - 1,
                        frame.kernel.ints[0],
                    );
                    self.call(ints, call, frame.pointers.clone(), frame.depth + 1)?;
                }
            }
        }
        Ok(Flow::Next)
    }

    pub(super) fn count(&self, frame: &Frame<'p>, count: &Linear) -> Result<i64, Unfit> {
        let wide = IntType {
            ty: Type::I64,
            signed: true,
        };
        let (count, _) = self.linear(frame, count, wide);
        if (0..=ABOVE).contains(&count) {
            Ok(count)
        } else {
            Err(Unfit::Far)
        }
    }

    pub(super) fn alloc(
        &mut self,
        frame: &mut Frame<'p>,
        l: usize,
        code: &mut i64,
    ) -> Result<Flow, Unfit> {
        let local = &frame.kernel.locals[l];
        let size = if local.fits {
            None
        } else {
            Some(self.count(frame, &local.size)?)
        };
        if size.is_some_and(|size| !(1..=MOST).contains(&size)) {
            return Err(Unfit::Undefined("size"));
        }
        frame.locals[l] = None;
        if self.at_call != self.program.fails_in || !self.failing.contains(&l) {
            let memory = Memory::new(local.ty, Some(local.how.is_zeroed()));
            self.memory.push(Memory { size, ..memory });
            frame.locals[l] = Some(self.memory.len() - 1);
        }
        let before = l.wrapping_sub(1);
        let failed = match local.test {
            Test::None => false,
            Test::Return => frame.locals[l].is_none(),
            Test::Both => frame.locals[l].is_none() || frame.locals[before].is_none(),
        };
        if failed {
            self.free_all(frame)?;
            *code = -1;
            return Ok(Flow::Return);
        }
        Ok(Flow::Next)
    }

    /// What a temporary has touched is noted when it ends.
    pub(super) fn free(&mut self, frame: &mut Frame<'p>, l: usize) -> Result<(), Unfit> {
        let Some(object) = frame.locals[l].take() else {
            return Ok(());
        };
        if self.kept.is_some_and(|kept| kept.object == object) {
            self.kept = None;
        }
        let memory = &mut self.memory[object];
        if memory.is_freed {
            return Err(Unfit::Undefined("freed twice"));
        }
        memory.is_freed = true;
        memory.bytes = Vec::new();
        memory.written = None;
        if let Some((low, high)) = memory.elements() {
            let known = self.observed.locals.entry(l).or_insert((low, high));
            *known = (known.0.min(low), known.1.max(high));
        }
        Ok(())
    }

    pub(super) fn free_all(&mut self, frame: &mut Frame<'p>) -> Result<(), Unfit> {
        for l in 0..frame.locals.len() {
            self.free(frame, l)?;
        }
        Ok(())
    }

    pub(super) fn run_loop(
        &mut self,
        frame: &mut Frame<'p>,
        call: &'p Call,
        l: &'p Loop,
        code: &mut i64,
    ) -> Result<Flow, Unfit> {
        let mut at = self.linear(frame, &l.start, l.ty).0;
        let bound = self.linear(frame, &l.bound, l.ty).0;
        let goes_on = |at: i64| l.rel.holds(exactly(at, l.ty), exactly(bound, l.ty));
        if l.layout != Layout::Do && !goes_on(at) {
            return Ok(Flow::Next);
        }
        loop {
            self.spend()?;
            frame.counters[l.counter] = (at, l.ty);
            self.scopes = l.scopes.map(|bases| Scopes {
                bases,
                touched: Vec::new(),
            });
            let flow = self.block(frame, call, &l.body, code)?;
            if self.scopes.take().is_some_and(|scopes| scopes.meet()) {
                return Err(Unfit::Undefined("scopes"));
            }
            match flow {
                Flow::Next => {}
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
            let next = exactly(at, l.ty) + i128::from(l.step);
            if !fits(next, l.ty) {
                self.observed.inexact.insert(std::ptr::from_ref(l) as usize);
            }
            at = wrap(next, l.ty);
            if !goes_on(at) {
                break;
            }
        }
        Ok(Flow::Next)
    }
}
