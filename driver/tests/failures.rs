//! The driver with tools that fail: nothing is left behind, and the exit status says what happened.

mod common;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{DRIVER, Folder, stderr, stdout};

/// A clang that prints one job for any command line. What the job does is `cc1`.
fn fake_clang(folder: &Folder, cc1: &str) {
    let program = folder.path("llvm/bin/clang-22").display().to_string();
    let job = format!(
        "\"{program}\" \"-cc1\" \"-triple\" \"x86_64-pc-linux-gnu\" \"-O2\" \"-emit-obj\" \
         \"-mrelocation-model\" \"pic\" \"-debugger-tuning=gdb\" \"-vectorize-loops\" \
         \"-vectorize-slp\" \"-o\" \"a.o\" \"-x\" \"c\" \"a.c\""
    );
    let script = format!(
        "#!/bin/sh\ncase \"$1\" in\n'-###') cat >&2 <<'end'\n {job}\nend\n;;\n-cc1)\n{cc1}\n;;\nesac\n"
    );
    folder.script("llvm/bin/clang-22", &script);
    folder.write("a.c", "");
}

/// A tool that does nothing but this.
fn fake(folder: &Folder, name: &str, does: &str) {
    folder.script(&format!("llvm/bin/{name}"), &format!("#!/bin/sh\n{does}\n"));
}

const COMPILE: [&str; 9] = [
    "cc",
    "--steps",
    "--llvm",
    "llvm",
    "--no-fusion",
    "-O2",
    "-c",
    "a.c",
    "-v",
];

#[test]
fn a_missing_tool_is_named() {
    let folder = Folder::new();
    fake_clang(&folder, "exit 0");
    let output = folder.driver(&COMPILE);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.starts_with("loopfuse: there is no opt-22 in llvm/bin"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1);
    folder.assert_no_temporaries();
}

#[test]
fn where_a_step_has_no_room_clang_does_all_in_one() {
    let folder = Folder::new();
    // A front end that cannot write its bitcode, nor why.
    fake_clang(
        &folder,
        "case \"$*\" in *-emit-llvm-bc*) exit 1;; esac\necho whole >a.o",
    );
    fake(&folder, "opt-22", "exit 1");
    fake(&folder, "llc-22", "exit 1");
    folder.succeeds(&COMPILE);
    assert_eq!(folder.read("a.o"), b"whole\n");
    folder.assert_no_temporaries();
}

