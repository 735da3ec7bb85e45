//! What compiled programs call, and what it notes.

use super::memory::{Layout, Objects, SLOT};
use crate::program::interpret;
use crate::program::print::MARK;
use std::cell::RefCell;

/// Slots of the heap, behind those of arrays.
const ARRAYS: usize = 40;
const HEAP: usize = 24;

/// Milliseconds of its own that one call may take: a thousand times what it takes.
const PATIENCE: i32 = 2000;

unsafe extern "C" {
    fn fz_call(code: extern "C" fn(), milliseconds: i32) -> i32;
    fn fz_catch_signals();
    fn fz_helper_stop(a: u32, b: u32) -> u32;
    fn fz_helper_stop_quiet(a: u32, b: u32) -> u32;
}

/// How a call ends early.
const STOPPED: i32 = 1000;
const QUIET: i32 = 1001;

/// How a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Returned,
    /// A helper ended it.
    Stopped,
    /// So did one that is said to touch no memory of the program's: what this holds then, nobody may read.
    Quiet,
    /// A signal did.
    Signal(i32),
}

/// What a compiled program did.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub ending: Ending,
    pub trace: u64,
    /// Arrays, as the layouts say.
    pub arrays: Vec<Vec<u8>>,
    /// What went wrong with the heap, or around arrays.
    pub fault: Option<&'static str>,
    /// Blocks of the heap that were not given back.
    pub leaked: usize,
}

struct Block {
    layout: Layout,
    address: usize,
}

/// What the functions below share with who runs them. All of it is of one thread.
struct State {
    objects: Objects,
    trace: u64,
    /// Where helpers find what has escaped.
    escaped: usize,
    kept: usize,
    heap: Vec<Option<Block>>,
    /// The next slot of the heap to be used: what is freed is not used again at once.
    next: usize,
    /// Which marked allocations fail.
    failing: Vec<usize>,
    fault: Option<&'static str>,
    at_end: bool,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State {
        objects: Objects::new(ARRAYS + HEAP),
        trace: 0,
        escaped: 0,
        kept: 0,
        heap: (0..HEAP).map(|_| None).collect(),
        next: 0,
        failing: Vec::new(),
        fault: None,
        at_end: true,
    });
}

/// Marked allocations that fail, in one of the calls.
#[derive(Clone, Copy, Debug)]
pub struct Failing<'s> {
    pub sites: &'s [usize],
    pub call: usize,
}

/// Runs compiled programs.
pub struct Runtime(());

impl Runtime {
    /// Signals of this process are those of programs from now on.
    pub fn new() -> Self {
        // SAFETY: handlers that only act while a program runs.
        unsafe { fz_catch_signals() };
        Runtime(())
    }

    /// Where an array lies.
    pub fn address(&self, layout: Layout) -> usize {
        assert!(layout.slot < ARRAYS, "too many arrays");
        STATE.with_borrow(|state| state.objects.address(layout) as usize)
    }

    /// Runs calls on arrays that hold `contents`, the first of which helpers touch. Of marked
    /// allocations these fail; blocks of the heap end, or begin, where nobody may touch.
    pub fn run(
        &self,
        calls: &[extern "C" fn()],
        contents: &[(Layout, Vec<u8>)],
        failing: Failing<'_>,
        at_end: bool,
    ) -> Outcome {
        STATE.with_borrow_mut(|state| {
            for (layout, bytes) in contents {
                state.objects.fill(*layout, bytes);
            }
            state.escaped = state.objects.address(contents[interpret::ESCAPED].0) as usize;
            state.trace = 0;
            state.kept = 0;
            state.next = 0;
            state.failing.clear();
            state.fault = None;
            state.at_end = at_end;
            for slot in 0..HEAP {
                state.heap[slot] = None;
            }
        });
        let mut ending = Ending::Returned;
        for (n, call) in calls.iter().enumerate() {
            let fails = match n == failing.call {
                true => failing.sites.to_vec(),
                false => vec![],
            };
            STATE.with_borrow_mut(|state| state.failing = fails);
            // SAFETY: compiled code without arguments; what it may do wrong ends in a signal.
            ending = match unsafe { fz_call(*call, PATIENCE) } {
                0 => Ending::Returned,
                STOPPED => Ending::Stopped,
                QUIET => Ending::Quiet,
                signal => Ending::Signal(signal),
            };
            if ending != Ending::Returned {
                break;
            }
        }
        STATE.with_borrow(|state| {
            let is_intact = contents
                .iter()
                .all(|(layout, _)| state.objects.is_intact(*layout));
            let blocks = state.heap.iter().flatten();
            let heap_is_intact = blocks
                .clone()
                .all(|block| state.objects.is_intact(block.layout));
            let broken = (!is_intact || !heap_is_intact).then_some("wrote around an array");
            Outcome {
                ending,
                trace: state.trace,
                arrays: contents
                    .iter()
                    .map(|(layout, _)| state.objects.bytes(*layout).to_vec())
                    .collect(),
                fault: state.fault.or(broken),
                leaked: blocks.count(),
            }
        })
    }
}

