//! The driver with the real tools: does what clang does, and fuses.

mod common;

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Stdio;

use common::{DRIVER, Folder, PAIR, feed, plugin, stderr, stdout};

/// Was the compilation taken apart?
fn is_apart(said: &str) -> bool {
    said.contains("-filetype=")
}

#[test]
fn the_object_is_clangs_with_the_plugin() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    let output = folder.succeeds(&[
        "cc",
        "--steps",
        "--print-commands",
        "-O2",
        "-c",
        "a.c",
        "-o",
        "ours.o",
    ]);
    assert!(is_apart(&stderr(&output)));
    let load = format!("-fpass-plugin={}", plugin().display());
    folder.clang(&[&load, "-O2", "-c", "a.c", "-o", "clangs.o"]);
    folder.clang(&["-O2", "-c", "a.c", "-o", "plain.o"]);
    assert_eq!(folder.read("ours.o"), folder.read("clangs.o"));
    assert_ne!(
        folder.read("ours.o"),
        folder.read("plain.o"),
        "nothing fused"
    );
    let mode = |name| {
        fs::metadata(folder.path(name))
            .unwrap()
            .permissions()
            .mode()
    };
    assert_eq!(mode("ours.o"), mode("clangs.o"));
}

#[test]
fn without_fusion_the_object_is_clangs() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    for level in ["-O1", "-O2", "-O3", "-Os", "-Oz", "-O0"] {
        folder.succeeds(&[
            "cc",
            "--steps",
            "--no-fusion",
            level,
            "-c",
            "a.c",
            "-o",
            "ours.o",
        ]);
        folder.clang(&[level, "-c", "a.c", "-o", "clangs.o"]);
        assert_eq!(folder.read("ours.o"), folder.read("clangs.o"), "{level}");
    }
}

#[test]
fn jobs_that_stay_whole_fuse_too() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    let load = format!("-fpass-plugin={}", plugin().display());
    // What fuses at -Oz need not pay, and the sanitizer's checks leave the loops early.
    let table = [
        ("-g", true),
        ("-flto", true),
        ("-emit-llvm", true),
        ("-Oz", false),
        ("-fsanitize=undefined", false),
    ];
    for (option, fuses) in table {
        let options = ["-O2", option, "-c", "a.c", "-o"];
        let ours = [
            &["cc", "--steps", "--print-commands"],
            &options[..],
            &["ours.o"],
        ]
        .concat();
        assert!(!is_apart(&stderr(&folder.succeeds(&ours))), "{option}");
        folder.clang(&[&[load.as_str()], &options[..], &["clangs.o"]].concat());
        folder.clang(&[&options[..], &["plain.o"]].concat());
        assert_eq!(folder.read("ours.o"), folder.read("clangs.o"), "{option}");
        if fuses {
            assert_ne!(folder.read("ours.o"), folder.read("plain.o"), "{option}");
        }
    }
}

#[test]
fn several_sources_an_object_and_a_library_are_linked() {
    let folder = Folder::new();
    folder.write("main.c", "#include <math.h>\n#include <stdio.h>\nint f(int), g(int), h(void);\n\
        int main(int c, char **v) { printf(\"%d %g\\n\", f(c) + g(c) + h(), cos(c - 1)); return 7; }\n");
    folder.write("f.c", "int f(int x) { return x + 1; }\n");
    folder.write("g.c", "int g(int x) { return x + 10; }\n");
    folder.write(
        "h.s",
        ".globl h\nh: movl $100, %eax\n ret\n.section .note.GNU-stack,\"\"\n",
    );
    folder.succeeds(&["cc", "--steps", "-O2", "-c", "g.c"]);
    let linked = folder.succeeds(&[
        "cc", "--steps", "-O2", "main.c", "f.c", "h.s", "g.o", "-lm", "-o", "program",
    ]);
    assert_eq!(stderr(&linked), "");
    let run = folder.command(folder.path("program")).output().unwrap();
    assert_eq!(
        (stdout(&run).as_str(), run.status.code()),
        ("113 1\n", Some(7))
    );
}

#[test]
fn names_may_hold_anything() {
    let folder = Folder::new();
    let name = "a b'c\"d$e\\f\ng.c";
    folder.write(name, "int main(void) { return 5; }\n");
    folder.succeeds(&["cc", "--steps", "-O2", name, "-o", "out put"]);
    let run = folder.command(folder.path("out put")).output().unwrap();
    assert_eq!(run.status.code(), Some(5));
}

