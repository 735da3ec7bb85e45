//! rustc and cargo, with loop fusion.
//!
//! There are two ways into rustc. One that takes unstable options (a nightly, or any where the user has set
//! `RUSTC_BOOTSTRAP`) loads the plugin itself. A stable one compiles to bitcode, and ld.lld, which optimises the program
//! then, loads the plugin where it links (linker-plugin LTO, of the rustc book). Neither takes parameters of the pass:
//! both read LLVM's options before they load plugins.
//!
//! cargo calls us in place of rustc (`RUSTC_WRAPPER`). It keeps what it built apart by what `rustc -vV` prints, so there
//! the plugin is named, too: what was built without it is not taken for what is built with it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, anyhow, bail};

use crate::call;
use crate::compile;
use crate::interrupt::Interrupt;
use crate::job::Job;
use crate::own::Own;
use crate::run::{self, Ending, Runner};
use crate::tools::{self, Finder, Tool, joined};

/// What rustc says of itself.
struct Version {
    /// Its own release, as in `1.95.0` or `1.97.0-nightly`.
    release: String,
    /// LLVM's.
    llvm: String,
}

impl Version {
    /// Out of what `rustc -vV` prints.
    fn read(text: &str) -> Option<Self> {
        let after = |key| text.lines().find_map(|line| line.strip_prefix(key));
        Some(Version {
            release: after("release: ")?.to_owned(),
            llvm: after("LLVM version: ")?.to_owned(),
        })
    }

    /// Is the plugin for this LLVM?
    fn fits(&self) -> bool {
        self.llvm.split('.').next() == Some(tools::RELEASE)
    }

    /// Does it take unstable options, with this value of `RUSTC_BOOTSTRAP`?
    fn is_unstable(&self, bootstrap: Option<&OsStr>) -> bool {
        let is_pre = self.release.contains("-nightly") || self.release.contains("-dev");
        is_pre && bootstrap.is_none_or(|value| value != "-1")
            || bootstrap.is_some_and(|value| value == "1")
    }
}

/// How the plugin comes into a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// rustc loads it.
    Compiler,
    /// ld.lld does.
    Linker,
}

