//! The stages of one function, in order. Those of one group of siblings are in [`siblings`].
//!
//! ```text
//! function ─ look ─ draft ─ canonicalise ─ dead stores ─ siblings ─ contract ─ tidy ─ hints
//! ```
//!
//! Groups of siblings are taken from the outside in: fusing outer loops makes
//! their inner loops siblings, which come next.

use crate::contract;
use crate::contract::parallel::Parallel;
use crate::edits::{Edits, Fuel, Kind};
use crate::graph;
use crate::guard;
use crate::hints;
use crate::llvm::{Chosen, Host, Loop, Preparation};
use crate::options::Options;
use crate::prepare;
use crate::prospect::{groups, has_prospect, promising};
use crate::remark::{Channel, Reporter};
use crate::siblings::{self, Outcome, planned};
#[cfg(feature = "testing")]
use crate::testing;
use crate::testing::{Phase, enter};
use crate::user;
use crate::verify::verify;
use crate::versioning::{alternative, interchange, interchanged};
use std::collections::VecDeque;

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

    /// Has another run been?
    fn is_preceded(self, options: &Options) -> bool {
        self == Stage::Late && options.place.is_early()
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
        contract::forget_overwritten(host);
        alternative::end_trials(host);
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
    let interchanges = options.interchange && interchanged::conceivable(host).next().is_some();
    if !contracts && !interchanges && !has_siblings(host) {
        return Ok(());
    }
    if options.print_verdicts {
        eprintln!("loop-fuse: function {}", host.function_name());
        let edits = Edits::on_draft(false);
        let mut draft = host.draft();
        let copy = draft.host();
        user::forbid(copy, options);
        copy.canonicalise(Stage::Alone.preparation(options), |_| Chosen::ALL);
        remove_dead_stores(copy, options, &edits, Channel::Print);
        let outcome = siblings::fuse(
            copy,
            options,
            &edits,
            Channel::Print,
            stage.is_followed(options),
        );
        contract_arrays(copy, options, &edits, outcome, contracts, Channel::Print);
        contract::forget_overwritten(copy);
        return Ok(());
    }
    if options.print_graph {
        on_groups(host, options, |copy, group, _| {
            eprintln!("{}", graph::of_siblings(copy, group, options).0.to_json());
        });
        return Ok(());
    }
    if options.explain && host.wants_remarks() && !stage.is_preceded(options) {
        on_groups(host, options, |copy, group, report| {
            planned::tell_all(copy, group, options, report);
        });
    }
    let prospect = Prospect {
        contracts,
        fuses: contracts || has_prospect(host),
        interchanges,
    };
    let is_over = edits.are_over() || !prospect.fuses && !interchanges;
    let fuse = |host: &mut Host| prepare_and_fuse(host, options, edits, stage, prospect);
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
        siblings::fuse(
            copy,
            options,
            &edits,
            Channel::Refusals,
            stage.is_followed(options),
        );
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

/// Looks at each group of siblings of a draft, those of outer loops first, before any of them is fused.
fn on_groups(
    host: &Host,
    options: &Options,
    look: impl for<'h> Fn(&'h Host, &[Loop<'h>], &Reporter<'_, 'h>),
) {
    let mut draft = host.draft();
    let copy = draft.host();
    user::forbid(copy, options);
    copy.canonicalise(Stage::Alone.preparation(options), |_| Chosen::ALL);
    let edits = Edits::on_draft(true);
    let report = Reporter::new(copy, Channel::Fusions, &edits);
    prepare::planes(copy, &report);
    let mut groups = VecDeque::from([copy.top_level_loops()]);
    while let Some(group) = groups.pop_front() {
        if group.len() > 1 {
            prepare::siblings(copy, &group, &report, || ());
            look(copy, &group, &report);
        }
        groups.extend(group.iter().map(|l| l.children(copy)));
    }
}

/// Brings loops into the form that fusion needs; where arrays may be contracted without it, all of them.
fn canonicalise(host: &mut Host, edits: &Edits<'_>, also: Preparation, prospect: Prospect) {
    let choose = |host: &Host| {
        let nests = prospect
            .interchanges
            .then(|| interchanged::conceivable(host));
        let nests = nests.into_iter().flatten();
        match prospect.contracts {
            true => Chosen::ALL,
            false => Chosen::only(promising(host).chain(nests.flat_map(|l| l.nest(host)))),
        }
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

/// What may be done, for all that one look says.
#[derive(Clone, Copy)]
struct Prospect {
    /// Arrays contracted.
    contracts: bool,
    /// Loops fused, or arrays contracted.
    fuses: bool,
    /// Loops that change places.
    interchanges: bool,
}

/// Brings loops into form, fuses what can be fused, and then contracts. Loops change places before where that lets them be
/// fused; else behind, since they are easier to read before.
fn prepare_and_fuse(
    host: &mut Host,
    options: &Options,
    edits: &Edits<'_>,
    stage: Stage,
    prospect: Prospect,
) -> Outcome {
    canonicalise(host, edits, stage.preparation(options), prospect);
    let interchange = |host: &Host, only_siblings| {
        let report = Reporter::new(host, Channel::Fusions, edits);
        let changed =
            prospect.interchanges && interchange::all(host, options, &report, only_siblings);
        if changed {
            verify(host, options, format_args!("interchanging loops"));
        }
        changed
    };
    if !prospect.fuses {
        return Outcome {
            fused: interchange(host, false),
            waits: false,
        };
    }
    remove_dead_stores(host, options, edits, Channel::Fusions);
    let interchanged = interchange(host, true);
    let mut outcome = siblings::fuse(
        host,
        options,
        edits,
        Channel::Fusions,
        stage.is_followed(options),
    );
    // The last run says what is kept.
    let channel = if stage.is_followed(options) {
        Channel::Fusions
    } else {
        Channel::Both
    };
    outcome.fused |= contract_arrays(host, options, edits, outcome, prospect.contracts, channel);
    contract::forget_overwritten(host);
    outcome.fused |= interchanged | interchange(host, false);
    outcome
}

/// Removes what is written for nothing, before loops are fused.
fn remove_dead_stores(host: &Host, options: &Options, edits: &Edits<'_>, channel: Channel) {
    if options.contract {
        contract::remove_dead_stores(host, &Reporter::new(host, channel, edits));
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
    let removed = outcome.fused && contract::remove_dead_stores(host, &report);
    let folded = contract::fold(host, options, outcome.waits, &report);
    let mut changed = removed || folded.is_some();
    if changed || outcome.fused {
        let parallel = folded.unwrap_or_else(|| Parallel::find_all(host));
        let told = edits.attempt(Kind::Hinted, || hints::of_memory(host, &parallel));
        say(host, edits, told, Kind::Hinted);
    }
    changed |= contracts && contract::sink_allocations(host, &report);
    verify(host, options, format_args!("contracting arrays"));
    changed
}

/// Are there sibling loops at any level?
fn has_siblings(host: &Host) -> bool {
    groups(host).any(|group| group.len() > 1)
}
