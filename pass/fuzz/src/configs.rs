//! The ways a program is prepared, fused and cleaned up.
//!
//! What the pass decides depends on the shape of the IR and on the analyses that happen to be cached.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

const CANON: &str = "sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,\
    loop(loop-rotate),early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-simplify,lcssa";
const AFTER: &str = "loop-simplify,lcssa,loop-mssa(licm<allowspeculation>),loop(indvars,loop-deletion),\
    early-cse<memssa>,gvn,dse,instcombine<no-verify-fixpoint>,simplifycfg";
const VECTORISE: &str = "loop-simplify,lcssa,loop-vectorize,slp-vectorizer,\
    instcombine<no-verify-fixpoint>,simplifycfg";
const ANALYSES: &str =
    "require<scalar-evolution>,require<da>,require<postdomtree>,require<memoryssa>";

/// One way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    pub name: &'static str,
    /// It begins with what [`prepare`] does: the same for many, so this is done once for each program.
    pub is_prepared: bool,
    /// The pipeline, with the pass, as opt takes it.
    pub passes: String,
    /// The same without the pass: where that makes the same difference, it is LLVM's.
    pub without: String,
    /// Parameters of the pass where a default pipeline runs it.
    pub options: String,
    /// LLVM's vectorizer runs behind the pass.
    pub vectorizes: bool,
    /// With the processor's vectors.
    pub wide: bool,
}

/// Names of all.
pub const NAMES: [&str; 13] = [
    "canonical",
    "raw",
    "rotated",
    "indvars",
    "analyses",
    "followed",
    "vectorised",
    "twice",
    "attributes",
    "simplified",
    "O2",
    "O2-wide",
    "O3",
];

/// Those that run the pass where LLVM's own pipelines do.
const DEFAULT_PIPELINES: [&str; 4] = ["simplified", "O2", "O2-wide", "O3"];

/// Costly ones, whose turn comes seldom.
const COSTLY: [&str; 6] = ["vectorised", "twice", "simplified", "O2", "O2-wide", "O3"];

/// The ways of one program: always the same for the same seed. `parameters` are added to those of each.
pub fn choose(rng: &mut ChaCha8Rng, count: usize, parameters: &str) -> Vec<Config> {
    let cheap: Vec<_> = NAMES
        .into_iter()
        .filter(|name| !COSTLY.contains(name))
        .collect();
    let mut names: Vec<_> = cheap.choose_multiple(rng, count).copied().collect();
    if rng.random_bool(0.15)
        && let (Some(last), Some(name)) = (names.last_mut(), COSTLY.choose(rng))
    {
        *last = name;
    }
    names
        .into_iter()
        .map(|name| make(name, &random_parameters(rng), parameters))
        .collect()
}

/// The way of a name.
pub fn named(name: &str, parameters: &str) -> Option<Config> {
    let name = NAMES.into_iter().find(|known| *known == name)?;
    let own = if DEFAULT_PIPELINES.contains(&name) {
        "verify"
    } else {
        "no-profit;verify"
    };
    Some(make(name, own, parameters))
}

/// What prepared configurations begin with.
pub fn prepare() -> String {
    format!("function({CANON})")
}

impl Config {
    /// The pipeline with what it begins with.
    pub fn whole(&self) -> String {
        match self.is_prepared {
            true => format!("{},{}", prepare(), self.passes),
            false => self.passes.clone(),
        }
    }
}

/// The way of a name, with exactly these parameters.
pub fn exactly(name: &str, parameters: &str) -> Option<Config> {
    let name = NAMES.into_iter().find(|known| *known == name)?;
    Some(make(name, parameters, ""))
}

fn random_parameters(rng: &mut ChaCha8Rng) -> String {
    let mut parameters = Vec::new();
    if rng.random_bool(0.8) {
        parameters.push("no-profit".into());
    }
    if rng.random_bool(0.05) {
        parameters.push("verify".into());
    }
    for (p, name) in [
        (0.06, "no-tidy"),
        (0.05, "no-contract"),
        (0.08, "no-uneven"),
        (0.2, "heap"),
    ] {
        if rng.random_bool(p) {
            parameters.push(name.into());
        }
    }
    if rng.random_bool(0.15) {
        let strategy = ["maximal", "memory", "auto"].choose(rng).expect("some");
        parameters.push(format!("strategy={strategy}"));
    }
    for (p, name, values) in [
        (0.1, "max-shift", [0, 1, 9, 64]),
        (0.1, "max-peel", [0, 1, 3, 40]),
        (0.08, "max-checks", [0, 1, 30, 100]),
        (0.05, "max-version", [0, 100, 3000, 9000]),
        (0.05, "max-copy", [0, 10, 30, 9000]),
        (0.05, "max-streams", [1, 2, 4, 16]),
    ] {
        if rng.random_bool(p) {
            parameters.push(format!("{name}={}", values.choose(rng).expect("some")));
        }
    }
    parameters.join(";")
}

fn make(name: &'static str, own: &str, more: &str) -> Config {
    let options = [own, more]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(";");
    let pass = match options.is_empty() {
        true => "loop-fuse".to_owned(),
        false => format!("loop-fuse<{options}>"),
    };
    let twice = format!("{pass},{AFTER}");
    // What runs before the pass and behind it.
    let (is_prepared, before, behind) = match name {
        "raw" => (false, "sroa", ""),
        "rotated" => (false, "sroa,loop-simplify,lcssa,loop(loop-rotate)", ""),
        "indvars" => (true, "loop(indvars)", ""),
        "analyses" => (true, ANALYSES, ""),
        "followed" => (true, "", AFTER),
        "vectorised" => (true, "", VECTORISE),
        "twice" => (true, twice.as_str(), ""),
        "canonical" | "attributes" => (true, "", ""),
        _ => (false, "", ""),
    };
    let around = |pass: &str| {
        let parts = [before, pass, behind].into_iter();
        let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        format!("function({})", parts.join(","))
    };
    let with = around(&pass);
    let (passes, without) = match name {
        "twice" => (with, format!("function({AFTER})")),
        "attributes" => (
            format!("cgscc(inline,function-attrs,{with})"),
            "cgscc(inline,function-attrs)".into(),
        ),
        "simplified" => {
            let simplify = "thinlto-pre-link<O2>";
            (format!("{simplify},{with}"), simplify.into())
        }
        "O2" | "O2-wide" => ("default<O2>".into(), "default<O2>".into()),
        "O3" => ("default<O3>".into(), "default<O3>".into()),
        _ => (with, around("verify")),
    };
    Config {
        name,
        is_prepared,
        passes,
        without,
        options,
        vectorizes: matches!(name, "vectorised" | "O2" | "O2-wide" | "O3"),
        wide: matches!(name, "vectorised" | "O2-wide" | "O3"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn every_name_is_a_pipeline() {
        for name in NAMES {
            let config = named(name, "fault=x").unwrap();
            assert_eq!(config.name, name);
            assert!(config.options.ends_with("verify;fault=x"));
            assert!(
                !config.without.contains("loop-fuse") && !config.without.contains("()"),
                "{config:?}"
            );
        }
        assert_eq!(named("nothing", ""), None);
    }

    #[test]
    fn a_seed_has_its_ways() {
        let of = |seed| choose(&mut ChaCha8Rng::seed_from_u64(seed), 4, "");
        assert_eq!(of(3), of(3));
        assert_eq!(of(3).len(), 4);
    }
}
