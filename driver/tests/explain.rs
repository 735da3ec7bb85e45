//! `loopfuse explain` and `loopfuse compare` with the real tools.

mod common;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use common::{DRIVER, Folder, PAIR, plugin, stderr, stdout};
use serde_json::Value;

/// One pair that fuses, one that does not.
const SOURCE: &str = "\
int A[100], B[100], C[100];
int stage(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) B[i] = A[i] + 1;
  for (int i = 0; i < n; i++) sum += B[i];
  for (int i = 0; i < n; i++) C[i] = B[i] * sum;
  return C[7];
}
";

const PROGRAM: &str = "\
#include <stdio.h>
#include <stdlib.h>
int stage(int);
int A[100];
int main(int argc, char **argv) {
  for (int i = 0; i < 100; i++) A[i] = i;
  printf(\"%d\\n\", stage(argc > 1 ? atoi(argv[1]) : 10));
  return 3;
}
";

#[test]
fn loops_are_shown_on_the_source() {
    let folder = Folder::new();
    folder.write("a.c", SOURCE);
    let output = folder.succeeds(&["explain", "-O2", "-c", "a.c"]);
    let expected = "\
in stage:

fused: loop at line 4 with loop at line 5, trip count n
 --> a.c:4:3
  |
4 |   for (int i = 0; i < n; i++) B[i] = A[i] + 1;
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ this loop now does the work of both
5 |   for (int i = 0; i < n; i++) sum += B[i];
  |   --------------------------- this one is part of it

not fused: the second loop uses sum, the result of the first loop
 --> a.c:4:3
  |
4 |   for (int i = 0; i < n; i++) B[i] = A[i] + 1;
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ the first loop
5 |   for (int i = 0; i < n; i++) sum += B[i];
6 |   for (int i = 0; i < n; i++) C[i] = B[i] * sum;
  |   --------------------------- the second loop

1 of 2 pairs of loops fused
";
    assert_eq!(stdout(&output), expected);
    assert_eq!(stderr(&output), "");
    assert!(!folder.path("a.o").exists(), "nobody asked for an object");
    folder.assert_no_temporaries();
}

#[test]
fn an_output_that_is_asked_for_is_written() {
    let folder = Folder::new();
    folder.write("a.c", PAIR);
    let load = format!("-fpass-plugin={}", plugin().display());
    folder.clang(&[&load, "-O2", "-c", "a.c", "-o", "clangs.o"]);
    folder.succeeds(&["explain", "-O2", "-c", "a.c", "-o", "ours.o"]);
    assert_eq!(folder.read("ours.o"), folder.read("clangs.o"));
}

#[test]
fn nothing_else_is_written() {
    let folder = Folder::new();
    folder.write("a.c", SOURCE);
    folder.succeeds(&[
        "explain",
        "-O2",
        "-MD",
        "-g",
        "-gsplit-dwarf",
        "-fstack-usage",
        "--serialize-diagnostics",
        "a.dia",
        "--coverage",
        "-ftime-trace",
        "-c",
        "a.c",
    ]);
    let entries = fs::read_dir(folder.path("")).unwrap();
    let names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["a.c"]);
}

#[test]
fn another_record_does_not_hide_what_fused() {
    let folder = Folder::new();
    folder.write("a.c", SOURCE);
    folder.write("main.c", &PROGRAM.replace("int A", "extern int A"));
    let record = "-foptimization-record-passes=inline";
    let text = stdout(&folder.succeeds(&["explain", "-O2", record, "a.c"]));
    assert!(text.ends_with("1 of 2 pairs of loops fused\n"), "{text}");
    assert!(!folder.path("a.opt.yaml").exists());
    let output = folder.succeeds(&["compare", "--runs", "1", "-O2", record, "a.c", "main.c"]);
    assert!(stdout(&output).contains("agree; 1 fusion\n"));
    let output = folder.succeeds(&["cc", "--explain", "-O2", record, "-c", "a.c"]);
    let line = "loopfuse: nothing is recorded or explained beside -fsave-optimization-record, -MJ and \
        the like\n";
    assert_eq!(stderr(&output), line);
    assert!(folder.path("a.opt.yaml").exists());
}

