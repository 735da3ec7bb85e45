//! Every stage in order: the only file that names them all.
//!
//! ```text
//! function ─ canonicalise ─ prepare ─ survey ─ candidate ─ legality ─ profit ─ rewrite ─ contract ─ tidy ─ hints
//!                                       ▲                                         │
//!                                       └──────── the fused loop, anew ───────────┘
//! ```
//!
//! Groups of siblings are taken from the outside in: fusing outer loops makes
//! their inner loops siblings, which come next.

use crate::candidate;
use crate::chain;
use crate::contract;
use crate::edits::{Edits, Fuel, Kind};
use crate::graph;
use crate::guard;
use crate::hints;
use crate::legality::checks::Checks;
use crate::legality::{Legal, Refusal};
use crate::llvm::{Chosen, Host, Loop, Preparation, edit};
use crate::model::{EXPLAINED, STRIP_MINED};
use crate::options::Options;
use crate::plan;
use crate::prepare;
use crate::remark::{Channel, Reporter};
use crate::rewrite::{self, Alternative};
use crate::siblings::{Fused, Sibling, Siblings};
use crate::survey::{
    self, Dense, Flat, Objects, Pair, Parallel, Prospects, Reloading, RowPointers, Specialised,
    Surveyed, Unswitched, has_prospect, survey,
};
#[cfg(feature = "testing")]
use crate::testing;
use crate::testing::{Phase, enter};
use crate::user;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;

/// Where in a pipeline the pass stands. The bridge names these by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Anywhere, on code in whatever form.
    Alone = 0,
    /// Simplification passes went before; loop passes and clean-up follow.
    Early = 1,
    /// All of these went before, the vectoriser follows: clean-up is ours.
    Late = 2,
}

impl Stage {
    /// The stage of a number.
    pub fn from_number(number: u32) -> Self {
        match number {
            1 => Stage::Early,
            2 => Stage::Late,
            _ => Stage::Alone,
        }
    }

    /// Does another run follow?
    fn is_followed(self, options: &Options) -> bool {
        self == Stage::Early && options.place.is_late()
    }

    /// What the passes before have not done to loops. To widen counters takes longest: where another run follows, LLVM
    /// does it for that.
    fn preparation(self, options: &Options) -> Preparation {
        Preparation {
            hoist: self != Stage::Late,
            widen: self != Stage::Late && !self.is_followed(options),
        }
    }
}

/// Runs the pass on one function; true if the function changed.
pub fn run(host: &mut Host, options: &Options, fuel: &Fuel, stage: Stage) -> bool {
    #[cfg(feature = "testing")]
    testing::begin(options.fault, options.panic);
    let edits = Edits::new(fuel);
    let own = user::parameters(host, options);
    let options = match &own {
        // Off for all: as if the pass were not there.
        Ok(own) if !own.fusion && !options.fusion => return false,
        Ok(own) => own.as_ref(),
        Err(what) => {
            // The first run has said so.
            if stage != Stage::Late || !options.place.is_early() {
                host.error(what);
            }
            return false;
        }
    };
    if let Err(panic) = guard::catch(|| run_stages(host, options, &edits, stage)).flatten() {
        let name = host.function_name();
        if edits.is_editing() {
            // Half a change must not be compiled.
            eprintln!("error: loopfuse: internal error while changing function '{name}': {panic}");
            std::process::abort();
        }
        eprintln!(
            "warning: loopfuse: internal error in function '{name}': {panic}; please report it"
        );
        Reporter::new(host, Channel::Both, &edits).failed(&panic);
        contract::forget_unread(host);
        rewrite::end_trials(host);
        host.invalidate_after_fusion();
    }
    edits.made() > 0
}

/// The error is a panic's message.
fn run_stages(
    host: &mut Host,
    options: &Options,
    edits: &Edits<'_>,
    stage: Stage,
) -> Result<(), String> {
    fuse_and_contract(host, options, edits, stage)?;
    if options.profit && !options.only_prints() && !stage.is_followed(options) {
        let told = edits.attempt(Kind::Hinted, || hints::of_vectors(host));
        say(host, edits, told, Kind::Hinted);
    }
    Ok(())
}

/// Says that something was done that no other remark speaks of.
fn say(host: &Host, edits: &Edits<'_>, number: Option<u64>, kind: Kind) {
    if let Some(number) = number {
        Reporter::new(host, Channel::Fusions, edits).edited(number, kind);
    }
}

