//! Memory in slots, with a page that nobody may touch on either side of each.
//!
//! An object ends where its slot ends, or begins where it begins, so that what goes beyond traps. On the
//! other side some bytes are known, and looked at afterwards.

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect};
use std::ffi::c_void;

/// Bytes of a slot. Marks of allocations that fail count, too (`program::print::MARK`).
pub const SLOT: usize = 64 * 1024;
const PAGE: usize = 4096;
const STRIDE: usize = SLOT + PAGE;

/// What stands around objects.
const KNOWN: u8 = 0xC3;
/// How much of it is looked at.
const AROUND: usize = 64;

/// Where an object lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub slot: usize,
    pub bytes: usize,
    pub align: usize,
    /// It ends where the slot ends.
    pub at_end: bool,
}

/// A row of slots.
pub struct Objects {
    begin: *mut u8,
    slots: usize,
}

impl Objects {
    /// So many slots. Panics where there is no memory: the fuzzer cannot go on.
    pub fn new(slots: usize) -> Self {
        let size = slots * STRIDE + PAGE;
        // SAFETY: a mapping of our own.
        let begin = unsafe {
            mmap_anonymous(
                std::ptr::null_mut(),
                size,
                ProtFlags::empty(),
                MapFlags::PRIVATE,
            )
        };
        let objects = Objects {
            begin: begin.expect("memory for slots").cast(),
            slots,
        };
        (0..slots).for_each(|slot| objects.open(slot, true));
        objects
    }

    fn slot(&self, slot: usize) -> *mut u8 {
        assert!(slot < self.slots, "no slot is left");
        // SAFETY: within the mapping.
        unsafe { self.begin.add(PAGE + slot * STRIDE) }
    }

    /// Lets a slot be touched, or not.
    pub fn open(&self, slot: usize, is_open: bool) {
        let flags = match is_open {
            true => MprotectFlags::READ | MprotectFlags::WRITE,
            false => MprotectFlags::empty(),
        };
        // SAFETY: pages of our own mapping.
        let done = unsafe { mprotect(self.slot(slot).cast::<c_void>(), SLOT, flags) };
        done.expect("slots can be protected");
    }

    /// Where an object begins.
    pub fn address(&self, layout: Layout) -> *mut u8 {
        assert!(layout.bytes <= SLOT, "an object of {} bytes", layout.bytes);
        let offset = match layout.at_end {
            true => (SLOT - layout.bytes) / layout.align * layout.align,
            false => 0,
        };
        // SAFETY: within the slot.
        unsafe { self.slot(layout.slot).add(offset) }
    }

    /// Writes an object, and what stands around it.
    pub fn fill(&self, layout: Layout, bytes: &[u8]) {
        assert_eq!(bytes.len(), layout.bytes);
        let address = self.address(layout);
        self.around(layout, |at| {
            // SAFETY: within the slot, which is open.
            unsafe { at.write(KNOWN) };
            true
        });
        // SAFETY: as many bytes are there.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address, bytes.len()) };
    }

    /// What an object holds.
    pub fn bytes(&self, layout: Layout) -> &[u8] {
        // SAFETY: within the slot; nobody writes while it is read.
        unsafe { std::slice::from_raw_parts(self.address(layout), layout.bytes) }
    }

    /// Is what stands around an object as it was?
    pub fn is_intact(&self, layout: Layout) -> bool {
        // SAFETY: within the slot, which is open.
        self.around(layout, |at| unsafe { at.read() } == KNOWN)
    }

    fn around(&self, layout: Layout, holds: impl Fn(*mut u8) -> bool) -> bool {
        let address = self.address(layout);
        let before = address as usize - self.slot(layout.slot) as usize;
        let behind = SLOT - before - layout.bytes;
        // SAFETY: within the slot.
        let before = (1..=before.min(AROUND)).all(|n| holds(unsafe { address.sub(n) }));
        // SAFETY: as above.
        before && (0..behind.min(AROUND)).all(|n| holds(unsafe { address.add(layout.bytes + n) }))
    }
}
