//! Arrays, and what an iteration of a loop with scopes has touched of them.

use super::*;

impl<'p> Machine<'p> {
    pub(super) fn read(
        &mut self,
        object: usize,
        byte: i64,
        size: u64,
        _what: &str,
    ) -> Result<u64, Unfit> {
        let range = self.memory[object].at(byte, size)?;
        let memory = &self.memory[object];
        if memory
            .written
            .as_ref()
            .is_some_and(|w| !w[range.clone()].iter().all(|w| *w))
        {
            return Err(Unfit::Undefined("unwritten memory"));
        }
        let mut bytes = [0; 8];
        bytes[..size as usize].copy_from_slice(&memory.bytes[range]);
        Ok(u64::from_le_bytes(bytes))
    }

    pub(super) fn write(
        &mut self,
        object: usize,
        byte: i64,
        size: u64,
        value: u64,
    ) -> Result<(), Unfit> {
        let range = self.memory[object].at(byte, size)?;
        let memory = &mut self.memory[object];
        if let Some(written) = &mut memory.written {
            written[range.clone()].fill(true);
        }
        memory.bytes[range].copy_from_slice(&value.to_le_bytes()[..size as usize]);
        Ok(())
    }

    pub(super) fn base(&self, frame: &Frame<'p>, base: Base) -> Result<Address, Unfit> {
        Ok(match base {
            Base::Global(g) => Address { object: g, byte: 0 },
            Base::Pointer(p) => frame.pointers[p],
            Base::Local(l) => {
                let object = frame.locals[l].ok_or(Unfit::Undefined("no memory"))?;
                Address { object, byte: 0 }
            }
        })
    }

    pub(super) fn place(
        &mut self,
        frame: &Frame<'p>,
        place: &'p Place,
    ) -> Result<(Address, Type), Unfit> {
        let ty = frame.kernel.type_of(&self.program.globals, place.base);
        let element = self.index(frame, &place.index)?;
        let base = self.base(frame, place.base)?;
        let byte = element
            .checked_mul(ty.bytes() as i64)
            .and_then(|b| b.checked_add(base.byte))
            .ok_or(Unfit::Far)?;
        Ok((Address { byte, ..base }, place.access.unwrap_or(ty)))
    }

    pub(super) fn load(
        &mut self,
        frame: &Frame<'p>,
        place: &'p Place,
    ) -> Result<(u64, Type), Unfit> {
        let (address, ty) = self.place(frame, place)?;
        if let Some(scopes) = &mut self.scopes {
            scopes.note(place.base, address, ty.bytes(), false);
        }
        let loaded = self.read(address.object, address.byte, ty.bytes(), "load");
        if let (Err(Unfit::Undefined("unwritten memory")), Base::Local(l)) = (&loaded, place.base) {
            // The run goes on, to find all such locals.
            self.observed.unwritten.insert(l);
            return Ok((0, ty));
        }
        Ok((loaded?, ty))
    }
}

pub(super) struct Memory {
    pub(super) ty: Type,
    pub(super) bytes: Vec<u8>,
    /// For temporaries: which bytes were written.
    pub(super) written: Option<Vec<bool>>,
    /// First and last byte touched.
    pub(super) touched: Option<(i64, i64)>,
    pub(super) is_freed: bool,
    /// Elements that there are, if that is known.
    pub(super) size: Option<i64>,
}

impl Memory {
    pub(super) fn new(ty: Type, written: Option<bool>) -> Self {
        let size = (BELOW + ABOVE) as usize * ty.bytes() as usize;
        Memory {
            ty,
            bytes: vec![0; size],
            written: written.map(|w| vec![w; size]),
            touched: None,
            is_freed: false,
            size: None,
        }
    }

    pub(super) fn noisy(array: &Global, seed: u64, number: u64) -> Self {
        let mut memory = Memory::new(array.ty, None);
        let size = array.ty.bytes() as usize;
        for (at, chunk) in memory.bytes.chunks_mut(size).enumerate() {
            let element = at as i64 - BELOW - array.origin;
            chunk.copy_from_slice(&noise_bytes(array.ty, noise(seed, number, element))[..size]);
        }
        memory
    }

    /// The range of bytes in `bytes`, noted as touched.
    pub(super) fn at(&mut self, byte: i64, size: u64) -> Result<std::ops::Range<usize>, Unfit> {
        if self.is_freed {
            return Err(Unfit::Undefined("freed memory"));
        }
        let last = byte + size as i64 - 1;
        let begin = byte + BELOW * self.ty.bytes() as i64;
        let end = begin + size as i64;
        let is_outside =
            |elements| byte < 0 || byte + size as i64 > elements * self.ty.bytes() as i64;
        if begin < 0 || end > self.bytes.len() as i64 || self.size.is_some_and(is_outside) {
            return Err(Unfit::Far);
        }
        let (low, high) = self.touched.unwrap_or((byte, last));
        self.touched = Some((low.min(byte), high.max(last)));
        Ok(begin as usize..end as usize)
    }

    pub(super) fn elements(&self) -> Option<(i64, i64)> {
        let size = self.ty.bytes() as i64;
        self.touched
            .map(|(low, high)| (low.div_euclid(size), high.div_euclid(size)))
    }
}

/// What one iteration has touched by way of one base, and by way of another.
pub(super) struct Scopes {
    pub(super) bases: (Base, Base),
    pub(super) touched: Vec<Touched>,
}

pub(super) struct Touched {
    pub(super) is_first: bool,
    pub(super) writes: bool,
    pub(super) object: usize,
    pub(super) bytes: std::ops::Range<i64>,
}

impl Scopes {
    pub(super) fn note(&mut self, base: Base, address: Address, size: u64, writes: bool) {
        if base == self.bases.0 || base == self.bases.1 {
            self.touched.push(Touched {
                is_first: base == self.bases.0,
                writes,
                object: address.object,
                bytes: address.byte..address.byte + size as i64,
            });
        }
    }

    /// Do the two meet?
    pub(super) fn meet(&self) -> bool {
        let meet = |a: &Touched, b: &Touched| {
            (a.is_first && !b.is_first && (a.writes || b.writes) && a.object == b.object)
                && a.bytes.start < b.bytes.end
                && b.bytes.start < a.bytes.end
        };
        let all = &self.touched;
        all.iter().any(|a| all.iter().any(|b| meet(a, b)))
    }
}
