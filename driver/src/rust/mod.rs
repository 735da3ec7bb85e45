//! rustc and cargo, with loop fusion.
//!
//! There are two ways into rustc. One that takes unstable options (a nightly, or any where the user has set
//! `RUSTC_BOOTSTRAP`) loads the plugin itself. A stable one compiles to bitcode, and ld.lld, which optimises the program
//! then, loads the plugin where it links (linker-plugin LTO, of the rustc book). Neither takes parameters of the pass:
//! both read LLVM's options before they load plugins.
//!
//! cargo calls us in place of rustc (`RUSTC_WRAPPER`). It keeps what it built apart by what `rustc -vV` prints, so there
//! the plugin is named, too: what was built without it is not taken for what is built with it.

mod arguments;
mod way;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, anyhow, bail};

use arguments::{
    codegen, forgets_to_optimise, has_lines, is_optimised, leads_to_linking, links, makes_code,
};
use way::{Version, Way};

use crate::call;
use crate::compile;
use crate::interrupt::Interrupt;
use crate::job::Job;
use crate::own::Own;
use crate::run::{self, Ending, Runner};
use crate::tools::{self, Finder, joined};

/// For people: which rustc there is, and how the plugin comes into it.
pub fn describe() -> String {
    let found = found("RUSTC", "rustc").and_then(|path| Ok((answer(&path, None)?, path)));
    let Ok((text, path)) = found else {
        return "not found; only Rust needs it".into();
    };
    let Some(version) = Version::read(&text) else {
        return format!("{} names no release of LLVM", path.display());
    };
    let how = match (version.fits(), Way::of(&version)) {
        (false, _) => format!("not of LLVM {}", tools::RELEASE),
        (true, Way::Compiler) => "loads the plugin".into(),
        (true, Way::Linker) => "stable, so loops are fused where it links".into(),
    };
    format!(
        "{} ({}, LLVM {}): {how}",
        path.display(),
        version.release,
        version.llvm
    )
}

/// Does what rustc would do with these arguments, with fusion. `program` is the rustc that cargo names, or one that is
/// looked for. Returns only if rustc did not take our place.
pub fn rustc(own: &Own, program: &OsStr, arguments: &[OsString]) -> Result<Ending> {
    let by_cargo = program.as_encoded_bytes().contains(&b'/');
    let rustc = match by_cargo {
        true => PathBuf::from(program),
        false => found("RUSTC", "rustc")?,
    };
    refuse_what_it_lacks(own)?;
    let job = |more: &[OsString]| Job {
        argv: [&[rustc.clone().into()], arguments, more].concat(),
    };
    let print = own.shared.print_commands;
    // rustup's word for which one.
    let is_toolchain = |a: &&OsString| a.as_encoded_bytes().starts_with(b"+");
    let toolchain = arguments.first().filter(is_toolchain);
    let asks_version = arguments[usize::from(toolchain.is_some())..] == ["-vV"];
    if !by_cargo && !own.no_fusion && forgets_to_optimise(arguments) {
        run::say("loopfuse: note: without -O nothing is optimised, so no loops are fused: give -O");
    }
    let is_fused = asks_version || makes_code(arguments) && is_optimised(arguments);
    let links_fused = by_cargo && makes_code(arguments) && links(arguments);
    if own.no_fusion || !is_fused && !links_fused {
        return Err(run::replace_self(&job(&[]), print));
    }
    let finder = Finder::new(&own.shared.places);
    let text = answer(&rustc, toolchain)?;
    let version = Version::read(&text)
        .with_context(|| format!("{} -vV names no release of LLVM", rustc.display()))?;
    let way = Way::of(&version);
    if !is_fused {
        let more = way.options_to_link(&finder, arguments);
        if more.is_empty() || !own.records() {
            return Err(run::replace_self(&job(&more), print));
        }
        return record(own, way, more, job);
    }
    let plugin = finder.plugin()?;
    if !version.fits() {
        bail!(
            "rustc {} has LLVM {}, and the plugin is for LLVM {}; take another rustc (1.95 has it), or give --no-fusion",
            version.release,
            version.llvm,
            tools::RELEASE
        );
    }
    if asks_version {
        run::print(&format!(
            "{text}loopfuse: {}\n",
            fingerprint(own, way, &plugin)?
        ))?;
        return Ok(Ending::Exit(0));
    }
    let more = way.options(&version, &finder, &plugin, arguments)?;
    if !own.records() {
        return Err(run::replace_self(&job(&more), print));
    }
    for note in notes(way, by_cargo, arguments) {
        run::say(&format!("loopfuse: note: {note}"));
    }
    record(own, way, more, job)
}

