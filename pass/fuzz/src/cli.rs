//! The command line.

use crate::campaign::{Campaign, Until, profiles};
use crate::configs::{self, Config};
use crate::coverage;
use crate::engine::Compiler;
use crate::generate::{Seed, generate};
use crate::judge::{Judge, Kind};
use crate::program::print;
use crate::worker::{self, Found, Order};
use crate::{case_file, reduction};
use anyhow::{Context, Result, bail};
use clap::{Args, Parser, Subcommand};
use inkwell::context::Context as LlvmContext;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Findings of one run that are reduced and kept as files.
const KEPT: usize = 10;

/// Looks for programs that loop fusion makes wrong.
#[derive(Debug, Parser)]
#[command(name = "fuzz", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Commands,
}

#[derive(Debug, Subcommand)]
enum Commands {
    /// Make programs, and compare what they do with and without the pass
    Run(Run),
    /// Leave conditions out of the pass, one after the other: is each found?
    Faults {
        /// These alone
        names: Vec<String>,
        /// Most seconds for each
        #[arg(long, default_value_t = 120)]
        seconds: u64,
        #[arg(long, default_value_t = 2)]
        jobs: usize,
    },
    /// Print the program of a seed, as it is or behind a configuration
    Show {
        /// Such as rows-17
        seed: String,
        #[command(flatten)]
        drawn: Drawn,
    },
    /// Make the program of a seed smaller, as long as it fails under a configuration, and print it
    Reduce {
        /// Such as rows-17
        seed: String,
        #[command(flatten)]
        drawn: Drawn,
    },
    /// Judge saved programs as they are
    Replay {
        files: Vec<PathBuf>,
        #[command(flatten)]
        drawn: Drawn,
    },
    /// Judge programs of seeds without the pass: does the interpreter agree with LLVM?
    CheckGenerator {
        #[arg(long, default_value_t = 2000)]
        programs: u64,
        #[command(flatten)]
        drawn: Drawn,
    },
    #[command(hide = true)]
    Worker { order: String },
    #[command(hide = true)]
    Trial {
        found: String,
        masked: String,
        steps: String,
    },
}

/// What programs are drawn from, and how they are compared.
#[derive(Debug, Args)]
struct Drawn {
    /// What programs are made of, joined by commas; all in turn if none is named
    #[arg(long, value_delimiter = ',')]
    profile: Vec<String>,
    /// Features that no program has, joined by commas
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// The only configuration
    #[arg(long)]
    config: Option<String>,
    /// Parameters of the pass beside those of the configuration: a;b=1
    #[arg(long, default_value = "")]
    params: String,
}

#[derive(Debug, Args)]
struct Run {
    #[command(flatten)]
    drawn: Drawn,
    /// Stop after so many comparisons
    #[arg(long)]
    comparisons: Option<u64>,
    /// Stop after so many programs
    #[arg(long)]
    programs: Option<u64>,
    /// Stop after so many seconds (60, if nothing else is said)
    #[arg(long)]
    seconds: Option<u64>,
    /// The seed of the first program of each profile
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker processes
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where findings are kept
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
    /// Keep totals in a file, and go on with those that are there
    #[arg(long)]
    state: Option<PathBuf>,
    /// A short run with fixed seeds, which ends with 'N passed, N failed'
    #[arg(long)]
    smoke: bool,
    /// Say nothing of what was met seldom
    #[arg(long)]
    brief: bool,
}

impl Drawn {
    fn order(&self) -> Order {
        Order {
            masked: self.without.clone(),
            parameters: self.params.clone(),
            config: self.config.clone(),
        }
    }
}

/// Does what the command line asks for; the result is the exit status.
pub fn main() -> Result<u8> {
    match CommandLine::parse().command {
        Commands::Run(run) => fuzz(&run),
        Commands::Faults {
            names,
            seconds,
            jobs,
        } => find_faults(&names, Duration::from_secs(seconds), jobs),
        Commands::Show { seed, drawn } => show(&seed, &drawn),
        Commands::Reduce { seed, drawn } => reduce(&seed, &drawn),
        Commands::Replay { files, drawn } => replay(&files, &drawn),
        Commands::CheckGenerator { programs, drawn } => check_generator(programs, &drawn),
        Commands::Worker { order } => worker::work(&serde_json::from_str(&order)?).map(|()| 0),
        Commands::Trial {
            found,
            masked,
            steps,
        } => trial(&found, &masked, &steps),
    }
}

#[cfg(feature = "testing")]
fn find_faults(names: &[String], limit: Duration, jobs: usize) -> Result<u8> {
    Ok(u8::from(!crate::faults::find_all(names, limit, jobs)?))
}

