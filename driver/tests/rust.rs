//! rustc and cargo through the driver. What needs a rustc with the plugin's LLVM is skipped, with a word, where there is
//! another.

mod common;

use std::fs;
use std::process::{Command, Output};

use common::{DRIVER, Folder, plugin, stderr, stdout};

/// A chain that fuses, in a program that says what it computed.
const PROGRAM: &str = "\
use std::hint::black_box;
#[inline(never)]
fn chain(a: &[f64], t: &mut [f64], b: &mut [f64]) {
    t.iter_mut().zip(a).for_each(|(t, a)| *t = a * 2.0);
    b.iter_mut().zip(t.iter()).for_each(|(b, t)| *b = t + 1.0);
}
fn squares(a: &[f64], t: &mut [f64], b: &mut [f64]) {
    for i in 0..a.len() { t[i] = a[i] * a[i]; }
    for i in 0..a.len() { b[i] = t[i] + 0.5; }
}
fn main() {
    let a: Vec<f64> = (0..1000).map(f64::from).collect();
    let (mut t, mut b) = (vec![0.0; 1000], vec![0.0; 1000]);
    chain(black_box(&a), &mut t, &mut b);
    print!(\"{} \", b.iter().sum::<f64>());
    squares(&a, &mut t, &mut b);
    println!(\"{}\", b.iter().sum::<f64>());
}
";

/// What it prints.
const SAYS: &str = "1000000 332834000\n";

/// Is PATH's rustc of LLVM 22?
fn has_rustc() -> bool {
    let output = Command::new("rustc").arg("-vV").output();
    let fits = output.is_ok_and(|output| stdout(&output).contains("LLVM version: 22."));
    if !fits {
        eprintln!("skipped: there is no rustc of LLVM 22");
    }
    fits
}

/// The driver, with unstable options or without.
fn driver(folder: &Folder, unstable: bool, arguments: &[&str]) -> Output {
    let mut command = folder.command(DRIVER);
    command.args(arguments).env_remove("RUSTC_WRAPPER");
    match unstable {
        true => command.env("RUSTC_BOOTSTRAP", "1"),
        false => command.env("RUSTC_BOOTSTRAP", "-1"),
    };
    command.output().unwrap()
}

fn succeeds(folder: &Folder, unstable: bool, arguments: &[&str]) -> Output {
    let output = driver(folder, unstable, arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    folder.assert_no_temporaries();
    output
}

/// What the program that was built prints.
fn says(folder: &Folder, program: &str) -> String {
    stdout(&folder.command(folder.path(program)).output().unwrap())
}

#[test]
fn both_ways_fuse_and_name_lines() {
    if !has_rustc() {
        return;
    }
    for (unstable, option) in [(false, "-Clinker-plugin-lto"), (true, "-Zllvm-plugins=")] {
        let folder = Folder::new();
        folder.write("a.rs", PROGRAM);
        // A linker takes lists with commas, but this one as it is.
        let place = if unstable { "ab" } else { "a, b" };
        fs::create_dir(folder.path(place)).unwrap();
        let file = format!("{place}/p.so");
        fs::copy(plugin(), folder.path(&file)).unwrap();
        let own = [
            "rustc",
            "--plugin",
            &file,
            "--print-commands",
            "--remarks",
            "r.yaml",
            "--explain",
        ];
        let arguments = [
            &own[..],
            &["-O", "-g", "-C", "codegen-units=1", "a.rs", "-o", "a"],
        ]
        .concat();
        let output = succeeds(&folder, unstable, &arguments);
        let told = stderr(&output);
        assert!(told.contains(option), "{told}");
        assert!(!told.contains("note: without -g"), "{told}");
        assert!(
            told.contains(
                "in a::main:\n\nfused: loop at line 8 with loop at line 9, trip count 1000"
            ),
            "{told}"
        );
        let record = String::from_utf8(folder.read("r.yaml")).unwrap();
        assert!(
            record.contains("{ File: a.rs, Line: 8, Column: 14 }"),
            "{record}"
        );
        assert_eq!(says(&folder, "a"), SAYS);
        if unstable {
            assert!(
                told.contains("fused: loop of for_each at line 4 with loop of for_each at line 5"),
                "{told}"
            );
        }
    }
}

#[test]
fn without_optimisation_or_fusion_it_is_rustcs_work() {
    if !has_rustc() {
        return;
    }
    let folder = Folder::new();
    folder.write("a.rs", PROGRAM);
    let output = succeeds(
        &folder,
        false,
        &["rustc", "--print-commands", "a.rs", "-o", "a"],
    );
    let told = stderr(&output);
    assert!(
        told.contains("note: without -O nothing is optimised"),
        "{told}"
    );
    assert!(!told.contains("-Clinker-plugin-lto"), "{told}");
    assert_eq!(says(&folder, "a"), SAYS);
    let object = ["-O", "--emit=obj", "-o"];
    succeeds(
        &folder,
        true,
        &[&["rustc", "--no-fusion"], &object[..], &["ours.o", "a.rs"]].concat(),
    );
    succeeds(
        &folder,
        true,
        &[&["rustc"], &object[..], &["fused.o", "a.rs"]].concat(),
    );
    let mut rustc = folder.command("rustc");
    rustc.args(object).args(["rustcs.o", "a.rs"]);
    let rustc = rustc.env("RUSTC_BOOTSTRAP", "1").output().unwrap();
    assert!(rustc.status.success(), "{}", stderr(&rustc));
    assert!(folder.read("ours.o") == folder.read("rustcs.o"));
    assert!(folder.read("fused.o") != folder.read("rustcs.o"));
}

#[test]
fn what_cannot_be_is_said_in_a_line() {
    let folder = Folder::new();
    folder.write("a.rs", PROGRAM);
    folder.script(
        "old/rustc",
        "#!/bin/sh\nprintf 'rustc 1.80.0\\nrelease: 1.80.0\\nLLVM version: 18.1.7\\n'\n",
    );
    let old = folder.path("old/rustc");
    let old = old.to_str().unwrap();
    let table = [
        (
            vec![old, "-O", "a.rs"],
            "loopfuse: rustc 1.80.0 has LLVM 18.1.7, and the plugin is for LLVM 22; take another rustc (1.95 has it), or \
             give --no-fusion\n",
        ),
        (
            vec!["rustc", "-O", "a.rs", "--remarks", "r.yaml"],
            "loopfuse: --remarks is an option of loopfuse: it stands before the compiler's arguments\n",
        ),
        (
            vec!["-O", "a.rs"],
            "loopfuse: what to do comes first: loopfuse rustc -O a.rs\n",
        ),
        (
            vec!["explain", "-O", "a.rs"],
            "loopfuse: of Rust, rustc's call is explained: loopfuse rustc --explain -O a.rs\n",
        ),
        (
            vec!["compare", "-O", "a.rs"],
            "loopfuse: compare is for clang and flang: build Rust by loopfuse rustc, with --no-fusion and without\n",
        ),
        (
            vec!["rustc", "--steps", "-O", "a.rs"],
            "loopfuse: --steps and --save-temps are for clang: rustc is one program\n",
        ),
        (
            vec!["cargo", "--pass-options", "explain", "build"],
            "loopfuse: rustc and ld.lld read options of LLVM before they load plugins: --pass-options has no effect on \
             Rust\n",
        ),
    ];
    for (arguments, expected) in table {
        let output = driver(&folder, false, &arguments);
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(1), expected)
        );
    }
    let mut command = folder.command(DRIVER);
    let output = command
        .args(["cargo", "build"])
        .env("RUSTC_WRAPPER", "other")
        .output()
        .unwrap();
    assert_eq!(
        stderr(&output),
        "loopfuse: RUSTC_WRAPPER is other, and cargo takes one alone: unset it\n"
    );
    let output = command
        .args(["cargo", "build"])
        .env("RUSTC_WRAPPER", "")
        .env("CARGO", "/nonexistent")
        .output()
        .unwrap();
    assert_eq!(
        stderr(&output),
        "loopfuse: cargo is not found; install Rust with LLVM 22 (1.95 has it)\n"
    );
    if has_rustc() {
        let output = driver(
            &folder,
            true,
            &["rustc", "--plugin", "a b.so", "-O", "a.rs"],
        );
        assert!(stderr(&output).starts_with("loopfuse: there is no plugin a b.so"));
        fs::copy(plugin(), folder.path("a b.so")).unwrap();
        let output = driver(
            &folder,
            true,
            &["rustc", "--plugin", "a b.so", "-O", "a.rs"],
        );
        assert!(
            stderr(&output).starts_with(
                "loopfuse: rustc loads no plugin whose path has a space or a comma: /"
            )
        );
        let output = driver(&folder, false, &["rustc", "-O", "-Clinker=gcc", "a.rs"]);
        assert!(
            stderr(&output).contains(
                "is stable, so loops are fused where clang links, and the linker is gcc;"
            )
        );
    }
}

#[test]
fn cargo_builds_with_fusion_and_keeps_that_apart() {
    if !has_rustc() {
        return;
    }
    let folder = Folder::new();
    folder.write("src/main.rs", PROGRAM);
    folder.write(
        "build.rs",
        "fn main() { println!(\"cargo::rerun-if-changed=build.rs\"); }\n",
    );
    folder.write(
        "Cargo.toml",
        "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
    );
    let build = ["build", "--release", "--offline", "--target-dir", "t"];
    let plain = folder.command("cargo").args(build).output().unwrap();
    assert!(plain.status.success(), "{}", stderr(&plain));
    let of_cargo = folder.read("t/release/p");
    let cargo = [&["cargo", "--remarks", "r.yaml"], &build[..]].concat();
    let output = succeeds(&folder, false, &cargo);
    assert!(
        stderr(&output).contains("Compiling p v0.1.0"),
        "{}",
        stderr(&output)
    );
    assert!(folder.read("t/release/p") != of_cargo);
    assert_eq!(says(&folder, "t/release/p"), SAYS);
    let record = String::from_utf8(folder.read("r.yaml")).unwrap();
    assert!(record.contains("Name:            Fused"), "{record}");
    let output = succeeds(&folder, false, &cargo);
    assert!(
        !stderr(&output).contains("Compiling"),
        "{}",
        stderr(&output)
    );
    let plain = folder.command("cargo").args(build).output().unwrap();
    assert!(!stderr(&plain).contains("Compiling"), "{}", stderr(&plain));
    assert!(folder.read("t/release/p") == of_cargo);
}

#[test]
fn what_is_linked_without_optimisation_may_hold_what_was_optimised() {
    if !has_rustc() {
        return;
    }
    let folder = Folder::new();
    let package = |name: &str, more: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{more}")
    };
    let more =
        "[dependencies]\nlow = { path = \"low\" }\n[profile.dev.package.low]\nopt-level = 3\n";
    folder.write("Cargo.toml", &package("high", more));
    folder.write("src/main.rs", "fn main() { low::main(); }\n");
    folder.write("low/Cargo.toml", &package("low", ""));
    folder.write("low/src/lib.rs", &PROGRAM.replace("fn main", "pub fn main"));
    let build = [
        "cargo",
        "--remarks",
        "r.yaml",
        "run",
        "--offline",
        "--target-dir",
        "t",
    ];
    // A linker that cannot read bitcode unless it is told how.
    let mut command = folder.command(DRIVER);
    command
        .args(build)
        .env_remove("RUSTC_WRAPPER")
        .env("RUSTC_BOOTSTRAP", "-1");
    let output = command
        .env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER", "clang-22")
        .output()
        .unwrap();
    assert_eq!(stdout(&output), SAYS, "{}", stderr(&output));
    let record = String::from_utf8(folder.read("r.yaml")).unwrap();
    assert!(record.contains("Name:            Fused"), "{record}");
}

#[test]
fn what_stands_before_rustc_is_left_to_itself() {
    if !has_rustc() {
        return;
    }
    let folder = Folder::new();
    folder.write("a.rs", PROGRAM);
    folder.script("clippy-driver", "#!/bin/sh\necho \"$@\"\n");
    let clippy = folder.path("clippy-driver");
    let output = succeeds(
        &folder,
        false,
        &[clippy.to_str().unwrap(), "/x/rustc", "-O", "a.rs"],
    );
    assert_eq!(
        (stdout(&output).as_str(), stderr(&output).as_str()),
        ("/x/rustc -O a.rs\n", "")
    );
    // Its own options, where they are like ours.
    let output = succeeds(&folder, false, &["rustc", "--explain", "E0308"]);
    assert!(
        stdout(&output).contains("Expected type"),
        "{}",
        stdout(&output)
    );
    let output = succeeds(
        &folder,
        false,
        &["rustc", "-O", "--emit=asm", "a.rs", "-o", "a.s"],
    );
    assert!(
        stderr(&output).contains("this is what plain rustc makes"),
        "{}",
        stderr(&output)
    );
}