/// Runs rustc with more options, and gives what the pass said to whom our options name.
fn record(
    own: &Own,
    way: Way,
    mut more: Vec<OsString>,
    job: impl Fn(&[OsString]) -> Job,
) -> Result<Ending> {
    let interrupt = Interrupt::catch()?;
    let scratch = call::scratch()?;
    let records = scratch.path().join("records");
    fs::create_dir(&records)?;
    more.extend(way.recording(&records));
    let runner = Runner {
        interrupt: &interrupt,
        print: own.shared.print_commands,
        scratch: scratch.path(),
    };
    let ending = runner.run(&job(&more))?;
    compile::hand_out(own, &all_in(&records)?)?;
    Ok(ending)
}

/// Lets cargo take our place, and call us in place of rustc. `flags` are our options, as `LOOPFUSE_FLAGS` has them.
pub fn cargo(own: &Own, flags: Vec<OsString>, arguments: &[OsString]) -> Result<Ending> {
    refuse_what_it_lacks(own)?;
    if let Some(other) = std::env::var_os("RUSTC_WRAPPER").filter(|value| !value.is_empty()) {
        bail!(
            "RUSTC_WRAPPER is {}, and cargo takes one alone: unset it",
            other.display()
        );
    }
    let words: Option<Vec<String>> = absolute(flags)?
        .into_iter()
        .map(|flag| flag.into_string().ok())
        .collect();
    let words = words.context("an option is not UTF-8")?;
    let mut command = Command::new(found("CARGO", "cargo")?);
    command
        .args(arguments)
        .env("RUSTC_WRAPPER", std::env::current_exe()?)
        .env(
            "LOOPFUSE_FLAGS",
            shlex::try_join(words.iter().map(String::as_str))?,
        )
        // What it keeps of `rustc -vV` may be of another plugin.
        .env("CARGO_CACHE_RUSTC_INFO", "0");
    if own.shared.print_commands {
        run::say(&format!("{command:?}"));
    }
    Err(anyhow::Error::new(command.exec()).context("cannot run cargo"))
}

/// Options with the file that remarks go to named by its whole path: cargo runs rustc in other directories.
fn absolute(flags: Vec<OsString>) -> Result<Vec<OsString>> {
    const OPTION: &str = "--remarks";
    let mut is_value = false;
    let whole = |path: &str| std::path::absolute(path).map(PathBuf::into_os_string);
    let flags = flags.into_iter().map(|flag| {
        let Some(text) = flag.to_str() else {
            return Ok(flag);
        };
        if std::mem::replace(&mut is_value, text == OPTION) {
            return Ok(whole(text)?);
        }
        match text
            .strip_prefix(OPTION)
            .and_then(|rest| rest.strip_prefix('='))
        {
            Some(path) => Ok(joined("--remarks=", &whole(path)?)),
            None => Ok(flag),
        }
    });
    flags.collect()
}

/// Some options of ours are for clang alone.
fn refuse_what_it_lacks(own: &Own) -> Result<()> {
    if own.takes_apart() {
        bail!("--steps and --save-temps are for clang: rustc is one program");
    }
    if !own.shared.pass_options.is_empty() {
        bail!(
            "rustc and ld.lld read options of LLVM before they load plugins: --pass-options has no effect on Rust"
        );
    }
    Ok(())
}

