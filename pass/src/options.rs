//! Parameters of the pass: `loop-fuse<explain;limit=3>`.
//!
//! One table names them all; parsing, printing and the error message read it.

#[cfg(feature = "testing")]
use crate::testing;
use loopfuse_plan::strategy::Strategy;
use std::fmt;

/// Where in the default pipelines the pass runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// In function simplification, before idiom recognition and unrolling.
    Early,
    /// Just before the vectorisers.
    Late,
    /// At both places.
    Both,
}

impl Placement {
    /// Does the pass run early?
    pub fn is_early(self) -> bool {
        self != Placement::Late
    }

    /// Does the pass run late?
    pub fn is_late(self) -> bool {
        self != Placement::Early
    }
}

/// The parameters of one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Look at functions at all.
    pub fusion: bool,
    /// Functions and loops that are left alone: see [`crate::user`].
    pub skip: Vec<String>,
    /// Go on after the first refusal of a pair and name all of them.
    pub explain: bool,
    /// Print verdicts to standard error and change nothing.
    pub print_verdicts: bool,
    /// Print the graph of each group of siblings to standard error, and change nothing.
    pub print_graph: bool,
    /// Check IR and analyses after every fusion; stop if something is broken.
    pub verify: bool,
    /// Refuse legal fusions that would not pay, and limit how often fused loops are interleaved.
    pub profit: bool,
    /// Run clean-up passes after fusing.
    pub tidy: bool,
    /// Arrays that fused loops need only in part are folded, or go.
    pub contract: bool,
    /// Loops that add up columns change places.
    pub interchange: bool,
    /// Rows of static arrays may be kept in blocks of the heap.
    pub heap: bool,
    /// Most bytes of the stack, for each function, that these rows take.
    pub max_stack: u64,
    /// Make only this many changes, in all functions of the module together.
    pub limit: Option<u64>,
    /// Largest constant difference of trip counts, in iterations, that is
    /// taken off one loop.
    pub max_peel: u64,
    /// Fuse loops whose trip counts differ by more, or by something unknown.
    pub uneven: bool,
    /// Most iterations that the second loop may lag behind the first one.
    pub max_shift: u64,
    /// Most instructions of a loop that is copied for where only it runs.
    pub max_copy: u64,
    /// Most pairs of pointers that a run-time check tells apart for one fusion, or
    /// chain of them.
    pub max_checks: u64,
    /// Fewest instructions that innermost loops run for each comparison of such a check,
    /// for it to be made.
    pub check_work: u64,
    /// Most instructions that are copied for the case that such a check fails.
    pub max_version: u64,
    /// Most instructions in a fused loop: what bounds the time of judging pairs.
    pub max_size: u64,
    /// Most arrays that a fused loop walks through, unless most of them are shared.
    pub max_streams: u64,
    /// Who says which siblings are to be one loop. `Pairwise` is no planner here: each pair that is legal and pays.
    pub strategy: Strategy,
    /// Where in the default pipelines the pass runs.
    pub place: Placement,
    /// What goes wrong on purpose.
    #[cfg(feature = "testing")]
    pub fault: Option<testing::Fault>,
    /// What panics on purpose.
    #[cfg(feature = "testing")]
    pub panic: Option<testing::Phase>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            fusion: true,
            skip: Vec::new(),
            explain: false,
            print_verdicts: false,
            print_graph: false,
            verify: false,
            profit: true,
            tidy: true,
            contract: true,
            interchange: false,
            heap: false,
            max_stack: 32 * 1024,
            limit: None,
            max_peel: 8,
            uneven: true,
            max_shift: 4,
            max_copy: 100,
            max_checks: 24,
            check_work: 192,
            max_version: 500,
            max_size: 1000,
            max_streams: 8,
            strategy: Strategy::Pairwise,
            place: Placement::Both,
            #[cfg(feature = "testing")]
            fault: None,
            #[cfg(feature = "testing")]
            panic: None,
        }
    }
}

