//! Where LLVM 22's programs and the plugin are.
//!
//! A prefix that was asked for, by `--llvm` or `LOOPFUSE_LLVM`, is the only place that is looked at, so
//! that no other LLVM slips in. Else PATH's programs with the version in their name, Debian's own
//! directory, and at last PATH's unversioned ones if they say that they are version 22.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Result, anyhow, bail};

use crate::own::Places;

/// The release that the plugin is built for.
pub const RELEASE: &str = "22";

/// Where Debian's packages put the programs.
const DEBIAN: &str = "/usr/lib/llvm-22/bin";

/// One of LLVM's programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The compiler for C and C++.
    Clang,
    /// The optimiser.
    Opt,
    /// The code generator.
    Llc,
    /// The compiler for Fortran.
    Flang,
    /// The linker, which optimises what stable rustc leaves to it.
    Lld,
}

impl Tool {
    /// Its name without a version.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clang => "clang",
            Self::Opt => "opt",
            Self::Llc => "llc",
            Self::Flang => "flang",
            Self::Lld => "ld.lld",
        }
    }

    /// The Debian package that brings it.
    pub fn package(self) -> &'static str {
        match self {
            Self::Clang => "clang-22",
            Self::Opt | Self::Llc => "llvm-22",
            Self::Flang => "flang-22",
            Self::Lld => "lld-22",
        }
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{RELEASE}", self.name())
    }
}

/// Finds programs and the plugin.
#[derive(Debug)]
pub struct Finder {
    prefix: Option<PathBuf>,
    plugin: Option<PathBuf>,
}

impl Finder {
    /// Options first, then the environment.
    pub fn new(places: &Places) -> Self {
        let or_variable = |option: &Option<PathBuf>, name: &str| {
            let variable = || std::env::var_os(name).filter(|value| !value.is_empty());
            option.clone().or_else(|| variable().map(PathBuf::from))
        };
        Self {
            prefix: or_variable(&places.llvm, "LOOPFUSE_LLVM"),
            plugin: or_variable(&places.plugin, "LOOPFUSE_PLUGIN"),
        }
    }

    /// The path of a program, or what to install.
    pub fn tool(&self, tool: Tool) -> Result<PathBuf> {
        if let Some(prefix) = &self.prefix {
            return in_prefix(prefix, tool);
        }
        let versioned = tool.to_string();
        if let Ok(path) = which::which_global(&versioned) {
            return Ok(path);
        }
        for name in [versioned.as_str(), tool.name()] {
            if let Some(path) = executable(&Path::new(DEBIAN).join(name)) {
                return Ok(path);
            }
        }
        let unversioned = which::which_global(tool.name()).ok();
        unversioned
            .filter(|path| is_release(path))
            .ok_or_else(|| anyhow!(not_found(tool)))
    }

    /// The path of the plugin.
    pub fn plugin(&self) -> Result<PathBuf> {
        if let Some(path) = &self.plugin {
            if path.is_file() {
                // LLVM looks a name without a slash up in the loader's directories.
                return Ok(std::path::absolute(path)?);
            }
            bail!(
                "there is no plugin {}; see --plugin and LOOPFUSE_PLUGIN",
                path.display()
            );
        }
        let own = std::env::current_exe()?;
        let beside = own.parent().unwrap_or(Path::new("/"));
        let places = plugin_places(beside);
        places
            .into_iter()
            .find(|path| path.is_file())
            .ok_or_else(|| {
                anyhow!(
                    "libloopfuse.so is not found beside {}, nor in ../lib; name it by --plugin or \
                 LOOPFUSE_PLUGIN",
                    own.display()
                )
            })
    }
}

/// Where the plugin is looked for: installed trees, then cargo's target directory, where a driver that
/// was built for debugging takes the release build of the plugin if there is no other.
fn plugin_places(beside: &Path) -> [PathBuf; 4] {
    const NAME: &str = "libloopfuse.so";
    let up = beside.parent().unwrap_or(beside);
    [
        beside.join(NAME),
        up.join("lib").join(NAME),
        up.join("lib/loopfuse").join(NAME),
        up.join("release").join(NAME),
    ]
}

/// What to do about a program that is nowhere.
fn not_found(tool: Tool) -> String {
    let package = tool.package();
    format!(
        "{tool} is not found; install the Debian package {package}, or name an LLVM {RELEASE} by \
         --llvm or LOOPFUSE_LLVM"
    )
}

