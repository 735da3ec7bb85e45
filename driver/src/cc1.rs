//! Which jobs of clang's can be taken apart, and into what.
//!
//! A compile job is `clang -cc1 …`: front end, optimiser and code generator in one process. It can be
//! split into clang (front end), opt and llc with the same result, provided that every option is known
//! to end in the IR, or has a counterpart in opt and llc. So the tables below name what was found to
//! do so by comparing objects (`scripts/equal`), and a job with any other option stays in one piece:
//! clang runs it, and loads the plugin itself, which fuses the same loops.
//!
//! What the three programs do differently by default, and what makes them agree:
//!
//! - the optimiser sees blocks and uses in an order that bitcode keeps only on request
//!   (`-emit-llvm-uselists`, `-preserve-bc-uselistorder`);
//! - opt unrolls and interleaves loops at -O1, clang does not;
//! - llc names blocks, which its assembly shows, writes no address-significance table, and is tuned for
//!   no debugger, unless told.
//!
//! What no option makes agree, so that it stays in one piece:
//!
//! - -Oz: opt does not vectorise straight-line code there, clang does;
//! - -g: bitcode does not keep the order of the markers that track assignments to one variable, on
//!   which its description depends. Line tables alone are no obstacle.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use crate::job::Job;

/// What is to become of a job.
#[derive(Debug, PartialEq, Eq)]
pub enum Kind {
    /// Three steps: clang, opt, llc.
    Split(Box<Split>),
    /// One step, clang with the plugin; the text says why.
    Whole(String),
    /// The optimiser has no part in it: run as it is.
    Plain,
}

/// A compile job in three steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// `default<level>` of opt.
    level: Level,
    /// An object, else assembly.
    object: bool,
    input: OsString,
    output: OsString,
    /// Options of opt alone, and of llc alone.
    opt: Vec<OsString>,
    llc: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    O1,
    O2,
    O3,
    Os,
}

impl Level {
    fn read(option: &str) -> Option<Self> {
        Some(match option {
            "-O1" => Self::O1,
            "-O2" => Self::O2,
            "-O3" => Self::O3,
            "-Os" => Self::Os,
            _ => return None,
        })
    }

    fn pipeline(self) -> &'static str {
        match self {
            Self::O1 => "default<O1>",
            Self::O2 => "default<O2>",
            Self::O3 => "default<O3>",
            Self::Os => "default<Os>",
        }
    }

    /// The code generator knows no sizes: they are attributes of functions.
    fn code_generator(self) -> &'static str {
        match self {
            Self::O1 => "-O1",
            Self::O2 | Self::Os => "-O2",
            Self::O3 => "-O3",
        }
    }
}

/// Lets no job be taken apart, for this reason.
pub fn keep_whole(kinds: &mut [Kind], why: &str) {
    for kind in kinds {
        if let Kind::Split(_) = kind {
            *kind = Kind::Whole(why.into());
        }
    }
}

/// Languages of cc1's `-x` that are ours.
const LANGUAGES: [&str; 4] = ["c", "c++", "cpp-output", "c++-cpp-output"];

/// Options without a value that the front end writes into the IR, or that only it needs.
#[rustfmt::skip]
const FLAGS: &[&str] = &[
    "-disable-free", "-clear-ast-before-backend", "-disable-llvm-verifier", "-discard-value-names",
    "-fhalf-no-semantic-interposition", "-fmath-errno", "-fno-rounding-math", "-mconstructor-aliases",
    "-gkey-instructions", "-fskip-odr-check-in-gmf", "-fdwarf2-cfi-asm", "-pic-is-pie",
    "-sys-header-deps", "-MP", "-MG", "-H", "-w", "-pedantic", "-pedantic-errors", "-pthread",
    "-fdeprecated-macro", "-fcxx-exceptions", "-fexceptions", "-relaxed-aliasing", "-fno-signed-char",
    "-fwrapv", "-fcommon", "-fcolor-diagnostics", "-fno-jump-tables", "-fno-plt", "-fno-inline",
    "-fno-delete-null-pointer-checks", "-fmerge-all-constants", "-fstack-clash-protection", "-Qn",
    "-fno-rtti", "-fno-threadsafe-statics", "-nostdsysteminc", "-nobuiltininc", "-nostdinc++",
    "-undef", "-trigraphs", "-fgnu89-inline", "-fno-operator-names", "-fshort-enums",
    "-fvisibility-inlines-hidden", "-fno-signed-zeros", "-mreassociate", "-freciprocal-math",
    "-fapprox-func", "-funsafe-math-optimizations", "-ffast-math", "-ffinite-math-only",
    "-menable-no-infs", "-menable-no-nans", "-finline-functions", "-finline-hint-functions",
];