#[cfg(not(feature = "testing"))]
fn find_faults(_: &[String], _: Duration, _: usize) -> Result<u8> {
    bail!("this fuzzer was built without faults: build it with --features testing")
}

/// The seed of a name such as rows-17.
fn seed_of(name: &str, without: &[String]) -> Result<Seed> {
    let parts = name
        .rsplit_once('-')
        .and_then(|(profile, number)| Some((profile, number.parse().ok()?)));
    let Some((profile, number)) = parts else {
        bail!("'{name}' is no seed such as rows-17");
    };
    let profile = profiles(&[profile.into()])?.remove(0);
    Ok(Seed::new(&profile, number, &worker::masked(without)?))
}

fn config_of(drawn: &Drawn) -> Result<Config> {
    let name = drawn.config.as_deref().unwrap_or("canonical");
    let config = configs::named(name, &drawn.params);
    config.with_context(|| {
        format!(
            "unknown configuration '{name}'; there are {}",
            configs::NAMES.join(", ")
        )
    })
}

/// What a finding says of how it was found: exactly those parameters.
fn config_of_found(found: &Found) -> Result<Config> {
    configs::exactly(&found.config, &found.options)
        .with_context(|| format!("unknown configuration '{}'", found.config))
}

/// The build of pass and fuzzer, by what they are made of.
fn build() -> Result<String> {
    let bytes = std::fs::read(std::env::current_exe()?)?;
    let hash = bytes
        .chunks(8)
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, chunk| {
            let word = chunk
                .iter()
                .fold(0u64, |word, byte| word << 8 | u64::from(*byte));
            (hash ^ word)
                .wrapping_mul(0x0000_0100_0000_01b3)
                .rotate_left(11)
        });
    Ok(format!("{hash:016x}"))
}

fn fuzz(run: &Run) -> Result<u8> {
    worker::masked(&run.drawn.without)?;
    let mut until = Until {
        comparisons: run.comparisons,
        programs: run.programs,
        time: run.seconds.map(Duration::from_secs),
        first: false,
    };
    if run.smoke {
        until = Until {
            comparisons: Some(10_000),
            ..Until::default()
        };
    } else if until.comparisons.is_none() && until.programs.is_none() && until.time.is_none() {
        until.time = Some(Duration::from_secs(60));
    }
    if let Some(name) = &run.drawn.config {
        config_of(&run.drawn).with_context(|| format!("--config {name}"))?;
    }
    let mut campaign = Campaign::new(
        profiles(&run.drawn.profile)?,
        run.drawn.order(),
        until,
        run.jobs.max(1),
    );
    campaign.first_seed = run.seed;
    if let Some(file) = &run.state {
        campaign.resume(file, &build()?)?;
    }
    let before = campaign.totals.found.len();
    let is_wrong = campaign.run()?;
    for found in campaign.totals.found[before..].iter().take(KEPT) {
        match keep(found, &run.drawn, &run.out) {
            Ok(file) => println!("kept: {}", file.display()),
            Err(error) => println!("{}-{} is not kept: {error:#}", found.profile, found.seed),
        }
    }
    println!("{}", campaign.line());
    let totals = &campaign.totals;
    if totals.unfit > 0 {
        println!(
            "{} programs the fuzzer itself was wrong about",
            totals.unfit
        );
    }
    if !run.brief && !run.smoke {
        println!("met fewer than {} times:", coverage::ENOUGH);
        for (item, count) in coverage::lacking(&totals.met) {
            println!("  {count:>5}  {item}");
        }
    }
    if 2 * totals.changed < totals.comparisons
        && run.drawn.profile.is_empty()
        && run.drawn.params.is_empty()
    {
        println!("note: the pass changed fewer than half of the programs; that tests little");
    }
    let wrong = totals.found.len() - before;
    if run.smoke {
        println!(
            "{} passed, {} failed",
            totals.comparisons - wrong as u64,
            wrong + totals.unfit as usize
        );
    }
    Ok(u8::from(is_wrong || totals.unfit > 0))
}

/// Reduces a finding and writes it to a file.
fn keep(found: &Found, drawn: &Drawn, out: &Path) -> Result<PathBuf> {
    let steps = reduction::reduce(found, &drawn.without, false).unwrap_or_default();
    let seed = Seed::new(&found.profile, found.seed, &worker::masked(&drawn.without)?);
    let program = reduction::replay(&seed, &steps).context("the program is not there any more")?;
    let config = config_of_found(found)?;
    let head = [
        format!("{}: {}", found.kind, found.detail),
        format!(
            "seed {}-{}, configuration {} with '{}'",
            found.profile, found.seed, found.config, found.options
        ),
        format!("passes: {}", config.whole()),
    ];
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let file = out.join(format!(
        "{}-{}-{}-{}.ll",
        found.kind, found.profile, found.seed, found.config
    ));
    std::fs::write(&file, case_file::write(&program, &head)?)
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}