#[test]
fn a_missing_prefix_is_named() {
    let folder = Folder::new();
    let output = folder.driver(&["cc", "--steps", "--llvm", "nowhere", "-c", "a.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("loopfuse: there is no clang-22 in nowhere/bin"));
    let output = folder.driver(&["doctor", "--llvm", "nowhere"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("there is no clang-22"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_missing_plugin_is_named() {
    let folder = Folder::new();
    folder.write("a.c", "int f(void) { return 1; }\n");
    let output = folder.driver(&["cc", "--steps", "--plugin", "none.so", "-O2", "-c", "a.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("loopfuse: there is no plugin none.so"));
    // In steps it is not needed where nothing is optimised.
    folder.succeeds(&["cc", "--steps", "--plugin", "none.so", "-O0", "-c", "a.c"]);
}

#[test]
fn exit_statuses_come_through() {
    let folder = Folder::new();
    fake_clang(&folder, "echo complaint >&2; exit 3");
    fake(&folder, "opt-22", "exit 0");
    fake(&folder, "llc-22", "exit 0");
    let output = folder.driver(&COMPILE);
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(3), "complaint\n")
    );
    folder.assert_no_temporaries();
}

#[test]
fn signals_of_children_come_through() {
    let folder = Folder::new();
    fake_clang(&folder, "kill -SEGV $$");
    fake(&folder, "opt-22", "exit 0");
    fake(&folder, "llc-22", "exit 0");
    let output = folder.driver(&COMPILE);
    assert_eq!(output.status.code(), Some(139));
    assert_eq!(
        stderr(&output),
        "loopfuse: error: clang-22 was ended by signal 11\n"
    );

    fake_clang(&folder, "exit 0");
    fake(&folder, "opt-22", "echo trace >&2; kill -ABRT $$");
    let output = folder.driver(&COMPILE);
    assert_eq!(output.status.code(), Some(134));
    let expected = "trace\nloopfuse: error: opt-22 was ended by signal 6\n";
    assert_eq!(stderr(&output), expected);
    assert!(!folder.path("a.o").exists());
    folder.assert_no_temporaries();
}

#[test]
fn a_record_that_a_signal_cut_ends_with_its_last_remark() {
    let folder = Folder::new();
    let whole = "--- !Passed\nPass: loop-fuse\nName: Fused\nFunction: f\nArgs: []\n...\n";
    let cc1 = format!(
        "while [ $1 != -opt-record-file ]; do shift; done\n\
         printf -- '{whole}--- !Passed\nPass: {{' >$2\nkill -KILL $$"
    );
    fake_clang(&folder, &cc1);
    let compile = ["--llvm", "llvm", "-O2", "-c", "a.c"];
    for own in [
        &["cc", "--explain", "--remarks", "r.yaml"][..],
        &["explain"],
    ] {
        let output = folder.driver(&[own, &compile].concat());
        assert_eq!(output.status.code(), Some(137), "{}", stderr(&output));
    }
    assert_eq!(folder.read("r.yaml"), whole.as_bytes());
}

#[test]
fn clang_speaks_for_the_later_steps() {
    let folder = Folder::new();
    // The whole job has -emit-obj, the front end alone has not.
    fake_clang(
        &folder,
        "case \"$*\" in *-emit-obj*) echo clang says >&2; exit 1;; esac",
    );
    fake(&folder, "opt-22", "exit 0");
    fake(&folder, "llc-22", "echo llc says >&2; exit 1");
    let output = folder.driver(&COMPILE);
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(1), "clang says\n")
    );
    folder.assert_no_temporaries();
}

#[test]
fn an_interrupt_leaves_nothing_and_an_old_output_whole() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = Folder::new();
        folder.write("a.o", "old");
        fake_clang(&folder, "exit 0");
        // As a process of its own, so that it must be told of the signal.
        fake(&folder, "opt-22", "touch started; exec sleep 30");
        fake(&folder, "llc-22", "exit 0");
        // Whoever runs the tests may ignore signals, as nohup does, and children inherit that.
        let mut command = folder.command("env");
        command.arg("--default-signal").arg(DRIVER).args(COMPILE);
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        wait_for(|| folder.path("started").exists());
        // The shell's own kill: the program of that name need not be there.
        let mut kill = Command::new("sh");
        kill.args(["-c", &format!("kill -{signal} {}", child.id())]);
        assert!(kill.status().unwrap().success());
        let begin = Instant::now();
        let status = child.wait().unwrap();
        assert!(begin.elapsed() < Duration::from_secs(10));
        let number = match signal {
            "INT" => 2,
            "TERM" => 15,
            _ => 1,
        };
        assert_eq!(status.signal(), Some(number), "{signal}");
        assert_eq!(folder.read("a.o"), b"old");
        folder.assert_no_temporaries();
    }
}

#[test]
fn the_doctor_sees_tools_of_another_release() {
    let folder = Folder::new();
    for tool in ["clang-22", "opt-22", "llc-22"] {
        let release = if tool == "clang-22" { 19 } else { 22 };
        fake(&folder, tool, &format!("echo {tool} version {release}.1.7"));
    }
    let output = folder.driver(&["doctor", "--llvm", "llvm"]);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    assert!(
        said.contains("(clang-22 version 19.1.7): not of LLVM 22\n"),
        "{said}"
    );
    assert!(said.contains("(opt-22 version 22.1.7)\n"), "{said}");
    assert!(
        said.contains("not tried, as something is missing"),
        "{said}"
    );
}

#[test]
fn an_interrupted_doctor_leaves_nothing() {
    let folder = Folder::new();
    let version = "case $1 in --version) echo version 22; exit;; esac";
    fake(
        &folder,
        "clang-22",
        &format!("{version}\ntouch started; exec sleep 30"),
    );
    fake(&folder, "opt-22", version);
    fake(&folder, "llc-22", version);
    let mut command = folder.command("env");
    command.arg("--default-signal").arg(DRIVER);
    command.args(["doctor", "--llvm", "llvm"]);
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    wait_for(|| folder.path("started").exists());
    let mut kill = Command::new("sh");
    kill.args(["-c", &format!("kill -TERM {}", child.id())]);
    assert!(kill.status().unwrap().success());
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert_eq!(fs::read_dir(folder.temporaries()).unwrap().count(), 0);
}

#[test]
fn a_child_that_is_interrupted_first_takes_us_along() {
    let folder = Folder::new();
    fake_clang(&folder, "kill -TERM $$");
    fake(&folder, "opt-22", "exit 0");
    fake(&folder, "llc-22", "exit 0");
    let output = folder.driver(&COMPILE);
    assert_eq!(output.status.signal(), Some(15));
    folder.assert_no_temporaries();
}

#[test]
fn temporaries_need_a_place() {
    let folder = Folder::new();
    let mut command = folder.command(DRIVER);
    let output = command
        .env("TMPDIR", "/nonexistent")
        .args(["cc", "--steps", "-O2", "-c", "a.c"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.starts_with("loopfuse: no temporary files can be made in /nonexistent"),
        "{said}"
    );
}

#[test]
fn a_command_line_that_is_too_long_goes_through_a_file() {
    let folder = Folder::new();
    folder.write("main.c", "int main(void) { return 0; }\n");
    // 1.2 MB of names, which the linker gets in full.
    let name = format!("-L/{}", "x".repeat(1000));
    let names: Vec<String> = (0..1200).map(|_| name.clone()).collect();
    folder.write("arguments", &names.join("\n"));
    folder.succeeds(&[
        "cc",
        "--steps",
        "-O2",
        "main.c",
        "@arguments",
        "-o",
        "program",
    ]);
    assert!(folder.path("program").exists());
    // One argument that is too long alone.
    folder.write("arguments", &format!("-DLONG={}", "x".repeat(200_000)));
    folder.succeeds(&["cc", "--steps", "-O2", "-c", "main.c", "@arguments"]);
}

fn wait_for(condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(
            begin.elapsed() < Duration::from_secs(20),
            "nothing happened"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_folder_in_the_place_of_the_output_stays() {
    let folder = Folder::new();
    folder.write("a.c", "int f(void) { return 1; }\n");
    fs::create_dir(folder.path("a.o")).unwrap();
    let output = folder.driver(&["cc", "--steps", "-O2", "-c", "a.c"]);
    assert!(!output.status.success());
    assert!(folder.path("a.o").is_dir());
    folder.assert_no_temporaries();
}