/// What is wrong with a parameter.
enum Wrong {
    /// There is none of that name, or its value is of another kind.
    Invalid,
    /// Its number is greater than this one.
    TooLarge(u64),
}

/// How a parameter is set and shown.
enum Access {
    /// `name` and `no-name`.
    Flag(fn(&mut Options) -> &mut bool),
    /// `name=N`, up to a greatest `N`.
    Number(u64, fn(&mut Options, u64), fn(&Options) -> Option<u64>),
    /// `name=WORD`, one of these, by their numbers.
    Word(
        &'static [&'static str],
        fn(&mut Options, usize),
        fn(&Options) -> usize,
    ),
    /// `name=A,B`; a later one adds to it.
    Names(fn(&mut Options) -> &mut Vec<String>),
}

/// The most iterations that may be peeled, or that loops may lag: code grows with what is peeled.
const MOST_ITERATIONS: u64 = 1000;

/// The most that can be counted in code: instructions, arrays, pairs of them.
const MOST_COUNTED: u64 = 1_000_000;

/// What is one for all functions of a module.
const OF_MODULE: [&str; 5] = ["skip", "print-verdicts", "print-graph", "limit", "place"];

const STRATEGIES: [Strategy; 4] = [
    Strategy::Pairwise,
    Strategy::Maximal,
    Strategy::Memory,
    Strategy::Auto,
];

const PLACES: [Placement; 3] = [Placement::Early, Placement::Late, Placement::Both];

fn position<T: PartialEq>(all: &[T], one: T) -> usize {
    let at = all.iter().position(|other| *other == one);
    at.expect("what options hold can be asked for")
}

/// All parameters in the order in which they are printed.
const TABLE: [(&str, Access); 24] = [
    ("fusion", Access::Flag(|o| &mut o.fusion)),
    ("skip", Access::Names(|o| &mut o.skip)),
    ("explain", Access::Flag(|o| &mut o.explain)),
    ("print-verdicts", Access::Flag(|o| &mut o.print_verdicts)),
    ("print-graph", Access::Flag(|o| &mut o.print_graph)),
    ("verify", Access::Flag(|o| &mut o.verify)),
    ("profit", Access::Flag(|o| &mut o.profit)),
    ("tidy", Access::Flag(|o| &mut o.tidy)),
    ("contract", Access::Flag(|o| &mut o.contract)),
    ("interchange", Access::Flag(|o| &mut o.interchange)),
    ("heap", Access::Flag(|o| &mut o.heap)),
    (
        "limit",
        Access::Number(u64::MAX, |o, n| o.limit = Some(n), |o| o.limit),
    ),
    (
        "max-peel",
        Access::Number(MOST_ITERATIONS, |o, n| o.max_peel = n, |o| Some(o.max_peel)),
    ),
    ("uneven", Access::Flag(|o| &mut o.uneven)),
    (
        "max-shift",
        Access::Number(
            MOST_ITERATIONS,
            |o, n| o.max_shift = n,
            |o| Some(o.max_shift),
        ),
    ),
    (
        "max-copy",
        Access::Number(MOST_COUNTED, |o, n| o.max_copy = n, |o| Some(o.max_copy)),
    ),
    (
        "max-checks",
        Access::Number(
            MOST_COUNTED,
            |o, n| o.max_checks = n,
            |o| Some(o.max_checks),
        ),
    ),
    (
        "check-work",
        Access::Number(
            MOST_COUNTED,
            |o, n| o.check_work = n,
            |o| Some(o.check_work),
        ),
    ),
    (
        "max-version",
        Access::Number(
            MOST_COUNTED,
            |o, n| o.max_version = n,
            |o| Some(o.max_version),
        ),
    ),
    (
        "max-size",
        Access::Number(MOST_COUNTED, |o, n| o.max_size = n, |o| Some(o.max_size)),
    ),
    (
        "max-streams",
        Access::Number(
            MOST_COUNTED,
            |o, n| o.max_streams = n,
            |o| Some(o.max_streams),
        ),
    ),
    (
        "max-stack",
        Access::Number(MOST_COUNTED, |o, n| o.max_stack = n, |o| Some(o.max_stack)),
    ),
    (
        "strategy",
        Access::Word(
            &["pairwise", "maximal", "memory", "auto"],
            |o, n| o.strategy = STRATEGIES[n],
            |o| position(&STRATEGIES, o.strategy),
        ),
    ),
    (
        "place",
        Access::Word(
            &["early", "late", "both"],
            |o, n| o.place = PLACES[n],
            |o| position(&PLACES, o.place),
        ),
    ),
];