/// The same with a value in the next argument.
#[rustfmt::skip]
const VALUED: &[&str] = &[
    "-dumpdir", "-main-file-name", "-resource-dir", "-internal-isystem", "-internal-externc-isystem",
    "-isystem", "-iquote", "-idirafter", "-isysroot", "-include", "-imacros", "-I", "-D", "-U",
    "-ferror-limit", "-dependency-file", "-MT", "-pic-level", "-stack-protector", "-tune-cpu",
    "-target-feature", "-fmessage-length",
];

/// The same with a value behind the name.
#[rustfmt::skip]
const JOINED: &[&str] = &[
    "-W", "-std=", "-fgnuc-version=", "-fdebug-compilation-dir=", "-fcoverage-compilation-dir=",
    "-fdebug-prefix-map=", "-fmacro-prefix-map=", "-fcoverage-prefix-map=", "-dwarf-version=",
    "-mframe-pointer=", "-funwind-tables=", "-fvisibility=", "-ftls-model=", "-fcf-protection=",
    "-complex-range=", "-fmessage-length=", "-fdiagnostics-format=", "-ftemplate-depth=",
    "-fconstexpr-depth=",
];

/// Decides what becomes of a job, from its options alone.
pub fn classify(job: &Job) -> Kind {
    if !job.is_compiler() || !optimises(job) {
        return Kind::Plain;
    }
    if !job.is_cc1() {
        return Kind::Whole("it is Fortran".into());
    }
    match Reader::default().read(&job.arguments()[1..]) {
        Ok(split) => Kind::Split(Box::new(split)),
        Err(why) => Kind::Whole(why),
    }
}

/// Does the optimiser run, so that the plugin has a part in it? -O0 is left alone by the pass.
fn optimises(job: &Job) -> bool {
    let given = |names: &[&str]| job.arguments().iter().any(|a| names.iter().any(|n| a == n));
    given(&[
        "-emit-obj",
        "-S",
        "-emit-llvm",
        "-emit-llvm-bc",
        "-emit-codegen-only",
    ]) && job
        .arguments()
        .iter()
        .any(|a| a.as_bytes().starts_with(b"-O") && a != "-O0")
        && !given(&["-disable-llvm-passes"])
}

/// The facts that are gathered while the options are read.
#[derive(Default)]
struct Reader {
    level: Option<Level>,
    object: Option<bool>,
    language: Option<String>,
    input: Option<OsString>,
    output: Option<OsString>,
    llc: Vec<OsString>,
    vectorize_loops: bool,
    vectorize_slp: bool,
    unroll_loops: bool,
    triple: Option<String>,
    tuning: Option<String>,
    contract_fast: bool,
    relocation: Option<&'static str>,
}