fn show(name: &str, drawn: &Drawn) -> Result<u8> {
    let seed = seed_of(name, &drawn.without)?;
    let (program, _) = generate(&seed).context("this seed comes to no program")?;
    if drawn.config.is_none() {
        print!("{}", case_file::write(&program, &[format!("seed {name}")])?);
        return Ok(0);
    }
    let config = config_of(drawn)?;
    let compiler = Compiler::new(config.wide)?;
    let context = LlvmContext::create();
    let module = compiler.read(&context, print::print(&program).as_bytes())?;
    for heard in module.run_passes(&compiler, &config.whole(), &config.options, true)? {
        println!("; {} {:?}", heard.name, heard.arguments);
    }
    print!("{}", module.text());
    Ok(0)
}

fn reduce(name: &str, drawn: &Drawn) -> Result<u8> {
    let seed = seed_of(name, &drawn.without)?;
    let (program, result) = generate(&seed).context("this seed comes to no program")?;
    let judge = Judge::new()?;
    let case = judge.case(&program, &result)?;
    for config in worker::ways(&seed, &drawn.order())? {
        let finding = judge.judge(&case, &config, false)?.finding;
        let Some(finding) = finding.filter(|finding| finding.kind != Kind::Llvm) else {
            continue;
        };
        let found = Found {
            profile: seed.profile.clone(),
            seed: seed.number,
            kind: finding.kind.name().into(),
            detail: finding.detail,
            config: config.name.into(),
            options: config.options,
        };
        let steps = reduction::reduce(&found, &drawn.without, true)?;
        let program =
            reduction::replay(&seed, &steps).context("the program is not there any more")?;
        let head = [
            format!("{}: {}", found.kind, found.detail),
            format!("{} with '{}'", found.config, found.options),
        ];
        print!("{}", case_file::write(&program, &head)?);
        return Ok(1);
    }
    println!("{name} does not fail");
    Ok(0)
}

fn replay(files: &[PathBuf], drawn: &Drawn) -> Result<u8> {
    let judge = Judge::new()?;
    let mut failed = 0;
    for file in files {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        let needs = case_file::read(&text).with_context(|| file.display().to_string())?;
        let case = judge
            .case_of(text, needs)
            .with_context(|| file.display().to_string())?;
        let names: Vec<&str> = match &drawn.config {
            Some(name) => vec![name],
            None => configs::NAMES.to_vec(),
        };
        let mut wrong = Vec::new();
        for name in names {
            let config = configs::named(name, &drawn.params)
                .with_context(|| format!("unknown configuration '{name}'"))?;
            let finding = judge.judge(&case, &config, false)?.finding;
            if let Some(finding) = finding.filter(|finding| finding.kind != Kind::Llvm) {
                wrong.push(format!(
                    "{name}: {} ({})",
                    finding.kind.name(),
                    finding.detail
                ));
            }
        }
        failed += usize::from(!wrong.is_empty());
        let said = if wrong.is_empty() {
            "passes".into()
        } else {
            wrong.join("; ")
        };
        println!("{}: {said}", file.display());
    }
    println!("{} passed, {failed} failed", files.len() - failed);
    Ok(u8::from(failed > 0))
}

fn check_generator(programs: u64, drawn: &Drawn) -> Result<u8> {
    let judge = Judge::new()?;
    let masked = worker::masked(&drawn.without)?;
    let (mut made, mut problems) = (0, 0);
    let profiles = profiles(&drawn.profile)?;
    for n in 0..programs {
        let profile = &profiles[n as usize % profiles.len()];
        let seed = Seed::new(profile, n, &masked);
        let Some((program, result)) = generate(&seed) else {
            continue;
        };
        made += 1;
        if let Err(error) = judge.case(&program, &result) {
            problems += 1;
            println!("{profile}-{n}: {error:#}");
        }
    }
    println!("{made} programs, {problems} problems");
    Ok(u8::from(problems > 0))
}

fn trial(found: &str, masked: &str, steps: &str) -> Result<u8> {
    let found: Found = serde_json::from_str(found)?;
    let list = |text: &str| -> Vec<String> {
        text.split(',')
            .filter(|s| !s.is_empty())
            .map(String::from)
            .collect()
    };
    let steps: Vec<usize> = list(steps)
        .iter()
        .map(|s| s.parse())
        .collect::<Result<_, _>>()?;
    let seed = Seed::new(&found.profile, found.seed, &worker::masked(&list(masked))?);
    let status = reduction::trial(&seed, &steps, &config_of_found(&found)?, &found.kind)?;
    Ok(status as u8)
}