fn fuse_and_contract(
    host: &mut Host,
    options: &Options,
    edits: &Edits<'_>,
    stage: Stage,
) -> Result<(), String> {
    enter(Phase::Look);
    if !options.only_prints() {
        user::forbid(host, options);
    }
    if !options.fusion {
        if !stage.is_followed(options) && has_siblings(host) {
            Reporter::new(host, Channel::Both, edits).left_alone();
        }
        return Ok(());
    }
    let contracts = options.contract && !stage.is_followed(options) && contract::has_prospect(host);
    if !contracts && !has_siblings(host) {
        return Ok(());
    }
    if options.print_verdicts {
        eprintln!("loop-fuse: function {}", host.function_name());
        let edits = Edits::on_draft(false);
        let mut draft = host.draft();
        let copy = draft.host();
        user::forbid(copy, options);
        copy.canonicalise(Stage::Alone.preparation(options), |_| Chosen::ALL);
        remove_unread(copy, options, &edits, Channel::Print);
        let outcome = fuse_function(copy, options, &edits, Channel::Print, stage);
        contract_arrays(copy, options, &edits, outcome, contracts, Channel::Print);
        contract::forget_unread(copy);
        return Ok(());
    }
    if options.print_graph {
        let mut draft = host.draft();
        let copy = draft.host();
        user::forbid(copy, options);
        copy.canonicalise(Stage::Alone.preparation(options), |_| Chosen::ALL);
        print_graphs(copy, options);
        return Ok(());
    }
    let is_over = edits.are_over() || !contracts && !has_prospect(host);
    let fuse = |host: &mut Host| prepare_and_fuse(host, options, edits, stage, contracts);
    let outcome = if is_over {
        Outcome::default()
    } else {
        on_draft(host, edits, fuse)?
    };
    // Where the pass runs twice, the last run says what is refused. Looking at all
    // pairs must change nothing, so that remarks never change the code.
    if host.wants_refusals() && !stage.is_followed(options) {
        enter(Phase::Explain);
        let edits = Edits::on_draft(true);
        let mut draft = host.draft();
        let copy = draft.host();
        copy.canonicalise(stage.preparation(options), |_| Chosen::ALL);
        fuse_function(copy, options, &edits, Channel::Refusals, stage);
    }
    if outcome.fused {
        host.invalidate_after_fusion();
        // Early, the simplification passes that follow clean up.
        if options.tidy && stage != Stage::Early {
            let tidied = edits.attempt(Kind::Tidied, || host.tidy());
            say(host, edits, tidied, Kind::Tidied);
        }
    }
    Ok(())
}

/// Prints the graph of each group of siblings, those of outer loops first.
fn print_graphs(host: &Host, options: &Options) {
    let edits = Edits::on_draft(true);
    let report = Reporter::new(host, Channel::Fusions, &edits);
    prepare::planes(host, &report);
    let mut groups = VecDeque::from([host.top_level_loops()]);
    while let Some(group) = groups.pop_front() {
        if group.len() > 1 {
            prepare::siblings(host, &group, &report, || ());
            eprintln!("{}", graph::of_siblings(host, &group, options).to_json());
        }
        groups.extend(group.iter().map(|l| l.children(host)));
    }
}

/// Brings loops into the form that fusion needs; where arrays may be contracted without it, all of them.
fn canonicalise(host: &mut Host, edits: &Edits<'_>, also: Preparation, contracts: bool) {
    let choose = |host: &Host| match contracts {
        true => Chosen::ALL,
        false => Chosen::only(survey::promising(host)),
    };
    let changed = edits.attempt(Kind::Canonical, || host.canonicalise(also, choose));
    say(host, edits, changed, Kind::Canonical);
}

/// Edits a draft, which becomes the function if any change was made that is no preparation: what
/// only prepares leaves no trace. After a panic, the function is as the last change left it.
///
/// # Errors
/// The message of a panic.
fn on_draft(
    host: &mut Host,
    edits: &Edits<'_>,
    edit: impl FnOnce(&mut Host) -> Outcome,
) -> Result<Outcome, String> {
    let outcome = if host.can_adopt() {
        let mut draft = host.draft();
        let outcome = guard::catch(|| edit(draft.host()));
        if edits.are_worth_it() && !edits.is_editing() {
            host.adopt(draft);
        } else {
            edits.take_back();
        }
        outcome?
    } else {
        edit(host)
    };
    Reporter::new(host, Channel::Fusions, edits).tell_prepared();
    Ok(outcome)
}