#[test]
fn builds_explain_themselves_if_asked() {
    let folder = Folder::new();
    folder.write("a.c", SOURCE);
    folder.write("none.c", "int x;\n");
    symlink(DRIVER, folder.path("loopfuse-cc")).unwrap();
    let mut command = folder.command(folder.path("loopfuse-cc"));
    command.env("LOOPFUSE_FLAGS", "--explain");
    let output = command
        .args(["-O2", "-c", "a.c", "none.c"])
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(stdout(&output), "");
    let text = stderr(&output);
    assert!(
        text.starts_with("in stage:\n\nfused: loop at line 4"),
        "{text}"
    );
    assert!(text.ends_with("1 of 2 pairs of loops fused\n"), "{text}");
    let load = format!("-fpass-plugin={}", plugin().display());
    folder.clang(&[&load, "-O2", "-c", "a.c", "-o", "clangs.o"]);
    assert_eq!(folder.read("a.o"), folder.read("clangs.o"));
    folder.assert_no_temporaries();
}

#[test]
fn programs_read_json_and_sarif() {
    let folder = Folder::new();
    folder.write("a b.c", SOURCE);
    let explain = |format: &str| -> Value {
        let output = folder.succeeds(&["explain", format, "-O2", "a b.c"]);
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    let json = explain("--format=json");
    assert_eq!(json["version"], 1);
    let [fused, refused] = &json["remarks"].as_array().unwrap()[..] else {
        panic!("{json}");
    };
    assert_eq!(
        (&fused["kind"], &fused["loops"][1]["line"]),
        (&"fused".into(), &5.into())
    );
    assert_eq!(fused["arguments"]["TripCount"], "n");
    assert_eq!(refused["name"], "ValueUsed");
    assert_eq!(
        refused["reason"],
        "the second loop uses sum, the result of the first loop"
    );

    let sarif = explain("--format=sarif");
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let location = &results[1]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "a%20b.c");
    assert_eq!(location["region"]["startLine"], 4);
    let rules = &sarif["runs"][0]["tool"]["driver"]["rules"];
    let rules = rules.as_array().unwrap();
    assert_eq!(rules.len(), 2);
    for rule in rules {
        let text = |of: &str| rule[of]["text"].as_str().unwrap_or_default().to_owned();
        assert!(!text("shortDescription").is_empty(), "{rule}");
        assert!(
            text("help").starts_with(&text("shortDescription")),
            "{rule}"
        );
    }
}