/// The functions that programs call, by name.
pub fn functions() -> [(&'static str, usize); 19] {
    [
        ("malloc", malloc as *const () as usize),
        ("calloc", calloc as *const () as usize),
        ("aligned_alloc", aligned_alloc as *const () as usize),
        ("posix_memalign", posix_memalign as *const () as usize),
        ("free", free as *const () as usize),
        ("fz_pure", pure as *const () as usize),
        ("fz_once", pure as *const () as usize),
        ("fz_peek", peek as *const () as usize),
        ("fz_poke", poke as *const () as usize),
        ("fz_trace", trace as *const () as usize),
        ("fz_stop", fz_helper_stop as *const () as usize),
        ("fz_stop_quiet", fz_helper_stop_quiet as *const () as usize),
        ("fz_kick", kick as *const () as usize),
        ("fz_keep", keep as *const () as usize),
        ("fz_drop", drop_kept as *const () as usize),
        ("fz_take", malloc as *const () as usize),
        ("fz_return", free as *const () as usize),
        ("fz_give", give as *const () as usize),
        ("__errno_location", errno as *const () as usize),
    ]
}

fn allocate(bytes: usize, align: usize, fill: u8) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        let mark = bytes / MARK as usize;
        if bytes > SLOT || mark > 0 && state.failing.contains(&(mark - 1)) {
            return std::ptr::null_mut();
        }
        let Some(slot) = (0..HEAP)
            .map(|n| (state.next + n) % HEAP)
            .find(|n| state.heap[*n].is_none())
        else {
            state.fault = Some("too many blocks of the heap");
            return std::ptr::null_mut();
        };
        state.next = slot + 1;
        let layout = Layout {
            slot: ARRAYS + slot,
            bytes,
            align,
            at_end: state.at_end,
        };
        state.objects.open(layout.slot, true);
        state.objects.fill(layout, &vec![fill; bytes]);
        let address = state.objects.address(layout);
        state.heap[slot] = Some(Block {
            layout,
            address: address as usize,
        });
        address
    })
}

/// What nobody may rely on.
const JUNK: u8 = 0xA7;

extern "C" fn malloc(bytes: usize) -> *mut u8 {
    allocate(bytes, 16, JUNK)
}

extern "C" fn calloc(count: usize, size: usize) -> *mut u8 {
    allocate(count.saturating_mul(size), 16, 0)
}

extern "C" fn aligned_alloc(align: usize, bytes: usize) -> *mut u8 {
    allocate(bytes, align.max(1), JUNK)
}

unsafe extern "C" fn posix_memalign(to: *mut *mut u8, align: usize, bytes: usize) -> i32 {
    let block = allocate(bytes, align, JUNK);
    if block.is_null() {
        return 12;
    }
    // SAFETY: the program gives the address of a pointer of its own.
    unsafe { to.write(block) };
    0
}

extern "C" fn free(pointer: *mut u8) {
    if pointer.is_null() {
        return;
    }
    STATE.with_borrow_mut(|state| {
        let is_it = |block: &Option<Block>| {
            block
                .as_ref()
                .is_some_and(|b| b.address == pointer as usize)
        };
        let Some(slot) = state.heap.iter().position(is_it) else {
            state.fault = Some("freed what is no block of the heap");
            return;
        };
        let block = state.heap[slot].take().expect("it was found");
        if !state.objects.is_intact(block.layout) {
            state.fault = Some("wrote around a block of the heap");
        }
        state.objects.open(block.layout.slot, false);
    });
}

extern "C" fn pure(x: u32) -> u32 {
    interpret::pure(x)
}

extern "C" fn trace(x: u32) -> u32 {
    STATE.with_borrow_mut(|state| state.trace = interpret::trace(state.trace, x));
    x.wrapping_add(1)
}

fn slot(at: u32) -> *mut u32 {
    let escaped = STATE.with_borrow(|state| state.escaped);
    (escaped + (at & 15) as usize * 4) as *mut u32
}

extern "C" fn peek(at: u32) -> u32 {
    // SAFETY: the array has sixteen such elements.
    unsafe { slot(at).read() }
}

extern "C" fn poke(at: u32, value: u32) -> u32 {
    // SAFETY: as above.
    unsafe {
        let old = slot(at).read();
        slot(at).write(old.wrapping_mul(3).wrapping_add(value));
        old
    }
}

extern "C" fn keep(pointer: *mut u8) {
    STATE.with_borrow_mut(|state| state.kept = pointer as usize);
    if pointer.is_null() {
        return;
    }
    // SAFETY: the program has shown that there are two bytes.
    unsafe {
        let second = pointer.add(1);
        second.write(second.read() ^ 0x55);
    }
}

extern "C" fn drop_kept(pointer: *mut u8) {
    STATE.with_borrow_mut(|state| {
        if state.kept == pointer as usize {
            state.kept = 0;
        }
    });
}

extern "C" fn kick(value: u32) -> u32 {
    let kept = STATE.with_borrow(|state| state.kept) as *mut u8;
    if kept.is_null() {
        return 0;
    }
    // SAFETY: as for `keep`; it was not given back since.
    unsafe {
        let second = kept.add(1);
        let old = second.read();
        second.write(old ^ (value & 255) as u8);
        u32::from(old)
    }
}

/// Frees nothing that anybody uses, and reads something.
unsafe extern "C" fn give(_: *mut u8, read: *const u8) {
    // SAFETY: the program has shown that there is a byte.
    trace(u32::from(unsafe { read.read() }));
}

extern "C" fn errno() -> *mut i32 {
    thread_local! {
        static ERRNO: std::cell::Cell<i32> = const { std::cell::Cell::new(0) };
    }
    ERRNO.with(std::cell::Cell::as_ptr)
}