impl Reader {
    fn read(mut self, arguments: &[OsString]) -> Result<Split, String> {
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let bytes = argument.as_bytes();
            if !bytes.starts_with(b"-") || bytes == b"-" {
                if self.input.replace(argument.clone()).is_some() {
                    return Err("it has several inputs".into());
                }
                continue;
            }
            // Values may be any bytes; names of options that we know are text.
            let option = String::from_utf8_lossy(bytes);
            let mut value = || rest.next().map(OsString::as_os_str).unwrap_or_default();
            if VALUED.contains(&&*option) {
                value();
            } else if !FLAGS.contains(&&*option)
                && !JOINED.iter().any(|name| option.starts_with(name))
                && !self.switch(&option)
                && !self.setting(&option, &mut value)
            {
                return Err(format!("{option} is not taken apart"));
            }
        }
        self.finish()
    }

    /// Options without a value of their own argument that opt or llc must be told of.
    fn switch(&mut self, option: &str) -> bool {
        if let Some(level) = Level::read(option) {
            self.level = Some(level);
            return true;
        }
        if let Some((name, value)) = option.split_once('=') {
            match (name, value) {
                ("-debugger-tuning", _) => self.tuning = Some(value.to_owned()),
                ("-debug-info-kind", "line-tables-only") => {}
                ("-ffp-contract", "on" | "off") => {}
                ("-ffp-contract", "fast") => self.contract_fast = true,
                _ => return false,
            }
            return true;
        }
        match option {
            "-emit-obj" => self.object = Some(true),
            "-S" => self.object = Some(false),
            "-vectorize-loops" => self.vectorize_loops = true,
            "-vectorize-slp" => self.vectorize_slp = true,
            "-funroll-loops" => self.unroll_loops = true,
            "-faddrsig" => self.llc.push("-addrsig".into()),
            "-ffunction-sections" => self.llc.push("-function-sections".into()),
            "-fdata-sections" => self.llc.push("-data-sections".into()),
            "-fno-zero-initialized-in-bss" => self.llc.push("-nozero-initialized-in-bss".into()),
            _ => return false,
        }
        true
    }

    /// Options whose value, the next argument, opt or llc must be told of.
    fn setting<'a>(&mut self, option: &str, value: &mut impl FnMut() -> &'a OsStr) -> bool {
        let mut text = || value().to_str().map(str::to_owned);
        match option {
            "-o" => self.output = Some(value().to_owned()),
            "-x" => self.language = text(),
            "-triple" => self.triple = text(),
            "-target-cpu" => self
                .llc
                .extend(text().map(|cpu| format!("-mcpu={cpu}").into())),
            "-mrelocation-model" => {
                self.relocation = match text().as_deref() {
                    Some("pic") => Some("-relocation-model=pic"),
                    Some("static") => Some("-relocation-model=static"),
                    _ => return false,
                }
            }
            _ => return false,
        }
        true
    }

    fn finish(mut self) -> Result<Split, String> {
        let language = self.language.unwrap_or_default();
        if !LANGUAGES.contains(&&*language) {
            return Err(format!("its language is {language}"));
        }
        let triple = self.triple.unwrap_or_default();
        if !(triple.starts_with("x86_64-") && triple.contains("-linux")) {
            return Err(format!("its target is {triple}"));
        }
        if self.tuning.as_deref() != Some("gdb") {
            return Err("it is not tuned for gdb".into());
        }
        let (Some(level), Some(object), Some(relocation), Some(input), Some(output)) = (
            self.level,
            self.object,
            self.relocation,
            self.input,
            self.output,
        ) else {
            return Err("it lacks a usual option".into());
        };
        // opt chooses by the level, and its switches can only take away.
        let vectorizes = matches!(level, Level::O2 | Level::O3 | Level::Os);
        if (self.vectorize_loops, self.vectorize_slp) != (vectorizes, vectorizes) {
            return Err("vectorisation is not as usual at its level".into());
        }
        let mut opt: Vec<OsString> = vec![relocation.into()];
        // clang takes one switch for both, which is on from -O2.
        if level == Level::O1 && !self.unroll_loops {
            opt.extend([
                "-disable-loop-unrolling".into(),
                "-interleave-loops=false".into(),
            ]);
        }
        self.llc
            .extend([relocation.into(), "-debugger-tune=gdb".into()]);
        if self.contract_fast {
            self.llc.push("-fp-contract=fast".into());
        }
        Ok(Split {
            level,
            object,
            input,
            output,
            opt,
            llc: self.llc,
        })
    }
}

impl Split {
    /// The source file.
    pub fn input(&self) -> &OsStr {
        &self.input
    }

    /// The object or assembly file.
    pub fn output(&self) -> &OsStr {
        &self.output
    }

