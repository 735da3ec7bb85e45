//! Sibling loops of a function, fused level by level.
//!
//! [`versions`] tries what siblings become in copies of which more is known, [`pairs`] goes over the siblings of one
//! version and fuses one pair after the other, [`planned`] says which these may be, and [`left`] keeps those that are
//! left, with what is known of each.

mod left;
mod pairs;
pub mod planned;
mod versions;

use crate::edits::{Edits, Kind};
use crate::llvm::{Host, Loop};
use crate::options::Options;
use crate::prepare;
use crate::prospect::Prospects;
use crate::remark::{Channel, Reporter};
use crate::verify::verify;
use crate::versioning::searching::leave_early;
use planned::Rules;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

/// Checks in one function: each doubles some code, and the dominator tree of all of it
/// is computed anew.
const MOST_VERSIONS: u32 = 50;

/// What came of a run over a function.
#[derive(Clone, Copy, Default)]
pub struct Outcome {
    /// Something was fused, or versioned to be, or contracted, or loops changed places.
    pub fused: bool,
    /// Loops are left to the run that follows.
    pub waits: bool,
}

/// Fuses what can be fused, at all levels, those of outer loops first: fusing these makes siblings of loops within.
/// `is_followed`: another run over the function comes, when LLVM has simplified it.
pub fn fuse(
    host: &Host,
    options: &Options,
    edits: &Edits<'_>,
    channel: Channel,
    is_followed: bool,
) -> Outcome {
    let rules = Rules::new(options);
    let mut fuser = Fuser {
        host,
        options,
        is_followed,
        is_patient: Cell::new(is_followed),
        report: Reporter::new(host, channel, edits),
        waits: Cell::new(false),
        versions: Cell::new(0),
        idle_versions: Cell::new(0),
        attempts: Cell::new(0),
        looked: RefCell::default(),
        has_planes: Cell::new(false),
        has_searches: Cell::new(false),
    };
    let mut fused = false;
    let mut groups = vec![(host.top_level_loops(), false)];
    while let Some((group, is_made)) = groups.pop() {
        let is_one = group.len() < 2;
        let mut has_fused = is_one && is_made;
        let loops = if is_one {
            group
        } else {
            fuser.options = rules.of(&group);
            fuser.is_patient.set(is_followed && !is_made);
            let left = fuser.fuse_siblings(&group);
            has_fused = left.len() < group.len();
            fused |= has_fused;
            left
        };
        let within = loops.iter().map(|l| l.children(host));
        groups.extend(within.filter(|g| !g.is_empty()).map(|g| (g, has_fused)));
    }
    fused |= fuser.versions.get() > fuser.idle_versions.get();
    if fuser.has_searches.get() {
        fuser.leave_early();
    }
    Outcome {
        fused,
        waits: fuser.waits.get(),
    }
}

/// Fuses the loops of one function, in one run over it.
struct Fuser<'r, 'h> {
    host: &'h Host,
    /// For the siblings at hand.
    options: &'r Options,
    /// Another run over the function follows, when LLVM has simplified it.
    is_followed: bool,
    /// Of the siblings at hand, those that are no good partners wait for that run: LLVM changes them less than others, or
    /// makes better partners of them. What has become siblings by fusion does not wait, nor do versions.
    is_patient: Cell<bool>,
    report: Reporter<'r, 'h>,
    /// See [`Outcome`].
    waits: Cell<bool>,
    /// How often the function was versioned, whether or not anything was fused then.
    versions: Cell<u32>,
    /// Of how many of these nothing came.
    idle_versions: Cell<u32>,
    /// How often versions were made to find out what comes of them, whether or not they are still
    /// there.
    attempts: Cell<u32>,
    /// What the last look at a group says.
    looked: RefCell<Option<Looked<'h>>>,
    /// Parts of arrays that never meet have alias scopes. To find them takes long, and only what follows legality
    /// needs them: they are made once a pair is legal.
    has_planes: Cell<bool>,
    /// Counted copies of loops that are left early were made.
    has_searches: Cell<bool>,
}

/// A look at a group.
struct Looked<'h> {
    /// Of the function, as edits count it.
    version: u64,
    group: Vec<Loop<'h>>,
    prospects: Rc<Prospects<'h>>,
}

impl<'h> Fuser<'_, 'h> {
    /// May the function be given one more version?
    fn may_check(&self) -> bool {
        self.options.max_checks > 0 && self.versions.get() < MOST_VERSIONS
    }

    /// What one look at a group says: a new one, if something was edited.
    fn prospects(&self, group: &[Loop<'h>]) -> Rc<Prospects<'h>> {
        let version = self.report.edits.version();
        let mut looked = self.looked.borrow_mut();
        let is_current = |last: &&Looked<'h>| last.version == version && last.group == group;
        if let Some(last) = looked.as_ref().filter(is_current) {
            return last.prospects.clone();
        }
        let prospects = Rc::new(Prospects::new(self.host, group));
        *looked = Some(Looked {
            version,
            group: group.to_vec(),
            prospects: prospects.clone(),
        });
        prospects
    }

    /// Lets loops that are fused with searches end these early.
    fn leave_early(&self) {
        let number = self
            .report
            .edits
            .attempt(Kind::Prepared, || leave_early(self.host));
        if let Some(number) = number {
            self.report.edited(number, Kind::Prepared);
        }
        self.verify(format_args!("leaving searches early"));
    }

    fn prepare(&self, group: &[Loop<'h>]) {
        prepare::siblings(self.host, group, &self.report, || {
            self.verify(format_args!("preparing loops"));
        });
    }

    fn verify(&self, done: fmt::Arguments<'_>) {
        verify(self.host, self.options, done);
    }
}