/// For people: which rustc there is, and how the plugin comes into it.
pub fn describe() -> String {
    let found = found("RUSTC", "rustc").and_then(|path| Ok((answer(&path)?, path)));
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

impl Way {
    /// The one that a rustc lets us go.
    fn of(version: &Version) -> Self {
        match version.is_unstable(std::env::var_os("RUSTC_BOOTSTRAP").as_deref()) {
            true => Way::Compiler,
            false => Way::Linker,
        }
    }
}

/// Does what rustc would do with these arguments, with fusion. `program` is the rustc that cargo names, or one that is
/// looked for. Returns only if rustc did not take our place.
pub fn rustc(own: &Own, program: &OsStr, arguments: &[OsString]) -> Result<Ending> {
    let rustc = match program.as_encoded_bytes().contains(&b'/') {
        true => PathBuf::from(program),
        false => found("RUSTC", "rustc")?,
    };
    refuse_what_it_lacks(own)?;
    let job = |more: &[OsString]| Job {
        argv: [&[rustc.clone().into()], arguments, more].concat(),
    };
    let print = own.shared.print_commands;
    let asks_version = arguments == ["-vV"];
    if program == "rustc" && !own.no_fusion && forgets_to_optimise(arguments) {
        run::say("loopfuse: note: without -O nothing is optimised, so no loops are fused: give -O");
    }
    if own.no_fusion || !asks_version && !is_optimised(arguments) {
        return Err(run::replace_self(&job(&[]), print));
    }
    let finder = Finder::new(&own.shared.places);
    let plugin = finder.plugin()?;
    let text = answer(&rustc)?;
    let version = Version::read(&text)
        .with_context(|| format!("{} -vV names no release of LLVM", rustc.display()))?;
    if !version.fits() {
        bail!(
            "rustc {} has LLVM {}, and the plugin is for LLVM {}; take another rustc (1.95 has it), or give --no-fusion",
            version.release,
            version.llvm,
            tools::RELEASE
        );
    }
    let way = Way::of(&version);
    if asks_version {
        run::print(&format!(
            "{text}loopfuse: {}\n",
            fingerprint(own, way, &plugin)?
        ))?;
        return Ok(Ending::Exit(0));
    }
    let mut more = match way {
        Way::Compiler => vec![by_itself(&plugin)?],
        Way::Linker => by_linking(&version, &finder, &plugin, arguments)?,
    };
    if !own.records() {
        return Err(run::replace_self(&job(&more), print));
    }
    for note in notes(way, arguments) {
        run::say(&format!("loopfuse: note: {note}"));
    }
    let interrupt = Interrupt::catch()?;
    let scratch = call::scratch()?;
    let records = scratch.path().join("records");
    fs::create_dir(&records)?;
    more.extend(recording(way, &records));
    let runner = Runner {
        interrupt: &interrupt,
        print,
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

/// What `rustc -vV` prints.
fn answer(rustc: &Path) -> Result<String> {
    let mut command = Command::new(rustc);
    command
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

/// The last value of one of rustc's codegen options.
fn codegen<'a>(arguments: &'a [OsString], name: &str) -> Option<&'a str> {
    let value = |option: &'a str| option.strip_prefix(name)?.strip_prefix('=');
    let mut found = None;
    for (at, argument) in arguments.iter().enumerate() {
        let Some(text) = argument.to_str() else {
            continue;
        };
        let before = at.checked_sub(1).and_then(|at| arguments[at].to_str());
        let option = match before {
            Some("-C" | "--codegen") => Some(text),
            _ => text
                .strip_prefix("-C")
                .or_else(|| text.strip_prefix("--codegen=")),
        };
        found = option.and_then(value).or(found);
    }
    found
}

/// Is something compiled, with optimisation? Options in a file (`@file`) may say so.
fn is_optimised(arguments: &[OsString]) -> bool {
    let is = |argument: &OsString, word: &str| argument == word;
    let begins = |prefix: &str| {
        let mut all = arguments.iter();
        all.any(|a| a.as_encoded_bytes().starts_with(prefix.as_bytes()))
    };
    let level = codegen(arguments, "opt-level");
    let asks = begins("--print") || arguments.iter().any(|a| is(a, "-V") || is(a, "--version"));
    let is_fast = arguments.iter().any(|a| is(a, "-O"));
    !asks && (level.map_or(is_fast, |level| level != "0") || begins("@"))
}

/// Is a source compiled, and is there no word of optimisation, nor one of debugging, where there should be none?
fn forgets_to_optimise(arguments: &[OsString]) -> bool {
    let ends = |a: &OsString| Path::new(a).extension() == Some(OsStr::new("rs"));
    arguments.iter().any(ends)
        && !is_optimised(arguments)
        && !has_lines(arguments)
        && codegen(arguments, "opt-level").is_none()
}

/// What recorded remarks lack, and what to do.
fn notes(way: Way, arguments: &[OsString]) -> Vec<&'static str> {
    let in_parts = codegen(arguments, "codegen-units") != Some("1");
    let lacks = [
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

/// Does it make debug information?
fn has_lines(arguments: &[OsString]) -> bool {
    let level = codegen(arguments, "debuginfo");
    arguments.iter().any(|a| a == "-g")
        || level.is_some_and(|level| !["0", "none"].contains(&level))
}

/// What is made, if it is said: `bin`, `lib` and so on.
fn crate_types(arguments: &[OsString]) -> Vec<&str> {
    let texts: Vec<_> = arguments.iter().filter_map(|a| a.to_str()).collect();
    let behind = texts
        .windows(2)
        .filter(|two| two[0] == "--crate-type")
        .map(|two| two[1]);
    let joined = texts
        .iter()
        .filter_map(|text| text.strip_prefix("--crate-type="));
    behind
        .chain(joined)
        .flat_map(|types| types.split(','))
        .collect()
}

/// The option of a rustc that loads the plugin. It takes a list, in which these part one from the next.
fn by_itself(plugin: &Path) -> Result<OsString> {
    let path = plugin.as_os_str().as_encoded_bytes();
    if path.iter().any(|byte| b" ,".contains(byte)) {
        bail!(
            "rustc loads no plugin whose path has a space or a comma: {}",
            plugin.display()
        );
    }
    Ok(joined("-Zllvm-plugins=", plugin.as_os_str()))
}

/// Options of a stable rustc: bitcode, and a linker that loads the plugin.
fn by_linking(
    version: &Version,
    finder: &Finder,
    plugin: &Path,
    arguments: &[OsString],
) -> Result<Vec<OsString>> {
    let types = crate_types(arguments);
    if types.contains(&"staticlib") {
        run::say(
            "loopfuse: note: the archive will hold bitcode: link it by clang with -fuse-ld=lld and --load-pass-plugin",
        );
    }
    let links = !types
        .iter()
        .all(|kind| ["lib", "rlib", "staticlib"].contains(kind))
        || types.is_empty();
    let mut options = vec![OsString::from("-Clinker-plugin-lto")];
    if !links {
        return Ok(options);
    }
    match codegen(arguments, "linker") {
        Some(linker) if !linker.contains("clang") => bail!(
            "rustc {} is stable, so loops are fused where clang links, and the linker is {linker}; leave out -C linker, \
             or take a nightly rustc",
            version.release
        ),
        Some(_) => {}
        None => options.push(joined("-Clinker=", finder.tool(Tool::Clang)?.as_os_str())),
    }
    options.push(joined(
        "-Clink-arg=--ld-path=",
        finder.tool(Tool::Lld)?.as_os_str(),
    ));
    options.extend(to_linker(vec![joined(
        "--load-pass-plugin=",
        plugin.as_os_str(),
    )]));
    Ok(options)
}

/// Options that record what the pass says, in files of a folder.
fn recording(way: Way, records: &Path) -> Vec<OsString> {
    match way {
        Way::Compiler => vec![
            joined("-Zremark-dir=", records.as_os_str()),
            "-Cremark=loop-fuse".into(),
        ],
        Way::Linker => to_linker(vec![
            "--opt-remarks-filename".into(),
            records.join("linked.yaml").into(),
            "--opt-remarks-passes".into(),
            "loop-fuse".into(),
            "--opt-remarks-format".into(),
            "yaml".into(),
        ]),
    }
}

/// Options of rustc that hand options to the linker, whatever characters are in them.
fn to_linker(options: Vec<OsString>) -> Vec<OsString> {
    let each = |option: OsString| ["-Clink-arg=-Xlinker".into(), joined("-Clink-arg=", &option)];
    options.into_iter().flat_map(each).collect()
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
    fn versions() {
        let text = "rustc 1.95.0 (59807616e 2026-04-14)\nhost: x86_64-unknown-linux-gnu\nrelease: 1.95.0\nLLVM version: 22.1.2\n";
        let stable = Version::read(text).unwrap();
        assert!(stable.fits());
        let table = [
            ("1.95.0", None, false),
            ("1.95.0", Some("1"), true),
            ("1.95.0", Some("0"), false),
            ("1.97.0-nightly", None, true),
            ("1.97.0-nightly", Some("-1"), false),
            ("1.96.0-beta.2", None, false),
        ];
        for (release, bootstrap, expected) in table {
            let version = Version {
                release: release.into(),
                llvm: "21.1.0".into(),
            };
            assert!(!version.fits());
            assert_eq!(
                version.is_unstable(bootstrap.map(OsStr::new)),
                expected,
                "{release} {bootstrap:?}"
            );
        }
        assert!(Version::read("rustc 1.95.0\n").is_none());
    }

    #[test]
    fn what_is_optimised() {
        let table = [
            ("-O a.rs", true),
            ("a.rs", false),
            ("-C opt-level=3 a.rs", true),
            ("-Copt-level=s a.rs", true),
            ("--codegen opt-level=0 a.rs", false),
            ("--codegen=opt-level=1 a.rs", true),
            ("-C opt-level=3 -C opt-level=0 a.rs", false),
            ("-O --print=cfg a.rs", false),
            ("-O --version", false),
            ("@arguments", true),
        ];
        for (line, expected) in table {
            assert_eq!(is_optimised(&words(line)), expected, "{line}");
        }
    }

    #[test]
    fn what_remarks_lack_is_said() {
        let number = |way, line: &str| notes(way, &words(line)).len();
        assert_eq!(number(Way::Compiler, "-O"), 2);
        assert_eq!(number(Way::Compiler, "-O -g -C codegen-units=1"), 0);
        assert_eq!(number(Way::Linker, "-O -C debuginfo=none"), 1);
        assert_eq!(number(Way::Linker, "-O -Cdebuginfo=line-tables-only"), 0);
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
    fn codegen_options_have_four_forms() {
        for line in [
            "-Clinker=a -Clinker=x",
            "-C linker=x",
            "--codegen linker=x",
            "--codegen=linker=x",
        ] {
            assert_eq!(codegen(&words(line), "linker"), Some("x"), "{line}");
        }
        assert_eq!(
            codegen(&words("-Clinker-flavor=x linker=y -C lto"), "linker"),
            None
        );
    }

    #[test]
    fn types_of_crates() {
        let line = words("--crate-type lib,cdylib a.rs --crate-type=bin");
        assert_eq!(crate_types(&line), ["lib", "cdylib", "bin"]);
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