#[test]
fn assembly_goes_to_a_file_and_to_standard_output() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    folder.succeeds(&["cc", "--steps", "-O2", "-S", "a.c"]);
    let printed = folder.succeeds(&["cc", "--steps", "-O2", "-S", "a.c", "-o", "-"]);
    assert_eq!(printed.stdout, folder.read("a.s"));
    let load = format!("-fpass-plugin={}", plugin().display());
    folder.clang(&[&load, "-O2", "-S", "a.c", "-o", "clangs.s"]);
    assert_eq!(folder.read("a.s"), folder.read("clangs.s"));
}

#[test]
fn dependency_files_are_clangs() {
    let folder = Folder::new();
    folder.write("a.c", "#include \"a b.h\"\n");
    folder.write("a b.h", "int x;\n");
    folder.succeeds(&[
        "cc", "--steps", "-O2", "-MD", "-MP", "-c", "a.c", "-o", "out.o",
    ]);
    let ours = folder.read("out.d");
    folder.clang(&["-O2", "-MD", "-MP", "-c", "a.c", "-o", "out.o"]);
    assert_eq!(ours, folder.read("out.d"));
}

#[test]
fn response_files_and_standard_input() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    folder.write("arguments", "-O2 -c \"a.c\" -o from-response.o\n");
    folder.succeeds(&["cc", "--steps", "@arguments"]);
    folder.succeeds(&["cc", "--steps", "-O2", "-c", "a.c", "-o", "direct.o"]);
    assert_eq!(folder.read("from-response.o"), folder.read("direct.o"));

    let mut child = folder.command(DRIVER);
    let mut child = child
        .args([
            "cc", "--steps", "-O2", "-x", "c", "-", "-c", "-o", "piped.o",
        ])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    feed(&mut child, PAIR);
    assert!(child.wait().unwrap().success());
    assert!(folder.path("piped.o").exists());
    folder.assert_no_temporaries();
}

#[test]
fn diagnostics_and_exit_status_are_clangs() {
    let folder = Folder::new();
    folder.write("broken.c", "int x = ;\n");
    folder.write("warned.c", "int f(void) { int unused; return 0; }\n");
    folder.write(
        "assembly.c",
        "void f(void) { int unused; __asm__(\"bogus\"); }\n",
    );
    folder.write(
        "pragma.c",
        "int g(int);\nint f(int n) { int s = 0;\n#pragma clang loop vectorize(enable)\n\
        for (int i = 0; i < n; i++) s += g(i);\nreturn s; }\n",
    );
    let load = format!("-fpass-plugin={}", plugin().display());
    for source in [
        "broken.c",
        "warned.c",
        "assembly.c",
        "pragma.c",
        "missing.c",
    ] {
        let options = ["-O2", "-Wall", "-c", source, "-o", "out.o"];
        let ours = folder.driver(&[&["cc", "--steps"], &options[..]].concat());
        let clangs = folder
            .command("clang-22")
            .arg(&load)
            .args(options)
            .output()
            .unwrap();
        assert_eq!(stderr(&ours), stderr(&clangs), "{source}");
        assert_eq!(ours.status.code(), clangs.status.code(), "{source}");
        folder.assert_no_temporaries();
    }
}

#[test]
fn colours_are_as_clangs() {
    let folder = Folder::new();
    let probe = folder
        .command("script")
        .args(["-q", "-e", "-c", "true", "/dev/null"])
        .output();
    let missing = match probe {
        Ok(output) if output.status.success() => None,
        Ok(output) => Some(stderr(&output).trim().to_owned()),
        Err(error) => Some(error.to_string()),
    };
    if let Some(why) = missing {
        // Not by eprintln!, of which nothing is seen of a test that passes.
        let mut shown = std::io::stderr();
        writeln!(
            shown,
            "colours_are_as_clangs: skipped, no terminal can be made: {why}"
        )
        .unwrap();
        return;
    }
    folder.write("broken.c", "int x = ;\n");
    let said = |compiler: &str, (name, value): (&str, &str)| {
        let line = format!("{compiler} -O2 -c broken.c");
        let mut command = folder.command("script");
        command.args(["-q", "-e", "-c", &line, "/dev/null"]);
        command.env("TERM", "xterm").env_remove("NO_COLOR");
        stdout(&command.env(name, value).output().unwrap())
    };
    let settings = [("NO_COLOR", ""), ("NO_COLOR", "1"), ("TERM", "dumb")];
    for (setting, coloured) in settings.into_iter().zip([true, false, false]) {
        let clangs = said("clang-22", setting);
        assert_eq!(clangs.contains('\x1b'), coloured, "{setting:?}");
        assert_eq!(said(&format!("'{DRIVER}' cc --steps"), setting), clangs);
    }
}

