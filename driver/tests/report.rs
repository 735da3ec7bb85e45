//! The report of a build, as a user sees it.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Folder, stderr, stdout};

const SOURCE: &str = "\
template <typename T> __attribute__((noinline)) void stage(const T *__restrict x, T *__restrict t, T *__restrict y, int n) {
  for (int i = 0; i < n; i++) t[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) y[i] = t[i] < 3 ? 1 : 0;
  T sum = 0;
  for (int i = 0; i < n; i++) sum += y[i];
  for (int i = 0; i < n; i++) t[i] = y[i] / sum;
}
template void stage<float>(const float *, float *, float *, int);
";

/// A folder with two sources that were compiled.
fn built() -> Folder {
    let folder = Folder::new();
    for source in ["a & b.cpp", "c.cpp"] {
        folder.write(source, SOURCE);
        let rest = ["-g", "-O2", "-c", source, "-o", "x.o"];
        folder.succeeds(&[&["c++", "--remarks", "all.yaml"], &rest[..]].concat());
    }
    folder
}

/// All that a page links to.
fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
}

#[test]
fn pages_lead_to_each_other() {
    let folder = built();
    let said = stdout(&folder.succeeds(&["report", "all.yaml", "-o", "pages"]));
    assert_eq!(said, "pages/index.html\n");
    let pages = folder.path("pages");
    let read = |name: &str| fs::read_to_string(pages.join(name)).unwrap();
    let names: Vec<_> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 4, "{names:?}");
    for name in &names {
        let page = read(name.to_str().unwrap());
        assert!(links(&page).count() > 0, "{name:?}");
        for link in links(&page) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                page.clone()
            } else {
                read(file)
            };
            let is_there = anchor.is_empty() || target.contains(&format!("id=\"{anchor}\""));
            assert!(is_there, "{name:?}: {link}");
        }
    }
    let index = read("index.html");
    assert!(index.contains("a &amp; b.cpp"), "{index}");
    assert!(!index.contains("a & b.cpp"));
    let page = read("source-0.html");
    for expected in [
        "<b>2</b> fusions",
        "void stage&lt;float&gt;(",
        "t[i] = y[i] &#x2f; sum;",
        "<a href=\"#L2\">2</a>, <a href=\"#L3\">3</a>, <a href=\"#L5\">5</a> are one loop now",
        "What did not join",
        "Group 1, in",
        "<svg ",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    assert!(!page.contains("{{") && !page.contains("{%"));
}

#[test]
fn an_older_report_is_replaced_and_nothing_else() {
    let folder = built();
    folder.succeeds(&["report", "all.yaml"]);
    folder.write("report/source-9.html", "old");
    folder.succeeds(&["report", "all.yaml"]);
    assert!(folder.path("report/index.html").is_file());
    assert!(!folder.path("report/source-9.html").exists());
    folder.write("mine/notes.txt", "kept");
    folder.write("file", "");
    // A page of somebody else, and a report beside which something was put.
    folder.write("site/index.html", "<html>mine</html>");
    folder.succeeds(&["report", "all.yaml", "-o", "both"]);
    folder.write("both/notes.txt", "kept");
    for (to, line) in [
        (
            "mine",
            "loopfuse: mine holds something else than a report: name another folder\n",
        ),
        (
            "site",
            "loopfuse: site holds something else than a report: name another folder\n",
        ),
        (
            "both",
            "loopfuse: both holds something else than a report: name another folder\n",
        ),
        (
            ".",
            "loopfuse: . holds something else than a report: name another folder\n",
        ),
        (
            "file",
            "loopfuse: cannot write file: Not a directory (os error 20)\n",
        ),
        (
            "no/where",
            "loopfuse: cannot write no/where: No such file or directory",
        ),
    ] {
        let output = folder.driver(&["report", "all.yaml", "-o", to]);
        assert_eq!(output.status.code(), Some(1), "{to}");
        assert!(stderr(&output).starts_with(line), "{}", stderr(&output));
    }
    assert_eq!(
        fs::read_to_string(folder.path("mine/notes.txt")).unwrap(),
        "kept"
    );
    folder.assert_no_temporaries();
}

