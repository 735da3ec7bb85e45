//! A folder to work in, the driver as a child, and tools that fail on purpose.
#![allow(dead_code, reason = "no test file needs all of it")]

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

/// Two loops that fuse.
pub const PAIR: &str = "\
void pair(float *restrict t, float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) t[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) y[i] = t[i] + 3;
}
";

/// Names under which the driver is a compiler.
pub const LINKS: [&str; 3] = ["loopfuse-cc", "loopfuse-c++", "loopfuse-fc"];

/// The driver.
pub const DRIVER: &str = env!("CARGO_BIN_EXE_loopfuse");

/// The plugin: what the environment names, else what was built beside the driver, else built now.
pub fn plugin() -> &'static Path {
    static PLUGIN: OnceLock<PathBuf> = OnceLock::new();
    PLUGIN.get_or_init(|| {
        let target = Path::new(DRIVER).ancestors().nth(2).unwrap();
        let release = target.join("release/libloopfuse.so");
        let named = std::env::var_os("LOOPFUSE_PLUGIN").map(PathBuf::from);
        let places = [
            named,
            Some(release.clone()),
            Some(target.join("debug/libloopfuse.so")),
        ];
        if let Some(found) = places.into_iter().flatten().find(|path| path.is_file()) {
            return found;
        }
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "build",
            "--quiet",
            "--release",
            "--package",
            "loopfuse-pass",
        ]);
        cargo.arg("--target-dir").arg(target);
        assert!(
            cargo.status().unwrap().success(),
            "the plugin does not build"
        );
        release
    })
}

/// A folder with a folder of temporaries, both gone at the end.
pub struct Folder {
    folder: TempDir,
    temporaries: TempDir,
}

impl Folder {
    pub fn new() -> Self {
        Self {
            folder: TempDir::new().unwrap(),
            temporaries: TempDir::new().unwrap(),
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// An executable script.
    pub fn script(&self, name: &str, text: &str) {
        self.write(name, text);
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A program that runs here, with no options of ours from outside.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.folder.path())
            .env("TMPDIR", self.temporaries.path());
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("LOOPFUSE_") {
                command.env_remove(name);
            }
        }
        command.env("LOOPFUSE_PLUGIN", plugin());
        command
    }

    /// The driver with arguments, run to its end.
    pub fn driver<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Output {
        self.command(DRIVER).args(arguments).output().unwrap()
    }

    /// The driver, which must succeed and leave no temporaries.
    pub fn succeeds<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Output {
        let output = self.driver(arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        self.assert_no_temporaries();
        output
    }

    /// clang itself, which must succeed.
    pub fn clang<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Output {
        let output = self.command("clang-22").args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        output
    }

    pub fn assert_no_temporaries(&self) {
        let left: Vec<_> = fs::read_dir(self.temporaries.path())
            .unwrap()
            .chain(fs::read_dir(self.folder.path()).unwrap())
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.contains("loopfuse-") && !LINKS.contains(&name.as_str()))
            .collect();
        assert!(left.is_empty(), "left: {left:?}");
    }

    pub fn temporaries(&self) -> &Path {
        self.temporaries.path()
    }
}

/// Gives a child all of its standard input.
pub fn feed(child: &mut Child, text: &str) {
    let mut input = child.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