#[test]
fn a_failed_source_leaves_no_program() {
    let folder = Folder::new();
    folder.write("broken.c", "int x = ;\n");
    folder.write("main.c", "int main(void) { return 0; }\n");
    let output = folder.driver(&[
        "cc", "--steps", "-O2", "broken.c", "main.c", "-o", "program",
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!folder.path("program").exists());
    folder.assert_no_temporaries();

    folder.write(
        "undefined.c",
        "int f(void); int main(void) { return f(); }\n",
    );
    let output = folder.driver(&["cc", "--steps", "-O2", "undefined.c", "-o", "program"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("failed with exit code 1"),
        "{}",
        stderr(&output)
    );
    assert!(!folder.path("program").exists());
    folder.assert_no_temporaries();
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    let output = folder.driver(&["cc", "--steps", "-O2", "-c", "a.c", "-o", "missing/a.o"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("unable to open output file"),
        "{}",
        stderr(&output)
    );

    let output = folder.driver(&["cc", "--steps", "-O2", "-c", "a.c", "-o", "/dev/full"]);
    assert_ne!(output.status.code(), Some(0));
    assert!(
        stderr(&output).contains("No space left"),
        "{}",
        stderr(&output)
    );

    let output = folder.succeeds(&["cc", "--steps", "-O2", "-c", "a.c", "-o", "/dev/null"]);
    assert!(output.stderr.is_empty());
    folder.assert_no_temporaries();
}

#[test]
fn links_make_it_a_drop_in_compiler() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    folder.write(
        "b.cpp",
        "#include <vector>\nint f(std::vector<int> &v) { return v.at(1); }\nint main() {}\n",
    );
    symlink(DRIVER, folder.path("loopfuse-cc")).unwrap();
    symlink(DRIVER, folder.path("loopfuse-c++")).unwrap();
    let run = |link: &str, flags: &str, arguments: &[&str]| {
        let mut command = folder.command(folder.path(link));
        let output = command
            .env("LOOPFUSE_FLAGS", flags)
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        output
    };
    let said = run(
        "loopfuse-cc",
        "--steps --print-commands",
        &["-O2", "-c", "a.c"],
    );
    assert!(is_apart(&stderr(&said)));
    let fused = folder.read("a.o");
    run("loopfuse-cc", "--no-fusion", &["-O2", "-c", "a.c"]);
    assert_ne!(fused, folder.read("a.o"));
    // Links the C++ library, and these are clang's options although ours have their names.
    run(
        "loopfuse-c++",
        "",
        &["--save-temps", "-O2", "b.cpp", "-o", "b"],
    );
    assert!(folder.path("b").exists() && folder.path("b.ii").exists());
}

#[test]
fn queries_are_clangs() {
    let folder = Folder::new();
    for arguments in [
        &["--version"][..],
        &["-dumpmachine"],
        &["-print-prog-name=ld"],
        &["-print-search-dirs"],
        &["--help"],
        &["-E", "-dM", "-x", "c", "/dev/null"],
        &["-###", "-O2", "-x", "c", "-E", "/dev/null"],
    ] {
        let ours = folder.succeeds(&[&["cc", "--steps"], arguments].concat());
        let clangs = folder.clang(arguments);
        assert_eq!(stdout(&ours), stdout(&clangs), "{arguments:?}");
        assert_eq!(stderr(&ours), stderr(&clangs), "{arguments:?}");
    }
}

#[test]
fn in_one_piece_the_result_is_the_same() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    folder.succeeds(&["cc", "--steps", "-O2", "-c", "a.c", "-o", "apart.o"]);
    for option in [
        "--print-commands",
        "--remarks=r.yaml",
        "--pass-options=tidy",
    ] {
        let options = [
            "cc",
            "--print-commands",
            option,
            "-O2",
            "-c",
            "a.c",
            "-o",
            "a.o",
        ];
        let output = folder.succeeds(&options);
        assert!(!is_apart(&stderr(&output)));
        assert_eq!(folder.read("apart.o"), folder.read("a.o"), "{option}");
    }
    assert!(folder.path("r.yaml").exists());
}

#[test]
fn fortran_fuses_where_flang_is_there() {
    let folder = Folder::new();
    if folder
        .command("flang-22")
        .arg("--version")
        .output()
        .is_err()
    {
        eprintln!("skipped: there is no flang-22");
        return;
    }
    folder.write(
        "a.f90",
        "subroutine pair(t, y, x, n)\ninteger :: n, i\nreal :: t(n), y(n), x(n)\n\
         do i = 1, n\nt(i) = x(i) * x(i)\nend do\ndo i = 1, n\ny(i) = t(i) + 3\nend do\n\
         end subroutine\n",
    );
    folder.succeeds(&["fc", "-O2", "-c", "a.f90", "-o", "fused.o"]);
    folder.succeeds(&["fc", "--no-fusion", "-O2", "-c", "a.f90", "-o", "plain.o"]);
    assert_ne!(folder.read("fused.o"), folder.read("plain.o"));
    folder.succeeds(&[
        "fc",
        "--remarks",
        "r.yaml",
        "-O2",
        "-c",
        "a.f90",
        "-o",
        "again.o",
    ]);
    assert_eq!(folder.read("fused.o"), folder.read("again.o"));
    assert!(
        String::from_utf8(folder.read("r.yaml"))
            .unwrap()
            .contains("!Passed")
    );
}

#[test]
fn thin_lto_fuses_loops_of_several_files() {
    let folder = Folder::new();
    let arrays = "extern int A[1000], B[1000], C[1000];\n";
    let one = "void one(int n) { for (int i = 0; i < n; i++) B[i] = A[i] + i; }\n";
    let two = "void two(int n) { for (int i = 0; i < n; i++) C[i] = B[i] * 2; }\n";
    folder.write("one.c", &format!("{arrays}{one}"));
    folder.write("two.c", &format!("{arrays}{two}"));
    folder.write(
        "main.c",
        "#include <stdio.h>\nint A[1000], B[1000], C[1000];\nvoid one(int), two(int);\n\
        int main(int n, char **v) { one(n * 900); two(n * 900); printf(\"%d\\n\", C[7]); }\n",
    );
    let thin = ["cc", "-flto=thin", "-O2", "-Werror"];
    folder.succeeds(&[&thin[..], &["-c", "one.c", "two.c", "main.c"]].concat());
    let record = "-Wl,--opt-remarks-filename,record,--opt-remarks-passes,loop-fuse";
    let objects = [
        "-fuse-ld=lld",
        "one.o",
        "two.o",
        "main.o",
        "-o",
        "program",
        record,
    ];
    folder.succeeds(&[&thin[..], &objects].concat());
    let program = folder.command(folder.path("program")).output().unwrap();
    assert_eq!(stdout(&program), "14\n");
    // One record for each file.
    let mut records = fs::read_dir(folder.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let has_fused = records.any(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with("record") && fs::read_to_string(&path).unwrap().contains("Fused")
    });
    assert!(has_fused, "nothing fused at link time");
}

#[test]
fn a_compilation_database_is_written() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    folder.succeeds(&["cc", "--steps", "-MJ", "a.json", "-O2", "-c", "a.c"]);
    assert!(folder.path("a.json").exists() && folder.path("a.o").exists());
}