#[test]
fn sources_are_found_where_the_compiler_ran() {
    let folder = built();
    folder.write("elsewhere/x", "");
    let listing = |arguments: &[&str]| {
        let output = folder
            .command(common::DRIVER)
            .arg("report")
            .args(arguments)
            .current_dir(folder.path("elsewhere"))
            .output();
        assert!(output.unwrap().status.success());
        fs::read_to_string(folder.path("elsewhere/report/source-1.html")).unwrap()
    };
    assert!(listing(&["../all.yaml"]).contains("<code>--sources</code> names the folder"));
    assert!(listing(&["../all.yaml", "--sources", ".."]).contains("T sum = 0;"));
}

#[test]
fn a_profile_says_how_often_loops_run() {
    let folder = Folder::new();
    folder.write("a.c", "int x;\n");
    folder.write(
        "a.yaml",
        "--- !Analysis\nPass: loop-fuse\nName: SeveralExits\nFunction: f\nHotness: 1234\nArgs:\n  - Loop: l\n    \
         DebugLoc: { File: a.c, Line: 1, Column: 1 }\n  - String: ' stays: '\n  - Reason: has two exits\n...\n",
    );
    folder.succeeds(&["report", "a.yaml"]);
    let read = |name: &str| fs::read_to_string(folder.path("report").join(name)).unwrap();
    assert!(read("index.html").contains("<td class=\"n\">1234</td>"));
    assert!(read("source-0.html").contains("runs 1234 times"));
    assert!(read("source-0.html").contains("The loop is left by"));
}

#[test]
fn an_explanation_is_one_page() {
    let folder = Folder::new();
    folder.write("a.h", &SOURCE.replace("stage", "other"));
    folder.write("a.cpp", &format!("#include \"a.h\"\n{SOURCE}"));
    let page = stdout(&folder.succeeds(&["explain", "--format=html", "-O2", "a.cpp"]));
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    assert!(page.contains("are one loop now"), "{page}");
    assert!(page.contains("class=\"name\">t</text>"), "{page}");
    // Lines of both sources are linked to.
    let ids: Vec<_> = page
        .split("id=\"")
        .skip(1)
        .map(|rest| rest.split('"').next())
        .collect();
    let different: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), different.len());
    for link in links(&page) {
        assert!(ids.contains(&link.strip_prefix('#')), "{link}");
    }
}

/// What a browser makes of a page, scripts run.
fn in_browser(browser: &Path, page: &Path) -> (String, String) {
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--dump-dom",
        ])
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap();
    (stdout(&output), stderr(&output))
}

#[test]
fn a_browser_shows_and_sorts_it() {
    let Ok(browser) = which::which("chromium") else {
        eprintln!("skipped: there is no chromium");
        return;
    };
    let folder = built();
    folder.write("d.cpp", &SOURCE.replace("y[i] / sum", "t[n - i] / sum"));
    folder.succeeds(&[
        "c++",
        "--remarks",
        "all.yaml",
        "-g",
        "-O2",
        "-c",
        "d.cpp",
        "-o",
        "x.o",
    ]);
    folder.succeeds(&["report", "all.yaml"]);
    let report = fs::canonicalize(folder.path("report")).unwrap();
    for name in ["index.html", "functions.html", "source-0.html"] {
        let (shown, said) = in_browser(&browser, &report.join(name));
        assert!(shown.contains("</html>"), "{shown}");
        assert!(!said.contains("CONSOLE"), "{said}");
    }
    let index = fs::read_to_string(report.join("index.html")).unwrap();
    let first_after = |clicks: &str| {
        let clicked = index.replace("</body>", &format!("<script>{clicks}</script></body>"));
        fs::write(report.join("clicked.html"), clicked).unwrap();
        let (shown, _) = in_browser(&browser, &report.join("clicked.html"));
        let rows = shown.split("<tbody>").nth(1).unwrap().to_owned();
        let name = rows.split('>').nth(3).unwrap();
        name.split('<').next().unwrap().to_owned()
    };
    let click = "document.querySelector('th button').click();";
    assert_eq!(first_after(""), "a &amp; b.cpp");
    assert_eq!(first_after(click), "a &amp; b.cpp");
    assert_eq!(first_after(&click.repeat(2)), "d.cpp");
}
