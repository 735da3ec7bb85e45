//! What programs are made of, and how often.
//!
//! A program that has a bit of everything has no pair of loops that fuse; one with a few things in earnest
//! has many. So most are left out of each program, and each gets its turn ("Swarm testing", Groce and others,
//! 2012). A mask leaves a class of programs out altogether, so that a fault in it does not hide the others.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

macro_rules! features {
    ($($feature:ident = $name:literal $weight:literal,)*) => {
        /// Something that programs may have.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature { $($feature,)* }

        const DEFAULTS: &[(Feature, &str, f64)] = &[$((Feature::$feature, $name, $weight),)*];
    };
}

features! {
    // Kinds of subscripts: relative weights.
    Plain = "plain" 55.0,
    Stride = "stride" 7.0,
    Reversed = "reversed" 7.0,
    Invariant = "invariant" 8.0,
    Noninjective = "noninjective" 9.0,
    Truncated = "truncated" 4.0,
    Symbolic = "symbolic" 4.0,
    Gather = "gather" 3.0,
    // All else: probabilities.
    MixedWidth = "mixed-width" 0.08,
    Nests = "nests" 0.28,
    Deep = "deep" 0.10,
    TwoDim = "two-dim" 0.5,
    Triangular = "triangular" 0.15,
    OuterLoop = "outer-loop" 0.10,
    Guards = "guards" 0.27,
    Unequal = "unequal" 0.25,
    OddCounters = "odd-counters" 0.25,
    Downward = "downward" 0.12,
    NotEqual = "not-equal-exit" 0.12,
    DoLoops = "do-while" 0.12,
    Steps = "steps" 0.10,
    TwoCounts = "two-counts" 0.10,
    NonEmpty = "non-empty" 0.5,
    Between = "between" 0.30,
    Sets = "sets" 0.3,
    Conditionals = "conditionals" 0.15,
    Reductions = "reductions" 0.35,
    Carried = "carried" 0.30,
    Pointers = "pointers" 0.35,
    Overlap = "overlap" 0.25,
    Borders = "borders" 0.25,
    Noalias = "noalias" 0.4,
    Exits = "exit" 0.06,
    Breaks = "break" 0.04,
    Returns = "return" 0.06,
    Checks = "checks" 0.06,
    Searches = "searches" 0.04,
    Ordered = "volatile" 0.06,
    Calls = "calls" 0.08,
    Escapes = "escapes" 0.3,
    Swaps = "swaps" 0.06,
    Recursion = "recursion" 0.04,
    Temporaries = "temporaries" 0.3,
    LateTemporaries = "late-temporaries" 0.12,
    Failures = "failures" 0.25,
    Gives = "gives" 0.1,
    Statics = "statics" 0.25,
    Transfers = "transfers" 0.08,
    Floats = "floats" 0.35,
    Ahead = "ahead" 0.15,
    Pitches = "pitches" 0.2,
    Planes = "planes" 0.15,
    Rows = "rows" 0.30,
    RowsDown = "rows-down" 0.12,
    Stops = "stops-at-borders" 0.15,
    Pixels = "pixels" 0.12,
    Producers = "producers" 0.15,
    PartialReads = "partial-reads" 0.15,
    Ints = "int-subscripts" 0.4,
    HandedOn = "handed-on" 0.1,
    Scopes = "scopes" 0.08,
    Scaled = "scaled" 0.05,
}

/// What programs are made of, whatever is left out.
const ALWAYS: &[Feature] = &[
    Feature::Plain,
    Feature::TwoDim,
    Feature::Carried,
    Feature::Floats,
    Feature::NonEmpty,
    Feature::Noalias,
    Feature::Ints,
];