/// Brings loops into form, fuses what can be fused, and then contracts.
fn prepare_and_fuse(
    host: &mut Host,
    options: &Options,
    edits: &Edits<'_>,
    stage: Stage,
    contracts: bool,
) -> Outcome {
    canonicalise(host, edits, stage.preparation(options), contracts);
    remove_unread(host, options, edits, Channel::Fusions);
    let mut outcome = fuse_function(host, options, edits, Channel::Fusions, stage);
    // The last run says what is kept.
    let channel = if stage.is_followed(options) {
        Channel::Fusions
    } else {
        Channel::Both
    };
    outcome.fused |= contract_arrays(host, options, edits, outcome, contracts, channel);
    contract::forget_unread(host);
    outcome
}

/// Removes what is written for nothing, before loops are fused.
fn remove_unread(host: &Host, options: &Options, edits: &Edits<'_>, channel: Channel) {
    if options.contract {
        contract::remove_unread(host, &Reporter::new(host, channel, edits));
        verify(host, options, format_args!("removing what is not read"));
    }
}

/// Contracts arrays, when all is fused: what folded rows touch is hidden from loops within.
/// True if something changed.
fn contract_arrays(
    host: &Host,
    options: &Options,
    edits: &Edits<'_>,
    outcome: Outcome,
    contracts: bool,
    channel: Channel,
) -> bool {
    let may = contracts || (options.contract && outcome.fused);
    if !may {
        return false;
    }
    let report = Reporter::new(host, channel, edits);
    let unread = outcome.fused && contract::remove_unread(host, &report);
    let folded = contract::fold(host, options, outcome.waits, &report);
    let mut changed = unread || folded.is_some();
    if changed || outcome.fused {
        let parallel = folded.unwrap_or_else(|| Parallel::find_all(host));
        let told = edits.attempt(Kind::Hinted, || hints::of_memory(host, &parallel));
        say(host, edits, told, Kind::Hinted);
    }
    changed |= contracts && contract::postpone(host, &report);
    verify(host, options, format_args!("contracting arrays"));
    changed
}

/// Are there sibling loops at any level?
fn has_siblings(host: &Host) -> bool {
    survey::groups(host).any(|group| group.len() > 1)
}

/// What came of a run over a function.
#[derive(Clone, Copy, Default)]
struct Outcome {
    /// Something was fused, or versioned to be, or contracted.
    fused: bool,
    /// Loops are left to the run that follows.
    waits: bool,
}

/// Fuses what can be fused.
fn fuse_function(
    host: &Host,
    options: &Options,
    edits: &Edits<'_>,
    channel: Channel,
    stage: Stage,
) -> Outcome {
    let run = Run {
        host,
        options,
        is_followed: stage.is_followed(options),
        report: Reporter::new(host, channel, edits),
        waits: Cell::new(false),
        versions: Cell::new(0),
        idle_versions: Cell::new(0),
        attempts: Cell::new(0),
        has_planes: Cell::new(false),
        mixed: RefCell::default(),
        uneven: RefCell::default(),
    };
    let mut fused = false;
    let mut groups = vec![host.top_level_loops()];
    while let Some(group) = groups.pop() {
        let loops = if group.len() > 1 {
            let left = run.fuse_siblings(&group);
            fused |= left.len() < group.len();
            left
        } else {
            group
        };
        groups.extend(
            loops
                .iter()
                .map(|l| l.children(host))
                .filter(|g| !g.is_empty()),
        );
    }
    fused |= run.versions.get() > run.idle_versions.get();
    Outcome {
        fused,
        waits: run.waits.get(),
    }
}

/// Checks in one function: each doubles some code, and the dominator tree of all of it
/// is computed anew.
const MOST_VERSIONS: u32 = 50;

/// How many of the loops before a loop are tried as its partner.
const MOST_APART: usize = 4;

/// One run over one function.
struct Run<'r, 'h> {
    host: &'h Host,
    options: &'r Options,
    /// Another run over the function follows, when LLVM has simplified it.
    is_followed: bool,
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
    /// Parts of arrays that never meet have alias scopes. To find them takes long, and only what follows legality
    /// needs them: they are made once a pair is legal.
    has_planes: Cell<bool>,
    /// Second loops of pairs that wait for better partners to be found first, because one of the two is a nest
    /// and the other is none, and whether a refusal is still to be said.
    mixed: RefCell<Later<'h>>,
    /// The same of pairs that trip counts keep apart so far.
    uneven: RefCell<Later<'h>>,
}

