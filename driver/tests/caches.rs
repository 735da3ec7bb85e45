//! Compiler caches and distribution, which is how builds leave one machine: objects are those of the driver alone. A program that
//! is not installed is skipped, with a word.

mod common;

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::{DRIVER, Folder, PAIR, plugin, stderr, stdout};

/// Options of two builds that must not be taken for each other.
const FUSED: &[&str] = &["-O2", "-c", "a.c"];
const PLAIN: &[&str] = &["-O2", "-floopfuse-no-fusion", "-c", "a.c"];

fn has(program: &str) -> bool {
    let is = which::which(program).is_ok();
    if !is {
        eprintln!("skipped: there is no {program}");
    }
    is
}

/// A folder with the driver as `loopfuse-cc` in `bin`, beside the plugin, for whoever runs it; a source; and the two objects
/// that are wanted, in `fused.o` and `plain.o`.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    fs::create_dir(folder.path("bin")).unwrap();
    fs::copy(DRIVER, folder.path("bin/loopfuse")).unwrap();
    fs::copy(plugin(), folder.path("bin/libloopfuse.so")).unwrap();
    symlink("loopfuse", folder.path("bin/loopfuse-cc")).unwrap();
    for (to, arguments) in [("fused.o", FUSED), ("plain.o", PLAIN)] {
        let output = command(&folder, "loopfuse-cc")
            .args(arguments)
            .args(["-o", to])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    }
    assert!(folder.read("fused.o") != folder.read("plain.o"));
    folder
}

/// A program that finds `loopfuse-cc`, which finds the plugin beside it.
fn command(folder: &Folder, program: &str) -> Command {
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", folder.path("bin").display());
    let mut command = folder.command(which::which_in(program, Some(&path), ".").unwrap());
    command.env("PATH", path).env_remove("LOOPFUSE_PLUGIN");
    command
}

/// Compiles through a program, whose environment is prepared, and compares the objects.
fn compiles(folder: &Folder, program: &str, prepare: impl Fn(&mut Command)) {
    for (at, (wanted, arguments)) in [("fused.o", FUSED), ("fused.o", FUSED), ("plain.o", PLAIN)]
        .into_iter()
        .enumerate()
    {
        let to = format!("{at}.o");
        let mut command = command(folder, program);
        prepare(&mut command);
        let output = command
            .arg("loopfuse-cc")
            .args(arguments)
            .args(["-o", &to])
            .output()
            .unwrap();
        assert!(output.status.success(), "{program}: {}", stderr(&output));
        assert!(folder.read(&to) == folder.read(wanted), "{program} {at}");
    }
}

fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port().to_string()
}

#[test]
fn ccache_takes_the_second_from_its_store() {
    if !has("ccache") {
        return;
    }
    let folder = folder();
    let prepare = |command: &mut Command| {
        command
            .env("CCACHE_DIR", folder.path("store"))
            .env_remove("CCACHE_DISABLE");
    };
    compiles(&folder, "ccache", prepare);
    let mut told = command(&folder, "ccache");
    prepare(&mut told);
    let told = stdout(&told.arg("--print-stats").output().unwrap());
    for line in ["cache_miss\t2", "direct_cache_hit\t1"] {
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
}

#[test]
fn sccache_takes_the_second_from_its_store() {
    if !has("sccache") {
        return;
    }
    let folder = folder();
    let port = free_port();
    let prepare = |command: &mut Command| {
        command
            .env("SCCACHE_DIR", folder.path("store"))
            .env("SCCACHE_SERVER_PORT", &port);
    };
    let ask = |option: &str| {
        let mut command = command(&folder, "sccache");
        prepare(&mut command);
        command.arg(option).output().unwrap()
    };
    ask("--start-server");
    let compiled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        compiles(&folder, "sccache", prepare)
    }));
    let told = stdout(&ask("--show-stats"));
    ask("--stop-server");
    compiled.unwrap();
    for name in ["Cache hits ", "Cache misses "] {
        let line = told
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or(&told);
        let expected = if name == "Cache hits " { "1" } else { "2" };
        assert_eq!(line.split_whitespace().last(), Some(expected), "{told}");
    }
}

/// A server of distcc, ended with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server that may write in a folder.
fn serve(folder: &Folder, port: &str, may_write: &Path) -> Server {
    let mut distccd = command(folder, "distccd");
    distccd.args([
        "--daemon",
        "--no-detach",
        "--allow",
        "127.0.0.1",
        "--listen",
        "127.0.0.1",
        "--port",
        port,
    ]);
    distccd
        .args(["--enable-tcp-insecure", "--jobs", "1", "--log-file"])
        .arg(may_write.join(port));
    // Root gives its rights away, to one who must be able to read all this.
    if rustix::process::geteuid().is_root() {
        distccd.args(["--user", "nobody"]);
    }
    let distccd = distccd
        .env("TMPDIR", may_write)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Server(distccd.spawn().unwrap())
}

/// Waits for what another process is about to do, for ten seconds.
fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let mut tries = 0;
    while !holds() {
        tries += 1;
        assert!(tries < 500, "never: {what}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn two_servers_of_distcc_compile_the_same() {
    if !has("distcc") || !has("distccd") {
        return;
    }
    let folder = folder();
    let may_write = folder.path("server");
    fs::create_dir(&may_write).unwrap();
    for (path, mode) in [(folder.path("."), 0o755), (may_write.clone(), 0o777)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let ports = [free_port(), free_port()];
    let _servers = ports
        .each_ref()
        .map(|port| serve(&folder, port, &may_write));
    for port in &ports {
        // One server at a time, so that both have worked. Until it listens distcc fails.
        let prepare = |command: &mut Command| {
            command
                .env("DISTCC_HOSTS", format!("127.0.0.1:{port}"))
                .env("DISTCC_DIR", folder.path("client"))
                .env("DISTCC_FALLBACK", "0")
                .env("DISTCC_BACKOFF_PERIOD", "0");
        };
        fs::create_dir_all(folder.path("client")).unwrap();
        let listens = || std::net::TcpStream::connect(format!("127.0.0.1:{port}")).is_ok();
        wait_until("distccd listens", listens);
        compiles(&folder, "distcc", prepare);
        // It says so only after it has answered.
        let log = || fs::read_to_string(may_write.join(port)).unwrap();
        wait_until("distccd has compiled all", || {
            log().matches("COMPILE_OK").count() >= 3
        });
        assert_eq!(log().matches("COMPILE_OK").count(), 3, "{}", log());
    }
}
