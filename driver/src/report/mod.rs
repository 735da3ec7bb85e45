//! `loopfuse report`: what the pass said in a build, as pages to look at. They are files alone: no server, no network.
//!
//! ```text
//! records ─ remarks ─ group ─┬─ picture            a group before and after
//!                            ├─ listing (extent)   the source, with its loops in the margin
//!                     note ──┴─ page               what the page of a source shows
//!                                └─ tables         over all sources
//! ```

mod extent;
mod group;
mod listing;
mod note;
mod page;
mod picture;
mod tables;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, context};

use crate::records;
use crate::remarks::Remark;
use crate::run;
use crate::source::Sources;
use page::Source;

/// The page that leads to all others.
const INDEX: &str = "index.html";

/// The page of functions.
const FUNCTIONS: &str = "functions.html";

/// What each page says of its maker.
const GENERATOR: &str = "<meta name=\"generator\" content=\"loopfuse report\">";

/// More functions make a page slow to open.
const MOST_FUNCTIONS: usize = 2000;

/// Writes the report of all records in files and folders into a folder, in place of an older report. Exit status 0.
/// Sources with relative names are looked for below `below`.
///
/// # Errors
/// A file cannot be read, or is no record; there is no record at all; the folder cannot be written, or is something else.
pub fn write(places: &[PathBuf], to: &Path, below: &Path) -> Result<i32> {
    let (records, all) = records::read(places)?;
    let failed = || format!("cannot write {}", to.display());
    let is_there = match fs::read_dir(to) {
        Ok(entries) => {
            let names = entries.map(|entry| Ok(entry?.file_name()));
            let names: Vec<_> = names.collect::<io::Result<_>>().with_context(failed)?;
            if !names.is_empty() && !is_report(to, &names) {
                bail!(
                    "{} holds something else than a report: name another folder",
                    to.display()
                );
            }
            true
        }
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        Err(error) => return Err(error).with_context(failed),
    };
    let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    // Whole or not at all.
    let made = tempfile::Builder::new()
        .prefix(".loopfuse-report")
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .tempdir_in(parent)
        .with_context(failed)?;
    let (new, old) = (made.path().join("new"), made.path().join("old"));
    fs::create_dir(&new).with_context(failed)?;
    let mut texts = Sources::below(below);
    let sources = page::sources(&all, &mut texts);
    let pages = Pages::new()?;
    for (n, source) in sources.iter().enumerate() {
        fs::write(new.join(link(n)), pages.source(source)?).with_context(failed)?;
    }
    fs::write(new.join(INDEX), pages.index(records, &sources)?).with_context(failed)?;
    let functions = pages.functions(&sources)?;
    fs::write(new.join(FUNCTIONS), functions).with_context(failed)?;
    if is_there {
        fs::rename(to, &old).with_context(failed)?;
    }
    if let Err(error) = fs::rename(&new, to) {
        // The older one is worth more than none.
        let _ = fs::rename(&old, to);
        return Err(error).with_context(failed);
    }
    run::print(&format!("{}\n", to.join(INDEX).display()))?;
    Ok(0)
}

/// One page with all sources of an explanation.
pub fn alone(all: &[Remark]) -> Result<String> {
    let sources = page::sources(all, &mut Sources::default());
    Pages::new()?.all(&sources)
}

/// Is a folder that holds these files a report, and nothing else?
fn is_report(folder: &Path, names: &[OsString]) -> bool {
    let is_page = |name: &OsString| {
        let name = name.to_string_lossy();
        let number = name
            .strip_prefix("source-")
            .and_then(|rest| rest.strip_suffix(".html"));
        [INDEX, FUNCTIONS].contains(&&*name) || number.is_some_and(|n| n.parse::<usize>().is_ok())
    };
    let index = fs::read_to_string(folder.join(INDEX)).unwrap_or_default();
    index.contains(GENERATOR) && names.iter().all(is_page)
}

/// The name of a source's page.
fn link(n: usize) -> String {
    format!("source-{n}.html")
}

/// What makes pages.
struct Pages(Environment<'static>);

impl Pages {
    fn new() -> Result<Self> {
        let mut pages = Environment::new();
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build()?;
        pages.set_syntax(syntax);
        for (name, text) in [
            ("page.html", include_str!("../../templates/page.html")),
            ("index.html", include_str!("../../templates/index.html")),
            ("counts.html", include_str!("../../templates/counts.html")),
            (
                "functions.html",
                include_str!("../../templates/functions.html"),
            ),
            ("source.html", include_str!("../../templates/source.html")),
            (
                "source-part.html",
                include_str!("../../templates/source-part.html"),
            ),
            ("alone.html", include_str!("../../templates/alone.html")),
            ("style.css", include_str!("../../templates/style.css")),
            ("script.js", include_str!("../../templates/script.js")),
        ] {
            pages.add_template(name, text)?;
        }
        Ok(Pages(pages))
    }

    fn source(&self, source: &Source) -> Result<String> {
        Ok(self
            .0
            .get_template("source.html")?
            .render(context! { source => Serde(source) })?)
    }

    fn all(&self, sources: &[Source]) -> Result<String> {
        Ok(self
            .0
            .get_template("alone.html")?
            .render(context! { sources => Serde(sources) })?)
    }

    fn functions(&self, sources: &[Source]) -> Result<String> {
        let names = sources.iter().map(|source| source.name.as_str());
        let link_of: BTreeMap<_, _> = names.zip((0..).map(link)).collect();
        let mut functions = tables::functions(sources);
        functions.sort_by_key(|function| Reverse(function.said()));
        let more = functions.len().saturating_sub(MOST_FUNCTIONS);
        functions.truncate(MOST_FUNCTIONS);
        let page = self.0.get_template("functions.html")?;
        let functions = Serde(functions);
        Ok(page.render(context! { functions, more, link_of => Serde(link_of) })?)
    }

    fn index(&self, records: usize, sources: &[Source]) -> Result<String> {
        let links: Vec<_> = (0..sources.len()).map(link).collect();
        let files = sources.iter().zip(&links);
        let files: Vec<_> = files
            .map(|(source, link)| tables::File::of(source, link))
            .collect();
        let mut totals = note::Counts::default();
        for source in sources {
            totals.fused += source.counts.fused;
            totals.arrays += source.counts.arrays;
            totals.refused += source.counts.refused;
            totals.left_out += source.counts.left_out;
        }
        let is_hot = sources.iter().any(|source| source.hotness.is_some());
        let reasons = tables::reasons(sources);
        Ok(self.0.get_template(INDEX)?.render(context! {
            records, is_hot, files => Serde(files), reasons => Serde(reasons), totals => Serde(totals),
        })?)
    }
}