/// A program of Rust's: the one that a variable names, or PATH's.
fn found(variable: &str, name: &str) -> Result<PathBuf> {
    let named = std::env::var_os(variable).filter(|value| !value.is_empty());
    which::which_global(named.as_deref().unwrap_or(name.as_ref())).map_err(|_| {
        anyhow!(
            "{name} is not found; install Rust with LLVM {} (1.95 has it)",
            tools::RELEASE
        )
    })
}

/// What `rustc -vV` prints, perhaps of one of rustup's toolchains.
fn answer(rustc: &Path, toolchain: Option<&OsString>) -> Result<String> {
    let mut command = Command::new(rustc);
    command
        .args(toolchain)
        .arg("-vV")
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    let output = command
        .output()
        .with_context(|| format!("cannot run {}", rustc.display()))?;
    if !output.status.success() {
        bail!("{} -vV fails", rustc.display());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What tells apart what is built: our release, the way, the plugin, and who wants to hear of it, since a crate that is not
/// compiled again says nothing.
fn fingerprint(own: &Own, way: Way, plugin: &Path) -> Result<String> {
    let file = fs::metadata(plugin)?;
    let changed = file
        .modified()?
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Ok(format!(
        "{} {way:?} {} {} {} {}",
        env!("CARGO_PKG_VERSION"),
        plugin.display(),
        file.len(),
        changed.as_nanos(),
        own.remarks.as_deref().unwrap_or(Path::new("")).display(),
    ))
}

/// What recorded remarks lack, and what to do.
fn notes(way: Way, by_cargo: bool, arguments: &[OsString]) -> Vec<&'static str> {
    let in_parts = codegen(arguments, "codegen-units") != Some("1");
    let lacks = [
        (
            way == Way::Linker && !by_cargo && leads_to_linking(arguments) && !links(arguments),
            "a stable rustc leaves fusion to the linker, and nothing is linked: nothing is said",
        ),
        (
            !has_lines(arguments),
            "without -g remarks know no lines (cargo: CARGO_PROFILE_RELEASE_DEBUG=line-tables-only)",
        ),
        (
            way == Way::Compiler && in_parts,
            "rustc records only what is fused early, unless all is one unit: give -C codegen-units=1 \
             (cargo: CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1)",
        ),
    ];
    lacks
        .into_iter()
        .filter_map(|(is, note)| is.then_some(note))
        .collect()
}

/// The contents of all files of a folder, by name.
fn all_in(folder: &Path) -> Result<Vec<u8>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        all.extend(fs::read(path)?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn what_remarks_lack_is_said() {
        let number = |way, line: &str| notes(way, false, &words(line)).len();
        assert_eq!(number(Way::Compiler, "-O"), 2);
        assert_eq!(number(Way::Compiler, "-O -g -C codegen-units=1"), 0);
        assert_eq!(number(Way::Linker, "-O -C debuginfo=none"), 1);
        assert_eq!(number(Way::Linker, "-O -Cdebuginfo=line-tables-only"), 0);
        assert_eq!(number(Way::Linker, "-O -g --crate-type lib"), 1);
        for (line, expected) in [
            ("a.rs", true),
            ("-O a.rs", false),
            ("-g a.rs", false),
            ("-Copt-level=0 a.rs", false),
            ("-vV", false),
        ] {
            assert_eq!(forgets_to_optimise(&words(line)), expected, "{line}");
        }
    }

    #[test]
    fn remarks_of_cargo_go_to_one_place() {
        let here = std::path::absolute("r.yaml").unwrap().into_os_string();
        assert_eq!(
            absolute(words("--remarks r.yaml --explain")).unwrap(),
            ["--remarks".into(), here.clone(), "--explain".into()]
        );
        assert_eq!(
            absolute(words("--remarks=r.yaml")).unwrap(),
            [joined("--remarks=", &here)]
        );
    }
}