/// One subject in depth: a profile's name, and what weighs differently there.
const FOCUS: &[(&str, &[(Feature, f64)])] = {
    use Feature::*;
    &[
        (
            "nests",
            &[
                (Nests, 0.9),
                (TwoDim, 0.6),
                (Triangular, 0.2),
                (OuterLoop, 0.2),
            ],
        ),
        (
            "deep",
            &[(Deep, 0.9), (Nests, 0.6), (Temporaries, 0.5), (Guards, 0.1)],
        ),
        ("guards", &[(Guards, 0.9), (Unequal, 0.4), (Nests, 0.1)]),
        ("unequal", &[(Unequal, 0.8), (Guards, 0.5)]),
        (
            "counters",
            &[
                (OddCounters, 0.9),
                (Downward, 0.3),
                (NotEqual, 0.3),
                (Steps, 0.3),
                (DoLoops, 0.3),
            ],
        ),
        (
            "aliasing",
            &[
                (Pointers, 0.9),
                (Overlap, 0.8),
                (MixedWidth, 0.3),
                (Noalias, 0.3),
            ],
        ),
        (
            "noninjective",
            &[
                (Plain, 20.0),
                (Noninjective, 30.0),
                (Invariant, 20.0),
                (Truncated, 15.0),
                (Gather, 10.0),
                (MixedWidth, 0.2),
            ],
        ),
        (
            "temporaries",
            &[
                (Temporaries, 0.95),
                (Guards, 0.15),
                (Unequal, 0.15),
                (Failures, 0.4),
                (Gives, 0.3),
            ],
        ),
        (
            "two-counts",
            &[
                (TwoCounts, 0.95),
                (Unequal, 0.2),
                (Guards, 0.15),
                (Nests, 0.15),
            ],
        ),
        (
            "overlap",
            &[
                (Pointers, 1.0),
                (Overlap, 0.5),
                (Borders, 0.8),
                (Guards, 0.1),
                (Calls, 0.0),
                (Ordered, 0.0),
                (Noninjective, 4.0),
                (Gather, 0.0),
                (Truncated, 0.0),
                (Between, 0.1),
                (Noalias, 0.0),
            ],
        ),
        (
            "shifts",
            &[
                (Ahead, 0.9),
                (Nests, 0.35),
                (TwoDim, 0.8),
                (Steps, 0.15),
                (Downward, 0.2),
                (Guards, 0.1),
                (Between, 0.1),
                (Calls, 0.0),
                (Unequal, 0.15),
            ],
        ),
        (
            "between",
            &[
                (Between, 0.9),
                (Sets, 0.8),
                (LateTemporaries, 0.25),
                (Swaps, 0.2),
                (Escapes, 0.5),
                (Pointers, 0.4),
                (Guards, 0.1),
                (Unequal, 0.1),
                (Nests, 0.15),
                (Reductions, 0.2),
                (Calls, 0.05),
                (Transfers, 0.2),
            ],
        ),
        (
            "pipelines",
            &[
                (Ahead, 0.8),
                (Temporaries, 0.9),
                (Between, 0.5),
                (LateTemporaries, 0.7),
                (Sets, 0.15),
                (Guards, 0.05),
                (Nests, 0.15),
                (Calls, 0.0),
                (Steps, 0.05),
                (Producers, 0.4),
            ],
        ),
        (
            "carried",
            &[
                (Reductions, 0.8),
                (Carried, 0.8),
                (Between, 0.5),
                (Ahead, 0.3),
            ],
        ),
        (
            "effects",
            &[
                (Exits, 0.25),
                (Ordered, 0.6),
                (Calls, 0.4),
                (Between, 0.2),
                (Guards, 0.1),
                (Breaks, 0.1),
                (Returns, 0.15),
            ],
        ),
        (
            "checks",
            &[
                (Checks, 0.8),
                (Pointers, 0.5),
                (Overlap, 0.1),
                (Nests, 0.35),
                (Guards, 0.1),
                (Unequal, 0.15),
                (Between, 0.05),
                (Calls, 0.02),
                (Noninjective, 2.0),
                (Truncated, 0.0),
                (Gather, 1.0),
            ],
        ),
        (
            "searches",
            &[
                (Searches, 0.4),
                (Plain, 90.0),
                (Pointers, 0.5),
                (Overlap, 0.1),
                (Guards, 0.1),
                (Unequal, 0.2),
                (Between, 0.1),
                (Nests, 0.15),
                (Conditionals, 0.1),
                (Calls, 0.02),
                (Ordered, 0.02),
            ],
        ),
        (
            "scaled",
            &[
                (Scaled, 0.7),
                (Plain, 90.0),
                (Pointers, 0.4),
                (Overlap, 0.2),
                (Guards, 0.15),
                (Unequal, 0.05),
                (OddCounters, 0.1),
                (Downward, 0.02),
                (Steps, 0.05),
                (Between, 0.1),
                (Conditionals, 0.05),
                (Calls, 0.02),
                (Ordered, 0.02),
            ],
        ),
        (
            "planes",
            &[
                (Pitches, 0.5),
                (Planes, 0.5),
                (Nests, 0.7),
                (TwoDim, 0.2),
                (Pointers, 0.7),
                (Conditionals, 0.4),
                (Symbolic, 30.0),
                (Guards, 0.1),
                (Unequal, 0.1),
                (Between, 0.1),
            ],
        ),
        (
            "perhaps-touched",
            &[
                (Conditionals, 0.9),
                (Pointers, 1.0),
                (Noalias, 0.0),
                (Overlap, 0.4),
                (Borders, 0.4),
                (Gather, 10.0),
                (Truncated, 10.0),
                (Noninjective, 15.0),
                (Pitches, 0.3),
                (Guards, 0.1),
                (Unequal, 0.1),
                (Between, 0.1),
            ],
        ),
        ("rows", &[(Rows, 1.0), (Between, 0.1)]),
        (
            "rows-to-borders",
            &[
                (Rows, 1.0),
                (Stops, 1.0),
                (Pixels, 0.0),
                (Planes, 0.1),
                (RowsDown, 0.05),
                (Producers, 0.05),
                (Transfers, 0.15),
                (Between, 0.05),
            ],
        ),
        (
            "pixels",
            &[
                (Rows, 1.0),
                (Pixels, 1.0),
                (Planes, 0.05),
                (RowsDown, 0.05),
                (Producers, 0.05),
                (Between, 0.05),
            ],
        ),
        (
            "pixels-checked",
            &[
                (Rows, 1.0),
                (Pixels, 1.0),
                (Pointers, 1.0),
                (Noalias, 0.0),
                (Planes, 0.05),
                (Producers, 0.3),
                (Between, 0.0),
            ],
        ),
        (
            "rows-in-planes",
            &[
                (Rows, 1.0),
                (Planes, 1.0),
                (RowsDown, 0.05),
                (Producers, 0.05),
                (PartialReads, 0.05),
                (Between, 0.05),
            ],
        ),
        (
            "rows-checked",
            &[
                (Rows, 1.0),
                (Pointers, 1.0),
                (Noalias, 0.0),
                (Overlap, 0.5),
                (Failures, 0.5),
                (Between, 0.05),
            ],
        ),
        (
            "rows-odd",
            &[
                (Rows, 1.0),
                (RowsDown, 0.4),
                (Producers, 0.5),
                (PartialReads, 0.5),
                (Statics, 0.5),
                (Recursion, 0.1),
                (Gives, 0.3),
            ],
        ),
        (
            "handed-on",
            &[
                (HandedOn, 0.9),
                (Pointers, 1.0),
                (Noalias, 0.0),
                (Overlap, 0.3),
                (Borders, 0.3),
                (Failures, 0.8),
                (Guards, 0.05),
                (Unequal, 0.05),
                (Between, 0.2),
                (Nests, 0.1),
                (Noninjective, 2.0),
                (Truncated, 0.0),
                (Gather, 0.0),
            ],
        ),
        (
            "scopes",
            &[
                (Scopes, 1.0),
                (Pointers, 1.0),
                (Noalias, 0.0),
                (Overlap, 0.9),
                (Statics, 0.4),
                (TwoDim, 0.3),
                (Nests, 0.9),
                (Conditionals, 0.0),
                (MixedWidth, 0.0),
                (OddCounters, 0.0),
                (Steps, 0.0),
                (Reductions, 0.1),
                (Guards, 0.05),
                (Unequal, 0.05),
                (Between, 0.05),
                (Noninjective, 1.0),
                (Invariant, 1.0),
                (Reversed, 1.0),
                (Truncated, 0.0),
                (Gather, 0.0),
                (Calls, 0.0),
            ],
        ),
        (
            "simple",
            &[
                (Guards, 0.0),
                (Between, 0.0),
                (Calls, 0.0),
                (Exits, 0.0),
                (Ordered, 0.0),
                (Nests, 0.2),
                (Unequal, 0.15),
                (Reductions, 0.2),
            ],
        ),
    ]
};

