//! `loopfuse doctor`: what is there, of which version, and does the plugin load and fuse?

use std::io::{self, Write};

use anyhow::Result;

use crate::call::{self, Call};
use crate::cli::Compiler;
use crate::interrupt::{Interrupt, Interrupted};
use crate::own::{Own, Places};
use crate::recorded;
use crate::remarks::Kind;
use crate::run::Runner;
use crate::rust;
use crate::session::Session;
use crate::tools::{self, Finder, Tool};

/// Two loops that fuse, and must.
const PAIR: &str = "\
void pair(float *restrict t, float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) t[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) y[i] = t[i] + 3;
}
";

/// Prints the findings. The result is the exit status: 1 if something is missing that C and C++ need.
pub fn examine(places: &Places) -> Result<i32> {
    let finder = Finder::new(places);
    let mut well = true;
    for tool in [Tool::Clang, Tool::Opt, Tool::Llc, Tool::Flang] {
        match finder.tool(tool) {
            Ok(path) => {
                let text = tools::version(&path);
                let line = text
                    .as_deref()
                    .and_then(|text| text.lines().find(|l| l.contains("version")));
                match line {
                    Some(line) => {
                        let is_right = text.as_deref().is_some_and(tools::names_release);
                        well &= is_right || tool == Tool::Flang;
                        let wrong = match is_right {
                            true => String::new(),
                            false => format!(": not of LLVM {}", tools::RELEASE),
                        };
                        let line = line.trim();
                        report(tool.name(), &format!("{} ({line}){wrong}", path.display()));
                    }
                    None => {
                        well &= tool == Tool::Flang;
                        report(tool.name(), &format!("{} does not run", path.display()));
                    }
                }
            }
            Err(_) if tool == Tool::Flang => report(
                tool.name(),
                "not found; only Fortran needs it (Debian package flang-22)",
            ),
            Err(error) => {
                well = false;
                report(tool.name(), &error.to_string());
            }
        }
    }
    report("rustc", &rust::describe());
    match finder.plugin() {
        Ok(path) => report("plugin", &path.display().to_string()),
        Err(error) => {
            well = false;
            report("plugin", &error.to_string());
        }
    }
    if well {
        match fuses(&finder) {
            Ok(true) => report("fusion", "a known pair of loops fuses"),
            Ok(false) => {
                well = false;
                report(
                    "fusion",
                    "a known pair of loops does not fuse; build the plugin for this LLVM",
                );
            }
            Err(error) if error.is::<Interrupted>() => return Err(error),
            Err(error) => {
                well = false;
                report("fusion", &format!("{error:#}"));
            }
        }
    } else {
        report("fusion", "not tried, as something is missing");
    }
    Ok(if well { 0 } else { 1 })
}

fn report(subject: &str, finding: &str) {
    // Somebody may have closed the pipe.
    let _ = writeln!(io::stdout(), "{subject:<7} {finding}");
}

/// Compiles the pair. Is there a remark of the fusion?
fn fuses(finder: &Finder) -> Result<bool> {
    let interrupt = Interrupt::catch()?;
    let scratch = call::scratch()?;
    let at = |name: &str| scratch.path().join(name).into_os_string();
    std::fs::write(at("pair.c"), PAIR)?;
    let arguments = [
        "-O2".into(),
        "-c".into(),
        "-o".into(),
        at("pair.o"),
        at("pair.c"),
    ];
    let own = Own::default();
    let call = Call::new(Compiler::C, finder, &own, &arguments)?;
    let runner = Runner {
        interrupt: &interrupt,
        print: false,
        scratch: scratch.path(),
    };
    let mut session = Session::new(&own, runner, Some(finder.plugin()?));
    let (ending, remarks) = recorded::run(&call, &mut session, |_, _| {})?;
    let mut remarks = remarks.into_iter().flatten();
    Ok(ending.is_success() && remarks.any(|remark| remark.kind == Kind::Fused))
}