fn in_prefix(prefix: &Path, tool: Tool) -> Result<PathBuf> {
    let bin = prefix.join("bin");
    if let Some(path) = executable(&bin.join(tool.to_string())) {
        return Ok(std::path::absolute(path)?);
    }
    let Some(path) = executable(&bin.join(tool.name())) else {
        bail!(
            "there is no {tool} in {}; see --llvm and LOOPFUSE_LLVM",
            bin.display()
        );
    };
    let path = std::path::absolute(path)?;
    if !is_release(&path) {
        bail!("{} is not of LLVM {RELEASE}", path.display());
    }
    Ok(path)
}

fn executable(path: &Path) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let found = path.metadata().ok()?;
    (found.is_file() && found.permissions().mode() & 0o111 != 0).then(|| path.to_owned())
}

/// Does the program say that it is of our release?
fn is_release(program: &Path) -> bool {
    version(program).is_some_and(|text| names_release(&text))
}

/// Is what a program prints for `--version` of our release?
pub fn names_release(text: &str) -> bool {
    version_of(text) == Some(RELEASE)
}

/// What the program prints for `--version`.
pub fn version(program: &Path) -> Option<String> {
    let mut command = Command::new(program);
    command
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(text)
}

/// The first number after the word "version", or, of the linker, after its name.
fn version_of(text: &str) -> Option<&str> {
    let (_, after) = text
        .split_once("version ")
        .or_else(|| text.split_once("LLD "))?;
    after
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .filter(|number| !number.is_empty())
}

/// Options that load the plugin into opt, with the pass's parameters.
pub fn for_opt(plugin: &Path, parameters: &[String]) -> Vec<OsString> {
    let mut options = vec![joined("-load-pass-plugin=", plugin.as_os_str())];
    if !parameters.is_empty() {
        options.push(format!("-loop-fuse-options={}", parameters.join(";")).into());
    }
    options
}

/// Options that load the plugin into clang or flang, with the pass's parameters.
pub fn for_clang(plugin: &Path, parameters: &[String]) -> Vec<OsString> {
    let mut options = vec![joined("-fpass-plugin=", plugin.as_os_str())];
    if !parameters.is_empty() {
        options.push("-mllvm".into());
        options.push(format!("-loop-fuse-options={}", parameters.join(";")).into());
    }
    options
}

/// Options that load the plugin into ld.lld where it links. It reads its own options before it loads
/// plugins, so it knows no parameters of the pass.
pub fn for_linker(plugin: &Path) -> Vec<OsString> {
    vec![
        "--start-no-unused-arguments".into(),
        "-Xlinker".into(),
        joined("--load-pass-plugin=", plugin.as_os_str()),
        "--end-no-unused-arguments".into(),
    ]
}

/// An option with its value behind it.
pub fn joined(option: &str, value: &OsStr) -> OsString {
    let mut whole = OsString::from(option);
    whole.push(value);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        let table = [
            ("Debian clang version 22.1.8 (1~deb12u1)\n", Some("22")),
            (
                "LLVM (http://llvm.org/):\n  Debian LLVM version 22.1.8\n",
                Some("22"),
            ),
            ("clang version 14.0.6\n", Some("14")),
            ("flang version 22\n", Some("22")),
            (
                "Debian LLD 22.1.8 (compatible with GNU linkers)\n",
                Some("22"),
            ),
            ("version \n", None),
            ("gcc 12\n", None),
        ];
        for (text, expected) in table {
            assert_eq!(version_of(text), expected, "{text:?}");
        }
    }

    #[test]
    fn parameters_are_one_option() {
        let parameters = ["explain".to_owned(), "limit=1".to_owned()];
        let plugin = Path::new("/p.so");
        let opt = [
            "-load-pass-plugin=/p.so",
            "-loop-fuse-options=explain;limit=1",
        ];
        assert_eq!(for_opt(plugin, &parameters), opt);
        let clang = [
            "-fpass-plugin=/p.so",
            "-mllvm",
            "-loop-fuse-options=explain;limit=1",
        ];
        assert_eq!(for_clang(plugin, &parameters), clang);
        assert_eq!(for_opt(plugin, &[]).len(), 1);
    }

    #[test]
    fn the_package_is_named() {
        let expected = "llc-22 is not found; install the Debian package llvm-22, or name an LLVM 22 by \
            --llvm or LOOPFUSE_LLVM";
        assert_eq!(not_found(Tool::Llc), expected);
    }

    #[test]
    fn a_prefix_without_the_program_is_an_error() {
        let finder = Finder {
            prefix: Some("/nonexistent".into()),
            plugin: None,
        };
        let error = finder.tool(Tool::Opt).unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no opt-22 in /nonexistent/bin; see --llvm and LOOPFUSE_LLVM"
        );
    }
}