impl Options {
    /// Is nothing changed?
    pub fn only_prints(&self) -> bool {
        self.print_verdicts || self.print_graph
    }

    /// Parses parameters separated by `;`. The error is one line that lists
    /// the valid ones.
    pub fn parse(text: &str) -> Result<Self, String> {
        Options::default().with(text)
    }

    /// These parameters, with others for one function. The error is one line.
    pub fn for_function(&self, text: &str) -> Result<Self, String> {
        let options = self.with(text)?;
        let all = || parameters(text).map(|p| p.split_once('=').map_or(p, |(name, _)| name));
        let is_set = |name: &&&str| all().any(|p| p.strip_prefix("no-").unwrap_or(p) == **name);
        match OF_MODULE.iter().find(is_set) {
            Some(name) => Err(format!(
                "loop-fuse: parameter '{name}' is one for all functions; give it to the pass"
            )),
            None => Ok(options),
        }
    }

    fn with(&self, text: &str) -> Result<Self, String> {
        let mut options = self.clone();
        for parameter in parameters(text) {
            options.set(parameter).map_err(|wrong| match wrong {
                Wrong::Invalid => format!(
                    "loop-fuse: invalid parameter '{parameter}'; valid are: {}",
                    Self::valid_parameters()
                ),
                Wrong::TooLarge(most) => {
                    format!("loop-fuse: parameter '{parameter}' is too large: at most {most}")
                }
            })?;
        }
        Ok(options)
    }

