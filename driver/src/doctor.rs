//! `loopfuse doctor`: what is there, of which version, and does the plugin load and fuse?

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::Command;

use anyhow::{Context, Result};

use crate::cli::Places;
use crate::run;
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
                    Some(line) => report(
                        tool.name(),
                        &format!("{} ({})", path.display(), line.trim()),
                    ),
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
    match finder.plugin() {
        Ok(path) => report("plugin", &path.display().to_string()),
        Err(error) => {
            well = false;
            report("plugin", &error.to_string());
        }
    }
    if well {
        match fuses(&finder) {
            Ok(None) => report("fusion", "a known pair of loops fuses"),
            Ok(Some(said)) => {
                well = false;
                report(
                    "fusion",
                    "a known pair of loops does not fuse; build the plugin for this LLVM",
                );
                run::pass_on(said.as_bytes());
            }
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

/// Compiles the pair as a user would. None if the remark of the fusion is there, else what was said.
fn fuses(finder: &Finder) -> Result<Option<String>> {
    let folder = tempfile::tempdir().context("no temporary files can be made; set TMPDIR")?;
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("pair.c"), PAIR)?;
    let plugin = finder.plugin()?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args([OsStr::new("cc"), OsStr::new("--plugin"), plugin.as_os_str()]);
    if let Some(prefix) = finder.prefix() {
        command.args([OsStr::new("--llvm"), prefix.as_os_str()]);
    }
    command.args([OsString::from("--remarks"), at("remarks").into()]);
    command
        .args(["-O2", "-c", "-o"])
        .args([at("pair.o"), at("pair.c")]);
    command.env_remove("LOOPFUSE_FLAGS");
    let output = command.output()?;
    let remarks = std::fs::read_to_string(at("remarks")).unwrap_or_default();
    let fused = output.status.success() && at("pair.o").is_file() && has_fusion(&remarks);
    Ok((!fused).then(|| String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Is there a remark of something done? Refusals are `!Missed`.
fn has_fusion(remarks: &str) -> bool {
    remarks.lines().any(|line| line.starts_with("--- !Passed"))
}