    /// The front end alone: the job as clang printed it, writing bitcode that is not yet optimised.
    pub fn front_end(&self, job: &Job, bitcode: &OsStr) -> Job {
        let mut argv = Vec::with_capacity(job.argv.len() + 2);
        let mut is_output = false;
        for argument in &job.argv {
            if is_output {
                argv.push(bitcode.to_owned());
            } else if argument == if self.object { "-emit-obj" } else { "-S" } {
                let actions = [
                    "-emit-llvm-bc",
                    "-emit-llvm-uselists",
                    "-disable-llvm-passes",
                ];
                argv.extend(actions.map(OsString::from));
            } else {
                argv.push(argument.clone());
            }
            is_output = !is_output && argument == "-o";
        }
        Job { argv }
    }

    /// The optimiser, from bitcode to bitcode.
    pub fn optimiser(&self, opt: &OsStr, fusion: &[OsString], from: &OsStr, to: &OsStr) -> Job {
        let mut argv = vec![opt.to_owned()];
        // The plugin first: it brings the option that follows.
        argv.extend_from_slice(fusion);
        argv.push(format!("-passes={}", self.level.pipeline()).into());
        let always = [
            "-disable-verify",
            "-discard-value-names",
            "-preserve-bc-uselistorder",
        ];
        argv.extend(always.map(OsString::from));
        argv.extend_from_slice(&self.opt);
        argv.extend(["-o".into(), to.to_owned(), from.to_owned()]);
        Job { argv }
    }

