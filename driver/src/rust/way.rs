//! The two ways into rustc, and the options that each takes.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::{Result, bail};

use super::arguments::{codegen, crate_types, leads_to_linking, links};
use crate::run;
use crate::tools::{self, Finder, Tool, joined};

/// What rustc says of itself.
pub struct Version {
    /// Its own release, as in `1.95.0` or `1.97.0-nightly`.
    pub release: String,
    /// LLVM's.
    pub llvm: String,
}

impl Version {
    /// Out of what `rustc -vV` prints.
    pub fn read(text: &str) -> Option<Self> {
        let after = |key| text.lines().find_map(|line| line.strip_prefix(key));
        Some(Version {
            release: after("release: ")?.to_owned(),
            llvm: after("LLVM version: ")?.to_owned(),
        })
    }

    /// Is the plugin for this LLVM?
    pub fn fits(&self) -> bool {
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
pub enum Way {
    /// rustc loads it.
    Compiler,
    /// ld.lld does.
    Linker,
}

impl Way {
    /// The one that a rustc lets us go.
    pub fn of(version: &Version) -> Self {
        match version.is_unstable(std::env::var_os("RUSTC_BOOTSTRAP").as_deref()) {
            true => Way::Compiler,
            false => Way::Linker,
        }
    }

    /// Options of rustc that go it, beside these arguments.
    pub fn options(
        self,
        version: &Version,
        finder: &Finder,
        plugin: &Path,
        arguments: &[OsString],
    ) -> Result<Vec<OsString>> {
        match self {
            Way::Compiler => Ok(vec![by_itself(plugin)?]),
            Way::Linker => by_linking(version, finder, plugin, arguments),
        }
    }

    /// Options of a call that is not optimised, with which it links what was. None are better than wrong ones: what
    /// it links need not have been.
    pub fn options_to_link(self, finder: &Finder, arguments: &[OsString]) -> Vec<OsString> {
        let options = || linking(finder, &finder.plugin()?, arguments);
        match self {
            Way::Linker if other_linker(arguments).is_none() => options().unwrap_or_default(),
            _ => vec![],
        }
    }

    /// Options that record what the pass says, in files of a folder.
    pub fn recording(self, records: &Path) -> Vec<OsString> {
        match self {
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
    if let Some(linker) = other_linker(arguments) {
        bail!(
            "rustc {} is stable, so loops are fused where clang links, and the linker is {linker}; leave out -C linker, \
             or take a nightly rustc",
            version.release
        );
    }
    if !leads_to_linking(arguments) {
        run::say(
            "loopfuse: note: a stable rustc leaves fusion to the linker, and nothing is linked: this is what plain rustc \
             makes; a nightly one fuses by itself",
        );
        return Ok(vec![]);
    }
    if crate_types(arguments).contains(&"staticlib") {
        run::say(
            "loopfuse: note: the archive will hold bitcode: link it by clang with -fuse-ld=lld and --load-pass-plugin",
        );
    }
    let mut options = vec![OsString::from("-Clinker-plugin-lto")];
    options.extend(linking(finder, plugin, arguments)?);
    Ok(options)
}

/// A linker that was asked for, which may not do what is needed.
fn other_linker(arguments: &[OsString]) -> Option<&str> {
    let name = |linker| Path::new(linker).file_name()?.to_str();
    codegen(arguments, "linker")
        .filter(|linker| !name(*linker).is_some_and(|name| name.starts_with("clang")))
}

/// Options with which rustc, if it links, links bitcode, and loops are fused then.
fn linking(finder: &Finder, plugin: &Path, arguments: &[OsString]) -> Result<Vec<OsString>> {
    let mut options = vec![];
    if !links(arguments) {
        return Ok(options);
    }
    if codegen(arguments, "linker").is_none() {
        options.push(joined("-Clinker=", finder.tool(Tool::Clang)?.as_os_str()));
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

/// Options of rustc that hand options to the linker, whatever characters are in them.
fn to_linker(options: Vec<OsString>) -> Vec<OsString> {
    let each = |option: OsString| ["-Clink-arg=-Xlinker".into(), joined("-Clink-arg=", &option)];
    options.into_iter().flat_map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
