//! Loads of pointers to rows, and which of them read one array.

use crate::llvm::{Host, Loop, Opcode, RowLoad, Scev, Value};

/// Bytes of a pointer.
pub(crate) const POINTER: i64 = 8;

/// Bytes from pointer to pointer, which may be members of structs or vectors.
const MOST_BETWEEN: i64 = 256;

/// More loads are not looked at.
const MOST_LOADS: usize = 64;

/// Rows that are accessed in one iteration are no farther apart.
const MOST_ROWS: i64 = 64;

/// A load of a nest that goes on by some bytes in each of its iterations.
pub(crate) struct Pointer<'h> {
    pub load: Value<'h>,
    pub source: Source<'h>,
    /// Where it begins.
    pub first: Scev<'h>,
    /// How far it goes on.
    pub bytes: i64,
}

/// What a load reads.
pub(crate) struct Source<'h> {
    pub place: Value<'h>,
    /// The guard that the load was raised over, with the value for which it reads the place.
    pub condition: Option<(Value<'h>, bool)>,
}

impl<'h> Source<'h> {
    fn find(load: Value<'h>) -> Option<Self> {
        let address = load.loaded_from()?;
        let place = load.guarded_place()?;
        if address == place {
            return Some(Source {
                place,
                condition: None,
            });
        }
        let mut operands = address.operands();
        let (condition, if_true) = (operands.next()?, operands.next()?);
        (address.opcode() == Some(Opcode::LLVMSelect)).then_some(Source {
            place,
            condition: Some((condition, if_true == place)),
        })
    }
}

/// All such loads.
pub(crate) fn pointers<'h>(host: &'h Host, l: Loop<'h>) -> impl Iterator<Item = Pointer<'h>> {
    let all = l.blocks().into_iter().flat_map(|b| b.instructions());
    let loads = all.filter(|i| i.loaded_from().is_some() && host.is_row_pointer(*i));
    loads.filter_map(move |load| {
        let source = Source::find(load)?;
        let along = Scev::of(host, source.place)?.as_recurrence(host)?;
        let bytes = along.step.as_constant()?;
        let is_next = along.l == l && (POINTER..=MOST_BETWEEN).contains(&bytes);
        is_next.then_some(Pointer {
            load,
            source,
            first: along.start,
            bytes,
        })
    })
}

/// Arrays of pointers: loads of one of them begin a constant number of pointers apart.
#[derive(Default)]
pub(crate) struct Arrays<'h> {
    loads: Vec<RowLoad<'h>>,
    /// Where the first load of each begins, the object that it is in, and how far it goes on.
    first: Vec<(Scev<'h>, Value<'h>, i64)>,
}

impl<'h> Arrays<'h> {
    /// None if there are too many loads, or if two arrays may be one.
    pub fn add(
        &mut self,
        host: &'h Host,
        (load, place): (Value<'h>, Value<'h>),
        (l, count): (usize, Scev<'h>),
        (address, unit): (Scev<'h>, i64),
    ) -> Option<()> {
        let object = host.underlying_object(place);
        let known = self.first.iter().position(|(_, of, _)| *of == object);
        let array = known.unwrap_or(self.first.len());
        if known.is_none() {
            self.first.push((address, object, unit));
        }
        let (first, _, bytes) = self.first[array];
        let apart = address.minus(host, first)?.as_constant()?;
        // Other members, or every other row, are loaded as they were.
        if unit == bytes && apart % unit == 0 {
            let is_near = apart.abs() <= MOST_ROWS / 2 * unit;
            self.loads.push(RowLoad {
                load: (is_near && self.loads.len() < MOST_LOADS).then_some(load)?,
                address,
                l,
                count,
                array,
                row: apart / unit,
                unit,
            });
        }
        Some(())
    }

    /// All loads, rows counted from the first one of each array; none if there are none.
    pub fn into_loads(mut self) -> Option<Vec<RowLoad<'h>>> {
        for array in 0..self.first.len() {
            let rows = self.loads.iter().filter(|load| load.array == array);
            let least = rows.map(|load| load.row).min()?;
            let rows = self.loads.iter_mut().filter(|load| load.array == array);
            rows.for_each(|load| load.row -= least);
        }
        (!self.loads.is_empty()).then_some(self.loads)
    }
}