    /// The code generator, from bitcode to the output.
    pub fn code_generator(&self, llc: &OsStr, from: &OsStr, to: &OsStr) -> Job {
        let kind = if self.object {
            "-filetype=obj"
        } else {
            "-filetype=asm"
        };
        let mut argv = vec![
            llc.to_owned(),
            self.level.code_generator().into(),
            kind.into(),
        ];
        argv.extend(["-disable-verify", "-discard-value-names"].map(OsString::from));
        argv.extend_from_slice(&self.llc);
        argv.extend(["-o".into(), to.to_owned(), from.to_owned()]);
        Job { argv }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: &str = "clang -cc1 -triple x86_64-pc-linux-gnu -O2 -emit-obj -mrelocation-model pic \
        -debugger-tuning=gdb -target-cpu x86-64 -vectorize-loops -vectorize-slp -faddrsig -o a.o -x c";

    fn job(line: &str) -> Job {
        Job {
            argv: line.split_whitespace().map(OsString::from).collect(),
        }
    }

    fn split(line: &str) -> Split {
        match classify(&job(line)) {
            Kind::Split(split) => *split,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn words(job: &Job) -> Vec<&str> {
        job.argv.iter().map(|a| a.to_str().unwrap()).collect()
    }

    #[test]
    fn what_becomes_of_a_job() {
        let usual = format!("{USUAL} a.c");
        let replaced = |from: &str, to: &str| usual.replace(from, to);
        let table = [
            ("split", usual.clone()),
            ("split", replaced("-O2", "-Os")),
            ("split", replaced("-emit-obj", "-S")),
            ("split", replaced("-x c", "-x c++")),
            ("split", replaced("-x c", "-x cpp-output")),
            (
                "split",
                replaced("-faddrsig", "-Wall -I inc -D -x -std=gnu11 -isystem -o"),
            ),
            (
                "split",
                replaced("-O2", "-O2 -debug-info-kind=line-tables-only"),
            ),
            ("whole", replaced("-O2", "-O2 -debug-info-kind=constructor")),
            ("whole", replaced("-O2", "-Oz")),
            ("whole", replaced("-vectorize-slp ", "")),
            ("whole", replaced("-x c", "-x ir")),
            ("whole", replaced("-x c", "-x objective-c")),
            ("whole", replaced("-x c", "-x cuda")),
            (
                "whole",
                replaced("x86_64-pc-linux-gnu", "armv7-linux-gnueabi"),
            ),
            (
                "whole",
                replaced("x86_64-pc-linux-gnu", "x86_64-apple-macosx"),
            ),
            ("whole", replaced("-emit-obj", "-emit-llvm-bc")),
            ("whole", replaced("-emit-obj", "-emit-obj -flto=full")),
            (
                "whole",
                replaced("-emit-obj", "-emit-obj -fsanitize=address"),
            ),
            (
                "whole",
                replaced("-emit-obj", "-emit-obj -fprofile-instrument=clang"),
            ),
            ("whole", replaced("-emit-obj", "-emit-obj -mllvm -x")),
            ("whole", replaced("-emit-obj", "-emit-obj -Rpass=loop-fuse")),
            (
                "whole",
                replaced("-mrelocation-model pic", "-mrelocation-model ropi"),
            ),
            (
                "whole",
                replaced("-debugger-tuning=gdb", "-debugger-tuning=lldb"),
            ),
            ("plain", replaced("-O2", "-O0")),
            ("plain", replaced("-O2 ", "")),
            ("plain", replaced("-emit-obj", "-E")),
            ("plain", replaced("-emit-obj", "-fsyntax-only")),
            ("plain", replaced("-emit-obj", "-emit-pch")),
            (
                "plain",
                replaced("-emit-obj", "-emit-llvm-bc -disable-llvm-passes"),
            ),
            (
                "whole",
                "flang -fc1 -O2 -emit-obj -o a.o -x f95 a.f90".into(),
            ),
            ("plain", "flang -fc1 -emit-obj -o a.o -x f95 a.f90".into()),
            ("plain", "clang -cc1as -filetype obj -o a.o a.s".into()),
            ("plain", "/usr/bin/ld -o a a.o".into()),
        ];
        for (expected, line) in table {
            let found = match classify(&job(&line)) {
                Kind::Split(_) => "split",
                Kind::Whole(_) => "whole",
                Kind::Plain => "plain",
            };
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn the_front_end_differs_in_action_and_output_alone() {
        let line = format!("{USUAL} a.c");
        let front = split(&line).front_end(&job(&line), OsStr::new("t.bc"));
        let expected = line
            .replace(
                "-emit-obj",
                "-emit-llvm-bc -emit-llvm-uselists -disable-llvm-passes",
            )
            .replace("-o a.o", "-o t.bc");
        assert_eq!(words(&front).join(" "), expected);
    }

    #[test]
    fn levels() {
        let table = [
            ("-O1", "default<O1>", "-O1"),
            ("-O2", "default<O2>", "-O2"),
            ("-O3", "default<O3>", "-O3"),
            ("-Os", "default<Os>", "-O2"),
        ];
        for (level, pipeline, generator) in table {
            let mut line = format!("{USUAL} a.c").replace("-O2", level);
            if level == "-O1" {
                line = line.replace("-vectorize-loops -vectorize-slp ", "");
            }
            let split = split(&line);
            let opt = split.optimiser(OsStr::new("opt"), &[], OsStr::new("a"), OsStr::new("b"));
            assert!(
                words(&opt).contains(&&*format!("-passes={pipeline}")),
                "{level}"
            );
            let unrolls = !words(&opt).contains(&"-disable-loop-unrolling");
            assert_eq!(unrolls, level != "-O1", "{level}");
            let llc = split.code_generator(OsStr::new("llc"), OsStr::new("b"), OsStr::new("c"));
            assert_eq!(words(&llc)[1], generator);
        }
    }

    #[test]
    fn the_code_generator_is_told_what_is_not_in_the_ir() {
        let table = [
            ("-ffunction-sections", "-function-sections"),
            ("-fdata-sections", "-data-sections"),
            ("-faddrsig", "-addrsig"),
            ("-ffp-contract=fast", "-fp-contract=fast"),
            ("-fno-zero-initialized-in-bss", "-nozero-initialized-in-bss"),
        ];
        for (clang, llc) in table {
            let without = USUAL.replace("-faddrsig ", "");
            let told = |line: &str| {
                let (from, to) = (OsStr::new("b"), OsStr::new("c"));
                let job = split(line).code_generator(OsStr::new("llc"), from, to);
                words(&job).contains(&llc)
            };
            assert!(!told(&format!("{without} a.c")), "{clang}");
            assert!(told(
                &format!("{without} a.c").replace("-O2", &format!("-O2 {clang}"))
            ));
        }
    }
}