#[test]
fn remarks_of_all_sources_gather_in_one_file() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    folder.write("b.c", &PAIR.replace("pair", "other"));
    for debug in [&[][..], &["-g"]] {
        let arguments = [
            "cc",
            "--steps",
            "--remarks",
            "remarks.yaml",
            "-O2",
            "-c",
            "a.c",
            "b.c",
        ];
        folder.succeeds(&[&arguments[..], debug].concat());
        let remarks = String::from_utf8(folder.read("remarks.yaml")).unwrap();
        assert!(remarks.matches("--- !Passed").count() >= 2, "{remarks}");
        assert!(
            remarks.contains("pair") && remarks.contains("other"),
            "{remarks}"
        );
        fs::remove_file(folder.path("remarks.yaml")).unwrap();
    }
}

#[test]
fn parameters_reach_the_pass() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    folder.write("empty.s", "");
    folder.succeeds(&[
        "cc",
        "--steps",
        "--no-fusion",
        "-O2",
        "-c",
        "a.c",
        "-o",
        "plain.o",
    ]);
    folder.succeeds(&[
        "cc",
        "--pass-options",
        "limit=0",
        "-O2",
        "-c",
        "a.c",
        "-o",
        "none.o",
    ]);
    assert_eq!(folder.read("plain.o"), folder.read("none.o"));
    // In one piece, beside an assembler job that knows no such parameter.
    folder.succeeds(&[
        "cc",
        "--pass-options=limit=0",
        "-O2",
        "-g",
        "-c",
        "a.c",
        "empty.s",
    ]);
    let wrong = folder.driver(&[
        "cc",
        "--steps",
        "--pass-options",
        "bogus",
        "-O2",
        "-c",
        "a.c",
    ]);
    assert!(!wrong.status.success());
    assert!(
        stderr(&wrong).contains("invalid parameter 'bogus'"),
        "{}",
        stderr(&wrong)
    );
}