/// What a program is drawn from, by name: all profiles, and `all`.
pub fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once("all").chain(FOCUS.iter().map(|(name, _)| *name))
}

/// Names of all features.
pub fn features() -> impl Iterator<Item = &'static str> {
    DEFAULTS.iter().map(|(_, name, _)| *name)
}

/// The feature of a name.
pub fn feature(name: &str) -> Option<Feature> {
    DEFAULTS
        .iter()
        .find(|(_, own, _)| *own == name)
        .map(|(feature, ..)| *feature)
}

/// How often each feature is used in one program.
pub struct Weights([f64; DEFAULTS.len()]);

impl Weights {
    /// Of a profile, without what is masked.
    pub fn draw(profile: &str, masked: &[Feature], rng: &mut ChaCha8Rng) -> Self {
        let mut weights = [0.0; DEFAULTS.len()];
        let off = [0.5, 0.65, 0.8][rng.random_range(0..3)];
        for &(feature, _, weight) in DEFAULTS {
            let is_off = !ALWAYS.contains(&feature) && rng.random_bool(off);
            let kept = if !is_off {
                1.0
            } else if rng.random_bool(0.5) {
                0.15
            } else {
                0.0
            };
            weights[feature as usize] = weight * kept;
        }
        let focus = FOCUS.iter().find(|(name, _)| *name == profile);
        for &(feature, weight) in focus.iter().flat_map(|(_, focus)| focus.iter()) {
            weights[feature as usize] = weight;
        }
        for feature in masked {
            weights[*feature as usize] = 0.0;
        }
        Weights(weights)
    }

    pub fn of(&self, feature: Feature) -> f64 {
        self.0[feature as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn masked_features_weigh_nothing() {
        for profile in names() {
            let mut rng = ChaCha8Rng::seed_from_u64(7);
            let weights = Weights::draw(profile, &[Feature::Guards, Feature::Rows], &mut rng);
            assert_eq!(weights.of(Feature::Guards) + weights.of(Feature::Rows), 0.0);
        }
    }

    #[test]
    fn features_are_known_by_name() {
        assert_eq!(feature("rows-down"), Some(Feature::RowsDown));
        assert_eq!(feature("nothing"), None);
        let focused = FOCUS
            .iter()
            .map(|(name, _)| name)
            .collect::<std::collections::HashSet<_>>();
        assert_eq!(focused.len(), FOCUS.len());
    }
}