    fn set(&mut self, parameter: &str) -> Result<(), Wrong> {
        let (name, value) = match parameter.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (parameter, None),
        };
        #[cfg(feature = "testing")]
        match (name, value) {
            ("fault", Some(value)) => {
                self.fault = Some(testing::Fault::named(value).ok_or(Wrong::Invalid)?);
                return Ok(());
            }
            ("panic", Some(value)) => {
                self.panic = Some(testing::Phase::named(value).ok_or(Wrong::Invalid)?);
                return Ok(());
            }
            _ => {}
        }
        for (known, access) in &TABLE {
            match (access, value) {
                (Access::Flag(field), None) if name == *known => *field(self) = true,
                (Access::Flag(field), None) if name.strip_prefix("no-") == Some(known) => {
                    *field(self) = false;
                }
                (Access::Number(most, write, _), Some(value)) if name == *known => {
                    let is_number = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
                    match value.parse() {
                        Ok(n) if n <= *most => write(self, n),
                        _ if is_number => return Err(Wrong::TooLarge(*most)),
                        _ => return Err(Wrong::Invalid),
                    }
                }
                (Access::Word(words, write, _), Some(value)) if name == *known => {
                    let at = words.iter().position(|word| *word == value);
                    write(self, at.ok_or(Wrong::Invalid)?);
                }
                (Access::Names(field), Some(value)) if name == *known => {
                    let names = || value.split(',').map(str::trim);
                    if names().any(str::is_empty) {
                        return Err(Wrong::Invalid);
                    }
                    field(self).extend(names().map(str::to_owned));
                }
                _ => continue,
            }
            return Ok(());
        }
        Err(Wrong::Invalid)
    }

    fn valid_parameters() -> String {
        let shown = TABLE.iter().map(|(name, access)| match access {
            Access::Flag(_) => format!("[no-]{name}"),
            Access::Number(..) => format!("{name}=N"),
            Access::Word(words, ..) => format!("{name}={}", words.join("|")),
            Access::Names(_) => format!("{name}=A,B"),
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}

/// Those of a text, one by one.
fn parameters(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim).filter(|p| !p.is_empty())
}

/// The parameters that differ from the defaults, in the syntax of `parse`.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut ours, mut default) = (self.clone(), Options::default());
        let mut separator = "";
        for (name, access) in &TABLE {
            let shown = match access {
                Access::Flag(field) => {
                    let on = *field(&mut ours);
                    (on != *field(&mut default))
                        .then(|| format!("{}{name}", if on { "" } else { "no-" }))
                }
                Access::Number(.., read) => match read(self) {
                    Some(n) if read(&default) != Some(n) => Some(format!("{name}={n}")),
                    _ => None,
                },
                Access::Names(field) => {
                    let names = field(&mut ours).join(",");
                    (!names.is_empty()).then(|| format!("{name}={names}"))
                }
                Access::Word(words, _, read) => {
                    let at = read(self);
                    (at != read(&default)).then(|| format!("{name}={}", words[at]))
                }
            };
            if let Some(shown) = shown {
                write!(f, "{separator}{shown}")?;
                separator = ";";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_the_default() {
        assert_eq!(Options::parse(""), Ok(Options::default()));
        assert_eq!(Options::default().to_string(), "");
    }

    #[test]
    fn every_parameter_round_trips() {
        let text = "no-fusion;skip=f,a.c:7,g*;explain;print-verdicts;print-graph;verify;no-profit;no-tidy;heap;limit=3;max-peel=2;\
                    no-uneven;max-shift=1;max-copy=7;max-checks=4;check-work=3;max-version=50;max-size=9;max-streams=5;max-stack=6;strategy=memory;place=late";
        let options = Options::parse(text).unwrap();
        assert_eq!(options.limit, Some(3));
        assert!(options.explain && options.verify && !options.profit && !options.tidy);
        assert!(!options.uneven);
        assert_eq!(options.to_string(), text);
        assert_eq!(Options::parse(&options.to_string()), Ok(options));
    }

    #[test]
    fn errors_list_what_is_valid() {
        for bad in [
            "nonsense",
            "limit",
            "limit=x",
            "limit=-1",
            "explain=1",
            "place=here",
            "strategy=nest",
            "no-limit",
            "skip",
            "skip=",
            "skip=f,,g",
            "no-skip",
        ] {
            let message = Options::parse(bad).unwrap_err();
            assert!(message.contains(&format!("'{bad}'")), "{message}");
            assert!(
                message.contains("[no-]explain") && message.contains("limit=N"),
                "{message}"
            );
            assert!(!message.contains('\n'));
        }
    }

    #[test]
    fn numbers_have_limits() {
        assert_eq!(Options::parse("max-shift=1000").unwrap().max_shift, 1000);
        for (bad, most) in [
            ("max-shift=1001", "1000"),
            ("max-peel=99999999999999999999999", "1000"),
            ("max-size=1000001", "1000000"),
        ] {
            let expected = format!("loop-fuse: parameter '{bad}' is too large: at most {most}");
            assert_eq!(Options::parse(bad), Err(expected));
        }
    }

    #[test]
    fn functions_have_parameters_of_their_own() {
        let all = Options::parse("max-peel=2;max-shift=1").unwrap();
        let own = all.for_function(" max-shift=3; no-profit").unwrap();
        assert_eq!((own.max_peel, own.max_shift, own.profit), (2, 3, false));
        assert_eq!(all.for_function(""), Ok(all.clone()));
        assert!(
            all.for_function("no-sense")
                .unwrap_err()
                .contains("valid are")
        );
        for name in ["limit=3", "place=late", "skip=f", "no-print-graph"] {
            let message = all.for_function(&format!("explain; {name}")).unwrap_err();
            assert!(message.ends_with("is one for all functions; give it to the pass"));
        }
    }

    #[test]
    fn names_add_up() {
        let options = Options::parse("skip=f;skip=g, h").unwrap();
        assert_eq!(options.skip, ["f", "g", "h"]);
    }

    #[test]
    fn last_setting_wins() {
        assert!(Options::parse("no-profit;profit").unwrap().profit);
    }
}
