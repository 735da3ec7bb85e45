//! What the pass said in a build, counted, as a user sees it.

mod common;

use common::{Folder, stderr, stdout};

const SOURCE: &str = "\
float stage(const float *restrict x, float *restrict t, float *restrict y, int n) {
  for (int i = 0; i < n; i++) t[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) y[i] = t[i] + 3;
  float sum = 0;
  for (int i = 0; i < n; i++) sum += y[i];
  for (int i = 0; i < n; i++) t[i] = y[i] / sum;
  return sum;
}
";

#[test]
fn a_build_is_counted() {
    let folder = Folder::new();
    folder.write("x/a.c", SOURCE);
    folder.write("x/b.c", &SOURCE.replace("stage", "other"));
    for source in ["x/a.c", "x/b.c"] {
        let object = source.replace(".c", ".o");
        folder.succeeds(&[
            "cc",
            "--remarks",
            "x/all.yaml",
            "-g",
            "-O2",
            "-c",
            source,
            "-o",
            &object,
        ]);
    }
    for places in [&["x"][..], &["x/all.yaml"], &["x", "x/all.yaml"]] {
        let text = stdout(&folder.succeeds(&[&["stats"], places].concat()));
        assert!(text.starts_with("1 record, "), "{text}");
        assert!(text.contains("in sources below x\n"), "{text}");
        assert!(
            text.contains("4    Fused                  a.c 2, b.c 2\n"),
            "{text}"
        );
        assert!(
            text.contains("2    ValueUsed              a.c 1, b.c 1\n"),
            "{text}"
        );
        assert!(
            text.contains("The second loop needs a result that the first one only has at its end.")
        );
    }
}

#[test]
fn what_is_no_record_is_said() {
    let folder = Folder::new();
    folder.write("x/a.c", SOURCE);
    let table = [
        ("x/a.c", "loopfuse: x/a.c is no record of remarks\n"),
        (
            "y",
            "loopfuse: cannot read y: No such file or directory (os error 2)\n",
        ),
        (
            "x",
            "loopfuse: there is no record (.yaml) in what is named: --remarks FILE and \
             -fsave-optimization-record write some\n",
        ),
    ];
    for (place, line) in table {
        let output = folder.driver(&["stats", place]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(stderr(&output), line);
    }
}