/// Second loops of pairs that are tried later, and whether a refusal is to be said then.
type Later<'h> = Vec<(Loop<'h>, bool)>;

/// Makes a version of the first siblings that it serves, if that may be, and says how many are dealt
/// with then; none if it serves none.
type Make<'m, 'h> = dyn Fn(&[Loop<'h>]) -> Option<(Option<Alternative<'h>>, usize)> + 'm;

/// The siblings before and behind a pair.
type Around<'s, 'h> = (&'s [Sibling<'h>], &'s [Loop<'h>]);

/// How siblings are tried.
#[derive(Clone, Copy)]
struct Attempt {
    /// Refusals are spoken of.
    speaks: bool,
    /// One may be a nest and the other none.
    mixed: bool,
    /// Trip counts may differ by much, or by what is not known.
    uneven: bool,
}

impl<'h> Run<'_, 'h> {
    /// Prepares siblings, given in program order, fuses them, and returns those that are left.
    fn fuse_siblings(&self, group: &[Loop<'h>]) -> Vec<Loop<'h>> {
        let prospects = Prospects::new(self.host, group);
        if !self.report.tells_refusals() && !prospects.lead(group) {
            return group.to_vec();
        }
        let mut group = group.to_vec();
        let flatten = |siblings: &mut [Loop<'h>], all| {
            let verify = || self.verify(format_args!("flattening nests"));
            prepare::flatten(self.host, siblings, all, &self.report, verify);
        };
        let dense = Dense::find_all(self.host, &group);
        flatten(&mut group, dense);
        let limit = self.options.max_version;
        let mut left = self.unswitch_and_fuse(&group, limit, &|group| self.fuse_versions(group));
        let dense = Dense::of_fused(self.host, &left);
        flatten(&mut left, dense);
        left
    }

    /// Fuses siblings in versions for each way that conditions between them go, where something comes of that.
    fn unswitch_and_fuse(
        &self,
        group: &[Loop<'h>],
        limit: u64,
        fuse: &dyn Fn(&[Loop<'h>]) -> Vec<Loop<'h>>,
    ) -> Vec<Loop<'h>> {
        // One version at a time, which is done with all siblings: they may have more conditions in it.
        let is_made = Cell::new(false);
        let unswitch = |rest: &[Loop<'h>]| {
            let unswitched = Unswitched::find(self.host, rest, limit)?;
            let make = || Some(rewrite::unswitch(self.host, unswitched));
            let version = self.make_alternative(make)?;
            self.prepare(&version.loops);
            let chosen = version.chosen().to_vec();
            let version = self.keep_serving(version, |l| chosen.contains(&l));
            is_made.set(version.is_some());
            Some((version, rest.len()))
        };
        let fuse_made = |group: &[Loop<'h>]| match is_made.take() {
            true => self.unswitch_and_fuse(group, limit / 2, fuse),
            false => fuse(group),
        };
        let (mut left, others) = self.fuse_alternatives(group, &unswitch, &fuse_made);
        for group in others {
            left.extend(self.unswitch_and_fuse(&group, limit / 2, fuse));
        }
        left
    }

    /// Prepares siblings, and fuses them in versions of them that suit.
    fn fuse_versions(&self, group: &[Loop<'h>]) -> Vec<Loop<'h>> {
        let limit = self.options.max_version;
        let is_to_hoist = Cell::new(false);
        let specialise = |rest: &[Loop<'h>]| {
            let (specialised, end) = Specialised::find(self.host, rest, limit)?;
            let make = || Some(rewrite::specialise(self.host, specialised));
            is_to_hoist.set(true);
            Some((self.make_alternative(make), end))
        };
        let load_once = |rest: &[Loop<'h>]| {
            let (reloading, end) = Reloading::find(self.host, rest, limit)?;
            let make = || rewrite::load_once(self.host, reloading, self.options);
            Some((self.make_alternative(make), end))
        };
        let strip_mine = |rest: &[Loop<'h>]| {
            let (flat, end) = Flat::find(self.host, rest, limit)?;
            let make = || Some(rewrite::strip_mine(self.host, flat, self.options.profit));
            let version = self.make_alternative(make);
            let is_new = |l: Loop<'h>| l.has_attribute(STRIP_MINED);
            Some((
                version.and_then(|version| self.keep_serving(version, is_new)),
                end,
            ))
        };
        let compute_rows = |rest: &[Loop<'h>]| {
            let (rows, end) = RowPointers::find(self.host, rest, self.options)?;
            let make = || rewrite::compute_rows(self.host, rows, self.options);
            Some((self.make_alternative(make), end))
        };
        let hoist = || {
            self.host.hoist();
            true
        };
        let fuse = |members: &[Loop<'h>]| {
            if members != group {
                self.prepare(members);
            }
            self.fuse_group(members)
        };
        self.prepare(group);
        let strip_mine = |group: &[Loop<'h>]| self.fuse_alternatives(group, &strip_mine, &fuse).0;
        let compute_rows =
            |group: &[Loop<'h>]| self.fuse_alternatives(group, &compute_rows, &strip_mine).0;
        let load_once = |group: &[Loop<'h>]| {
            if is_to_hoist.take() {
                self.report.edits.attempt(Kind::Prepared, hoist);
            }
            self.fuse_alternatives(group, &load_once, &compute_rows).0
        };
        self.fuse_alternatives(group, &specialise, &load_once).0
    }

    /// Gives up a version that does not serve.
    fn keep_serving(
        &self,
        version: Alternative<'h>,
        is_new: impl Fn(Loop<'h>) -> bool,
    ) -> Option<Alternative<'h>> {
        if self.serves(&version, is_new) {
            return Some(version);
        }
        self.report.edits.finish(|| version.undo(self.host));
        None
    }

    /// Can two loops of a version be fused that follow each other, and of which one is what the version was made for?
    fn serves(&self, version: &Alternative<'h>, is_new: impl Fn(Loop<'h>) -> bool) -> bool {
        let loops: Vec<_> = version
            .loops
            .iter()
            .map(|l| survey(self.host, *l))
            .collect();
        let objects = Objects::default();
        loops.windows(2).any(|pair| {
            let is_new = |s: &&Surveyed<'h>| is_new(s.l);
            let is_candidate = |s: &Surveyed<'h>| candidate::check(&s.facts, false).is_ok();
            if pair.iter().filter(is_new).count() != 1 || !pair.iter().all(is_candidate) {
                return false;
            }
            let pair = Pair::new(self.host, &pair[0], &pair[1], &objects);
            self.judge(&pair, true).is_ok()
        })
    }

    /// Fuses siblings in versions of them that `make` has made, as long as they have any, and gives
    /// up those of which nothing comes. `make` says how many siblings are dealt with. Says what is left, and which
    /// originals may be fused with each other beside these.
    fn fuse_alternatives(
        &self,
        group: &[Loop<'h>],
        make: &Make<'_, 'h>,
        fuse: &dyn Fn(&[Loop<'h>]) -> Vec<Loop<'h>>,
    ) -> (Vec<Loop<'h>>, Vec<Vec<Loop<'h>>>) {
        let mut versions = Vec::new();
        if self.may_check() && !self.host.is_for_size() {
            let mut rest = group;
            while self.attempts.get() < MOST_VERSIONS
                && let Some((version, end)) = make(rest)
            {
                versions.extend(version);
                rest = &rest[end..];
            }
        }
        let mut members = group.to_vec();
        for version in &versions {
            replace(&mut members, &version.originals, &version.loops);
        }
        let mut left = fuse(&members);
        if versions.is_empty() {
            return (left, vec![]);
        }
        let (mut covered, mut others) = (0, vec![]);
        let mut leaves_out = false;
        for version in versions {
            let is_fused = version.loops.iter().any(|l| !left.contains(l));
            if !is_fused {
                covered += version.originals.len();
                leaves_out |= !version.chosen().is_empty();
                replace(&mut left, &version.loops, &version.originals);
            }
            self.report.edits.finish(|| {
                if is_fused {
                    others.push(version.keep(self.host));
                } else {
                    version.undo(self.host);
                }
            });
        }
        self.verify(format_args!("keeping or giving up versions"));
        // Where nothing is fused in a version of all loops, nothing is without it, unless it leaves out some.
        if covered > 0 && (leaves_out || covered < left.len()) {
            left = fuse(&left);
        }
        (left, others)
    }

    /// Makes a version of loops, if that may be.
    fn make_alternative(
        &self,
        make: impl FnOnce() -> Option<Alternative<'h>>,
    ) -> Option<Alternative<'h>> {
        self.attempts.set(self.attempts.get() + 1);
        let mut made = None;
        let number = self.report.edits.attempt(Kind::Prepared, || {
            made = make();
            made.is_some()
        });
        if let Some(number) = number {
            self.report.edited(number, Kind::Prepared);
        }
        self.verify(format_args!("making a version"));
        made
    }

    fn prepare(&self, group: &[Loop<'h>]) {
        prepare::siblings(self.host, group, &self.report, || {
            self.verify(format_args!("preparing loops"));
        });
    }

    fn verify(&self, done: fmt::Arguments<'_>) {
        verify(self.host, self.options, done);
    }

    /// Fuses siblings, given in program order, and returns those that are left.
    fn fuse_group(&self, group: &[Loop<'h>]) -> Vec<Loop<'h>> {
        let mut siblings = Siblings::default();
        let prospects = Prospects::new(self.host, group);
        for (at, &l) in group.iter().enumerate() {
            siblings.left.push(Sibling::new(l));
            let attempt = Attempt {
                speaks: self.report.tells_refusals(),
                mixed: false,
                uneven: false,
            };
            self.fuse_while(&mut siblings, l, &prospects, &group[at + 1..], attempt);
        }
        // Nests are better partners of nests: a loop that one takes in may keep others away from it.
        for (l, speaks) in self.mixed.take() {
            let attempt = Attempt {
                speaks,
                mixed: true,
                uneven: false,
            };
            let before = siblings.left.len();
            self.fuse_while(&mut siblings, l, &prospects, &[], attempt);
            if siblings.left.len() < before {
                self.fuse_again(&mut siblings, &prospects);
            }
        }
        // Loops that run equally long are better partners.
        for (l, speaks) in self.uneven.take() {
            let attempt = Attempt {
                speaks,
                mixed: true,
                uneven: true,
            };
            self.fuse_while(&mut siblings, l, &prospects, &[], attempt);
        }
        siblings.left.iter().map(|sibling| sibling.l).collect()
    }

    /// Tries all siblings once more, of which some stand in nobody's way any more.
    fn fuse_again(&self, siblings: &mut Siblings<'h>, prospects: &Prospects<'h>) {
        let attempt = Attempt {
            speaks: false,
            mixed: false,
            uneven: false,
        };
        let all: Vec<_> = siblings.left.iter().map(|sibling| sibling.l).collect();
        for l in all {
            self.fuse_while(siblings, l, prospects, &[], attempt);
        }
    }

    /// Fuses a sibling, if it still is one, with one before it, the fused loop with one
    /// before that, and so on. `rest` are the siblings behind, which a run-time check may
    /// serve, too.
    fn fuse_while(
        &self,
        siblings: &mut Siblings<'h>,
        l: Loop<'h>,
        prospects: &Prospects<'h>,
        rest: &[Loop<'h>],
        mut attempt: Attempt,
    ) {
        let mut newest = siblings.left.iter().rposition(|sibling| sibling.l == l);
        while let Some(second) = newest {
            newest = self.fuse_with_earlier(siblings, second, prospects, rest, attempt);
            attempt.speaks = false;
        }
    }

    /// Fuses a sibling with the nearest before it that it may be fused with, and says
    /// which one both are then. Speaks, if at all, of the last one that may run before it.
    fn fuse_with_earlier(
        &self,
        siblings: &mut Siblings<'h>,
        second: usize,
        prospects: &Prospects<'h>,
        rest: &[Loop<'h>],
        attempt: Attempt,
    ) -> Option<usize> {
        let l = siblings.left[second].l;
        if attempt.speaks {
            siblings.left[second].survey(|l| self.candidate(l));
        }
        let mut has_next = false;
        for first in (second.saturating_sub(MOST_APART)..second).rev() {
            // Loops in arms of one condition never run one behind the other.
            let is_next = !has_next && survey::may_run_behind(self.host, siblings.left[first].l, l);
            has_next |= is_next;
            let attempt = Attempt {
                speaks: attempt.speaks && is_next,
                ..attempt
            };
            if !attempt.speaks && !prospects.follows(siblings.left[first].l, l) {
                continue;
            }
            let both = [first, second].map(|n| siblings.left[n].survey(|l| self.candidate(l)));
            let [Some(a), Some(b)] = both else { continue };
            if !attempt.mixed && a.facts.is_innermost != b.facts.is_innermost {
                note_later(&self.mixed, l, attempt.speaks);
                continue;
            }
            let pair = Pair::new(self.host, a, b, &siblings.objects)
                .known_to_exceed(siblings.left[first].exceeds);
            // Looking at what both touch costs little; judging costs more.
            let is_near = is_next || !self.options.profit;
            if !is_near && (pair.between.is_err() || !plan::profit::share_an_object(&pair)) {
                continue;
            }
            let versions = self.versions.get();
            let around = (&siblings.left[..first], rest);
            if let Some(fused) = self.fuse_pair(pair, &siblings.objects, around, attempt) {
                prospects.forget();
                return Some(siblings.replace(first, second, &fused));
            }
            if self.versions.get() > versions {
                // The code was versioned, and then not fused: facts are stale.
                siblings.forget();
                prospects.forget();
                return None;
            }
        }
        None
    }

    /// Surveys a loop; none, with a remark, if it is no candidate.
    fn candidate(&self, l: Loop<'h>) -> Option<Surveyed<'h>> {
        enter(Phase::Survey);
        let surveyed = survey(self.host, l);
        match candidate::check(&surveyed.facts, self.options.explain) {
            Ok(_) => Some(surveyed),
            Err(refusals) => {
                self.report.not_candidate(&surveyed, &refusals);
                None
            }
        }
    }

    /// Judges a pair and, if that is legal and pays, fuses it.
    fn fuse_pair(
        &self,
        pair: Pair<'_, 'h>,
        objects: &Objects<'h>,
        around: Around<'_, 'h>,
        attempt: Attempt,
    ) -> Option<Fused<'h>> {
        let refusals = match self.judge(&pair, attempt.uneven) {
            Ok(legal) if self.waits_for_unrolling(&pair, &legal, objects) => return None,
            Ok(legal) => return self.fuse_legal(pair, legal, objects, around, attempt),
            Err(refusals) => refusals,
        };
        let is_about_counts = refusals.iter().any(Refusal::is_about_counts);
        if self.options.uneven && !attempt.uneven && is_about_counts {
            note_later(&self.uneven, pair.second.l, attempt.speaks);
        } else if attempt.speaks && !is_explained(&pair) {
            self.report.refused(pair.first, pair.second, &refusals);
        }
        None
    }

    /// Can a legal pair be judged better by the run that follows, when LLVM has unrolled loops within?
    fn waits_for_unrolling(
        &self,
        pair: &Pair<'_, 'h>,
        legal: &Legal,
        objects: &Objects<'h>,
    ) -> bool {
        let both = [pair.first, pair.second];
        let waits = self.is_followed
            && survey::waits_for_unrolling(self.host, both, objects, &legal.ordered);
        self.waits.set(waits || self.waits.get());
        waits
    }

    /// May the function be given one more version?
    fn may_check(&self) -> bool {
        self.options.max_checks > 0 && self.versions.get() < MOST_VERSIONS
    }

    /// What pairs are judged by.
    fn options_for(&self, uneven: bool) -> Options {
        let all = self.options;
        Options {
            max_checks: if self.may_check() { all.max_checks } else { 0 },
            uneven,
            ..all.clone()
        }
    }

    fn judge(&self, pair: &Pair<'_, 'h>, uneven: bool) -> Result<Legal, Vec<Refusal>> {
        let options = self.options_for(uneven);
        enter(Phase::Judge);
        // That a pair cannot pay is found early, but other reasons say more.
        let must_pay = !self.report.tells_refusals();
        let legal = plan::judge(pair, &options, must_pay)?;
        if !self.has_planes.replace(true) {
            prepare::planes(self.host, &self.report);
        }
        plan::weigh(pair, legal, &options)
    }

    /// Fuses a legal pair, if one more may be fused.
    fn fuse(&self, pair: Pair<'_, 'h>, legal: Legal, checks: &Checks) -> Option<Fused<'h>> {
        let (first, second) = (pair.first, pair.second);
        let permit = self.report.edits.permit(Kind::Fused)?;
        self.report.fused(&permit, (first, second), &legal, checks);
        let gain = || plan::gain::gain(&pair, &legal, !checks.is_empty());
        self.report.gain(first, gain);
        let step = pair.into_step(legal);
        let (risen, exceeds) = (step.risen(), step.exceeds);
        let l = permit.apply(|| rewrite::apply(self.host, step));
        verify(
            self.host,
            self.options,
            format_args!("fusing {} with {}", first.facts.label, second.facts.label),
        );
        Some(Fused { l, exceeds, risen })
    }

    /// Fuses a legal pair. Where a run-time check must say that it is, or where only one
    /// of the loops may run and more loops behind could follow, it goes behind a check.
    fn fuse_legal(
        &self,
        pair: Pair<'_, 'h>,
        legal: Legal,
        objects: &Objects<'h>,
        around: Around<'_, 'h>,
        attempt: Attempt,
    ) -> Option<Fused<'h>> {
        let must_check = !legal.checks.is_empty();
        let judge = |pair: &Pair<'_, 'h>, pays: bool| {
            if !pays {
                return plan::judge(pair, &self.options_for(false), false);
            }
            let legal = self.judge(pair, false)?;
            let waits = self.waits_for_unrolling(pair, &legal, objects);
            if waits { Err(vec![]) } else { Ok(legal) }
        };
        let is_told = Cell::new(false);
        let tell = |first: &Surveyed<'h>, second: &Surveyed<'h>, refusals: &[Refusal]| {
            self.report.left_behind(first, second, refusals);
            is_told.set(true);
        };
        let about = (self.host, self.options);
        let find = || chain::longest(about, (&judge, &tell), &pair, &legal, objects, around);
        let may_check = must_check || self.may_check() && legal.shared.stronger().is_some();
        match may_check.then(find).flatten() {
            Some((run, checks)) => {
                self.version_and_fuse(&pair, run, &checks, is_told.get(), attempt)
            }
            _ if must_check => None,
            _ => self.fuse(pair, legal, &Checks::default()),
        }
    }

    /// Puts loops behind a check and fuses the first two. `is_told`: a remark says why no more loops
    /// are among them.
    fn version_and_fuse(
        &self,
        pair: &Pair<'_, 'h>,
        run: survey::Run<'h>,
        checks: &Checks,
        is_told: bool,
        attempt: Attempt,
    ) -> Option<Fused<'h>> {
        let (first, second) = (pair.first.l, pair.second.l);
        let were_worth_it = self.report.edits.are_worth_it();
        let permit = self.report.edits.permit(Kind::Versioned)?;
        self.report.edited(permit.number, Kind::Versioned);
        permit.apply(|| {
            rewrite::separate(self.host, run);
            if is_told {
                edit::add_attribute(second, EXPLAINED);
            }
        });
        self.versions.set(self.versions.get() + 1);
        verify(
            self.host,
            self.options,
            format_args!(
                "versioning {} and {}",
                pair.first.facts.label, pair.second.facts.label
            ),
        );
        // Every fact is stale.
        let (first, second) = (survey(self.host, first), survey(self.host, second));
        let objects = Objects::default();
        let pair = Pair::new(self.host, &first, &second, &objects);
        let pair = pair.known_to_exceed(checks.iterations);
        match self.judge(&pair, attempt.uneven) {
            Ok(legal) => self.fuse(pair, legal, checks),
            Err(refusals) => {
                self.idle_versions.set(self.idle_versions.get() + 1);
                self.report.edits.come_to_nothing(were_worth_it);
                self.report.refused(&first, &second, &refusals);
                None
            }
        }
    }
}

/// Was it said why the second loop is not fused with the first one, before a check came between?
fn is_explained(pair: &Pair<'_, '_>) -> bool {
    pair.between.is_err() && pair.first.l.has_attribute(EXPLAINED)
}

/// Notes that a loop is tried later.
fn note_later<'h>(all: &RefCell<Later<'h>>, l: Loop<'h>, speaks: bool) {
    let mut all = all.borrow_mut();
    match all.iter_mut().find(|(other, _)| *other == l) {
        Some((_, known)) => *known |= speaks,
        None => all.push((l, speaks)),
    }
}

/// Puts loops in the place of others, which follow each other.
fn replace<'h>(all: &mut Vec<Loop<'h>>, old: &[Loop<'h>], new: &[Loop<'h>]) {
    let at = all.iter().position(|l| *l == old[0]);
    let at = at.expect("loops are replaced that are there");
    all.splice(at..at + old.len(), new.iter().copied());
}

/// Checks the function after something was done, if that is asked for.
fn verify(host: &Host, options: &Options, done: fmt::Arguments<'_>) {
    if !options.verify {
        return;
    }
    if let Err(what) = host.verify() {
        eprintln!(
            "error: loop-fuse broke function '{}' by {done}: {what}",
            host.function_name()
        );
        std::process::exit(1);
    }
}