#[test]
fn json_is_as_its_schema_says() {
    let schema = include_str!("../explain.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("explain", schema).unwrap();
    let explained = compiler.compile("explain", &mut schemas).unwrap();
    let folder = Folder::new();
    // Fused, refused, no candidate, an array that goes and one that stays.
    let more = "#include <stdlib.h>\n\
        float *image(const float *x, long h, long w, float *y) {\n\
        float *t = malloc(h * w * sizeof *t), *u = malloc(h * w * sizeof *u);\n\
        for (long i = 0; i < h; i++) for (long j = 0; j < w; j++) t[i * w + j] = x[i * w + j] * 2;\n\
        for (long i = 0; i < h; i++) for (long j = 0; j < w; j++) u[i * w + j] = t[i * w + j] + 1;\n\
        for (long i = 0; i < h; i++) for (long j = 0; j < w; j++) y[i * w + j] = u[i * w + j] + t[i * w + j];\n\
        for (long i = 0; y[i] > 0; i++) y[i] = 0;\n\
        for (long i = 0; i < h; i++) y[i] += 1;\n\
        free(t);\nreturn u;\n}\n";
    folder.write("a.c", &format!("{SOURCE}{more}"));
    let output = folder.succeeds(&["explain", "--format=json", "-O2", "a.c"]);
    let mut json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let check = |json: &Value| schemas.validate(json, explained).map_err(|e| e.to_string());
    assert_eq!(check(&json), Ok(()), "{json:#}");
    let kinds = json["remarks"].as_array().unwrap().iter();
    let kinds: Vec<_> = kinds
        .map(|remark| remark["kind"].as_str().unwrap())
        .collect();
    for kind in ["fused", "not fused", "no candidate", "contracted"] {
        assert!(kinds.contains(&kind), "no {kind}: {json:#}");
    }
    json["remarks"][0]["kind"] = "fuse".into();
    assert!(check(&json).is_err());
}

#[test]
fn the_sources_tell_the_language() {
    let folder = Folder::new();
    folder.write(
        "loops.h",
        "template <class T> void both(T *x, T *y, int n) {\n\
         for (int i = 0; i < n; i++) x[i] = i;\n\
         for (int i = 0; i < n; i++) y[i] = i;\n}\n",
    );
    folder.write(
        "a.cpp",
        "#include \"loops.h\"\nint X[9], Y[9];\n\
         namespace n { void f(int n) { both(X, Y, n); } }\n",
    );
    let text = stdout(&folder.succeeds(&["explain", "-O2", "a.cpp"]));
    assert!(text.starts_with("in n::f(int):"), "{text}");
    assert!(text.contains("--> ./loops.h:2:"), "{text}");
}

#[test]
fn a_compilers_command_line_alone_is_told_what_comes_first() {
    let folder = Folder::new();
    for (line, word) in [(["-O2", "a.c"], "cc"), (["a.f90", "-O3"], "fc")] {
        let output = folder.driver(&line);
        assert_eq!(output.status.code(), Some(1));
        let expected = format!(
            "loopfuse: what to do comes first: loopfuse {word} {}\n",
            line.join(" ")
        );
        assert_eq!(stderr(&output), expected);
    }
}

#[test]
fn what_cannot_be_explained_is_said() {
    let folder = Folder::new();
    folder.write("a.c", SOURCE);
    folder.write("broken.c", "int x = ;\n");
    folder.write("empty.c", "int x;\n");
    let output = folder.driver(&["explain", "-O0", "a.c"]);
    assert_eq!(output.status.code(), Some(1));
    let line = "loopfuse: nothing is optimised by this command, so no loop is looked at: give -O1 or \
        higher\n";
    assert_eq!(stderr(&output), line);
    let output = folder.driver(&["explain", "-O2", "broken.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("broken.c:1:9: error: expected expression"));
    let output = folder.driver(&["explain", "--format=jsn", "-O2", "a.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("'json'"));
    let output = folder.succeeds(&["explain", "-O2", "empty.c"]);
    let line = "no two loops stand side by side in what was compiled\n";
    assert_eq!(stdout(&output), line);
    let output = folder.succeeds(&["explain", "empty.c"]);
    let note = "loopfuse: note: no level of optimisation is given, so it is -O2\n";
    assert_eq!((&*stdout(&output), &*stderr(&output)), (line, note));
    folder.assert_no_temporaries();
}

#[test]
fn the_compiler_answers_where_it_has_no_jobs() {
    let folder = Folder::new();
    for command in ["explain", "compare"] {
        for arguments in [&["-O2", "missing.c"][..], &["-O2"], &["-dumpmachine"]] {
            let ours = folder.driver(&[&[command], arguments].concat());
            let clangs = folder.command("clang-22").args(arguments).output().unwrap();
            assert_eq!(ours.status.code(), clangs.status.code(), "{arguments:?}");
            assert_eq!(stderr(&ours), stderr(&clangs), "{arguments:?}");
            assert_eq!(stdout(&ours), stdout(&clangs), "{arguments:?}");
            folder.assert_no_temporaries();
        }
    }
}

#[test]
fn both_programs_are_run_and_compared() {
    let folder = Folder::new();
    folder.write("a.c", SOURCE);
    folder.write(
        "main.c",
        &PROGRAM.replace("int A[100];", "extern int A[100];"),
    );
    let output = folder.succeeds(&["compare", "--runs", "2", "-O2", "a.c", "main.c", "--", "50"]);
    let text = stdout(&output);
    assert!(
        text.starts_with("output and exit status 3 agree; 1 fusion\ntime "),
        "{text}"
    );
    assert!(text.contains(" in 2 runs ("), "{text}");
    assert!(text.contains("\nmemory "), "{text}");
    assert!(!folder.path("a.out").exists());
    folder.assert_no_temporaries();
}

#[test]
fn programs_that_differed_once_are_kept() {
    let folder = Folder::new();
    // Tells by its name that it was built with all fusions, so that none of them is found guilty.
    let told = PROGRAM.replace("return 3;", "return strstr(argv[0], \"/fused\") != 0;");
    folder.write("a.c", &format!("#include <string.h>\n{told}{SOURCE}"));
    let output = folder.driver(&["compare", "-O2", "a.c"]);
    assert_eq!(output.status.code(), Some(1));
    let line = "loopfuse: the difference went away when the program was built once more\n";
    assert_eq!(stderr(&output), line);
    let text = stdout(&output);
    let (_, kept) = text
        .split_once("\nboth programs are kept in ")
        .expect(&text);
    let kept: Vec<_> = kept.trim_end().split(" and ").collect();
    assert!(kept.len() == 2 && kept.iter().all(|program| Path::new(program).is_file()));
}

#[test]
fn what_cannot_be_compared_is_said() {
    let folder = Folder::new();
    let main = "#include <stdio.h>\n#include <time.h>\nint main(void) {\n\
        struct timespec t;\nclock_gettime(CLOCK_MONOTONIC, &t);\n\
        printf(\"%ld %d\\n\", t.tv_nsec, stage(9));\n}\n";
    folder.write("random.c", &format!("{SOURCE}{main}"));
    folder.write("none.c", "int main(void) { return 0; }\n");
    let output = folder.driver(&["compare", "-O0", "none.c"]);
    assert_eq!(output.status.code(), Some(1));
    let line = "loopfuse: nothing is optimised by this command, so no loop is looked at: give -O1 or \
        higher\n";
    assert_eq!(stderr(&output), line);
    let output = folder.driver(&["compare", "-O2", "random.c"]);
    assert_eq!(output.status.code(), Some(1));
    let line = "loopfuse: the program does not do the same twice without fusion, so nothing can be \
        compared\n";
    assert_eq!(stderr(&output), line);
    let output = folder.succeeds(&["compare", "-O2", "none.c"]);
    let line = "no loops fused: with and without fusion it is the same program\n";
    assert_eq!(stdout(&output), line);
    let output = folder.driver(&["compare", "-O2", "none.c", "-o", "x"]);
    let line = "loopfuse: compare builds two programs of its own, so it takes no -o\n";
    assert_eq!(stderr(&output), line);
    let output = folder.driver(&["compare", "-O2", "-x", "c", "-"]);
    let line =
        "loopfuse: compare builds several times, so it takes no source from standard input\n";
    assert_eq!(stderr(&output), line);
    folder.assert_no_temporaries();
}

#[test]
fn what_another_strategy_would_fuse_is_told() {
    let folder = Folder::new();
    let sum = "double f(const double *a, double *restrict c, int n) {\n\
        \x20 double sum = 0;\n\
        \x20 for (int i = 0; i < n; i++) sum += a[i];\n\
        \x20 for (int i = 0; i < n; i++) c[i] += a[i];\n\
        \x20 return sum;\n}\n";
    folder.write("a.c", sum);
    let text = stdout(&folder.succeeds(&["explain", "-O2", "-c", "a.c"]));
    let told = "strategies: as written, of 2 loops from loop at line 3 on, pairwise fuses none; \
        auto fuses none; memory fuses none; \
        maximal makes one of loop at line 3, loop at line 4 (1 loop(s) fewer)\n";
    assert!(text.contains(told), "{text}");
    folder.write("b.c", PAIR);
    let text = stdout(&folder.succeeds(&["explain", "-O2", "-c", "b.c"]));
    assert!(!text.contains("strategies:"), "all do the same: {text}");
}