#[test]
fn kept_temporaries_stand_beside_the_output() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    folder.succeeds(&["cc", "--save-temps", "-O2", "-c", "a.c", "-o", "x.o"]);
    assert!(folder.read("x.clang.bc").starts_with(b"BC"));
    assert!(folder.read("x.opt.bc").starts_with(b"BC"));
}

#[test]
fn parallel_calls_do_not_meet_and_write_the_same() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    let start = |at: usize| {
        let mut command = folder.command(DRIVER);
        command
            .args([
                "cc",
                "--steps",
                "-O2",
                "-c",
                "a.c",
                "-o",
                &format!("{at}.o"),
            ])
            .spawn()
            .unwrap()
    };
    let children: Vec<_> = (0..4).map(start).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    for at in 1..4 {
        assert_eq!(folder.read("0.o"), folder.read(&format!("{at}.o")));
    }
    folder.assert_no_temporaries();
}

#[test]
fn options_of_ours_stand_among_the_compilers() {
    let folder = Folder::new();
    folder.write("pair.c", PAIR);
    let object = |arguments: &[&str]| {
        folder.succeeds(&[arguments, &["-o", "pair.o"]].concat());
        folder.read("pair.o")
    };
    let fused = object(&["cc", "-O2", "-c", "pair.c"]);
    let plain = object(&["cc", "--no-fusion", "-O2", "-c", "pair.c"]);
    assert_ne!(fused, plain);
    for arguments in [
        ["cc", "-O2", "-c", "pair.c", "-floopfuse-no-fusion"],
        ["cc", "-floopfuse-options=limit=0", "-O2", "-c", "pair.c"],
    ] {
        assert_eq!(object(&arguments), plain, "{arguments:?}");
    }
    symlink(DRIVER, folder.path("loopfuse-cc")).unwrap();
    let mut linked = folder.command(folder.path("loopfuse-cc"));
    linked.args("-O2 -c -floopfuse-no-fusion pair.c -o pair.o".split(' '));
    assert!(linked.status().unwrap().success());
    assert_eq!(folder.read("pair.o"), plain);
}

#[test]
fn options_of_ours_that_do_not_exist_are_refused() {
    let folder = Folder::new();
    let output = folder.driver(&["cc", "--steps", "--no-fuson", "-c", "a.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("'--no-fusion'"),
        "{}",
        stderr(&output)
    );
    let mut command = folder.command(DRIVER);
    let output = command
        .env("LOOPFUSE_FLAG", "")
        .env("LOOPFUSE_ROOT", "/usr")
        .args(["cc", "--steps", "--version"])
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(
        stderr(&output),
        "loopfuse: warning: unknown environment variable LOOPFUSE_FLAG; there are LOOPFUSE_FLAGS, \
         LOOPFUSE_LLVM, LOOPFUSE_PLUGIN\n"
    );
    let output = folder.driver(&["cc", "-c", "a.c", "-floopfuse-no-fuson"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("'-floopfuse-no-fusion'"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_doctor_finds_all_well() {
    let folder = Folder::new();
    let output = folder.succeeds(&["doctor"]);
    assert!(
        stdout(&output).contains("a known pair of loops fuses"),
        "{}",
        stdout(&output)
    );
}
