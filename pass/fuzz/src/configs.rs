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
const ANALYSES: &str =
    "require<scalar-evolution>,require<da>,require<postdomtree>,require<memoryssa>";

/// One way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    pub name: &'static str,
    /// The pipeline, with the pass, as opt takes it.
    pub passes: String,
    /// The same without the pass: where that makes the same difference, it is LLVM's.
    pub without: String,
    /// Parameters of the pass where a default pipeline runs it.
    pub options: String,
    /// With the processor's vectors.
    pub wide: bool,
}

/// Names of all.
pub const NAMES: [&str; 12] = [
    "canonical",
    "raw",
    "rotated",
    "indvars",
    "analyses",
    "followed",
    "twice",
    "attributes",
    "simplified",
    "O2",
    "O2-wide",
    "O3",
];

/// Costly ones, whose turn comes seldom.
const DEFAULT_PIPELINES: [&str; 4] = ["simplified", "O2", "O2-wide", "O3"];

/// The ways of one program: always the same for the same seed. `parameters` are added to those of each.
pub fn choose(rng: &mut ChaCha8Rng, count: usize, parameters: &str) -> Vec<Config> {
    let cheap: Vec<_> = NAMES
        .into_iter()
        .filter(|name| !DEFAULT_PIPELINES.contains(name))
        .collect();
    let mut names: Vec<_> = cheap.choose_multiple(rng, count).copied().collect();
    if rng.random_bool(0.2)
        && let (Some(last), Some(name)) = (names.last_mut(), DEFAULT_PIPELINES.choose(rng))
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

fn random_parameters(rng: &mut ChaCha8Rng) -> String {
    let mut parameters = Vec::new();
    if rng.random_bool(0.8) {
        parameters.push("no-profit".into());
    }
    if rng.random_bool(0.25) {
        parameters.push("verify".into());
    }
    for (p, name) in [
        (0.06, "no-tidy"),
        (0.05, "no-contract"),
        (0.08, "no-uneven"),
        (0.05, "no-heap"),
    ] {
        if rng.random_bool(p) {
            parameters.push(name.into());
        }
    }
    for (p, name, values) in [
        (0.1, "max-shift", [0, 1, 9, 64]),
        (0.1, "max-peel", [0, 1, 3, 40]),
        (0.08, "max-checks", [0, 1, 30, 100]),
        (0.05, "max-version", [0, 100, 3000, 9000]),
        (0.05, "max-copy", [0, 10, 1000, 9000]),
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
    let function = |before: &str, behind: &str| {
        let parts = |pass: &str| {
            let all = [before, pass, behind];
            all.into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(",")
        };
        (
            format!("function({})", parts(&pass)),
            format!("function({})", parts("")),
        )
    };
    let whole = |pipeline: &str| (pipeline.to_owned(), String::new());
    let (passes, without) = match name {
        "raw" => function("sroa", ""),
        "rotated" => function("sroa,loop-simplify,lcssa,loop(loop-rotate)", ""),
        "indvars" => function(&format!("{CANON},loop(indvars)"), ""),
        "analyses" => function(&format!("{CANON},{ANALYSES}"), ""),
        "followed" => function(CANON, AFTER),
        "twice" => function(&format!("{CANON},{pass},{AFTER}"), ""),
        "attributes" => {
            let (passes, without) = function(CANON, "");
            let around = |inner: &str| format!("cgscc(inline,function-attrs,{inner})");
            (around(&passes), around(&without))
        }
        "simplified" => {
            let (passes, without) = function("", "");
            let before = "thinlto-pre-link<O2>";
            (
                format!("{before},{passes}"),
                if without == "function()" {
                    before.into()
                } else {
                    without
                },
            )
        }
        "O2" | "O2-wide" => whole("default<O2>"),
        "O3" => whole("default<O3>"),
        _ => function(CANON, ""),
    };
    let without = match name {
        "twice" => format!("function({CANON},{AFTER})"),
        "O2" | "O2-wide" | "O3" => passes.clone(),
        _ => without,
    };
    Config {
        name,
        passes,
        without,
        options,
        wide: matches!(name, "O2-wide" | "O3"),
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
