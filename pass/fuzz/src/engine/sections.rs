//! Memory of compiled code: what it may write can be set back to what it was at first.
//!
//! Static arrays of a program live in it. Each run of one compiled program begins with these as they were
//! compiled.

use inkwell::memory_manager::McjitMemoryManager;
use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
use std::cell::RefCell;
use std::rc::Rc;

/// Bytes of all sections of a module.
const SIZE: usize = 4 << 20;

/// The sections of a module.
#[derive(Clone, Debug)]
pub struct Sections(Rc<RefCell<Region>>);

#[derive(Debug)]
struct Region {
    begin: *mut u8,
    used: usize,
    /// What may be written: where, and what it holds at first.
    data: Vec<(usize, usize, Vec<u8>)>,
}

impl Sections {
    /// None yet. Panics where there is no memory: the fuzzer cannot go on.
    pub fn new() -> Self {
        let may = ProtFlags::READ | ProtFlags::WRITE | ProtFlags::EXEC;
        // SAFETY: a mapping of our own.
        let begin = unsafe { mmap_anonymous(std::ptr::null_mut(), SIZE, may, MapFlags::PRIVATE) };
        Sections(Rc::new(RefCell::new(Region {
            begin: begin.expect("memory for code").cast(),
            used: 0,
            data: Vec::new(),
        })))
    }

    /// Remembers what data hold now, once all is compiled.
    pub fn remember(&self) {
        let mut region = self.0.borrow_mut();
        let begin = region.begin;
        for (at, size, first) in &mut region.data {
            // SAFETY: within the region, which nobody writes now.
            *first = unsafe { std::slice::from_raw_parts(begin.add(*at), *size) }.to_vec();
        }
    }

    /// Sets data back to what was remembered.
    pub fn set_back(&self) {
        let region = self.0.borrow();
        for (at, _, first) in &region.data {
            // SAFETY: as many bytes are there, and nobody reads them now.
            unsafe {
                let to = region.begin.add(*at);
                std::ptr::copy_nonoverlapping(first.as_ptr(), to, first.len());
            }
        }
    }

    fn allocate(&self, size: usize, alignment: u32) -> (usize, *mut u8) {
        let mut region = self.0.borrow_mut();
        let at = region.used.next_multiple_of((alignment as usize).max(16));
        if at + size > SIZE {
            return (0, std::ptr::null_mut());
        }
        region.used = at + size;
        // SAFETY: within the region.
        (at, unsafe { region.begin.add(at) })
    }
}

impl McjitMemoryManager for Sections {
    fn allocate_code_section(&mut self, size: usize, alignment: u32, _: u32, _: &str) -> *mut u8 {
        self.allocate(size, alignment).1
    }

    fn allocate_data_section(
        &mut self,
        size: usize,
        alignment: u32,
        _: u32,
        _: &str,
        is_read_only: bool,
    ) -> *mut u8 {
        let (at, pointer) = self.allocate(size, alignment);
        if !is_read_only {
            self.0.borrow_mut().data.push((at, size, Vec::new()));
        }
        pointer
    }

    fn finalize_memory(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn destroy(&mut self) {}
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: the mapping that was made; code in it does not run any more.
        let _ = unsafe { munmap(self.begin.cast(), SIZE) };
    }
}
