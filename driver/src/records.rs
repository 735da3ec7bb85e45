//! Records of what the pass said in a build: files that LLVM has written, in folders or named one by one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::remarks::{self, Remark};

/// How many records there are in what is named, and all that they say, gains behind the fusions.
///
/// # Errors
/// A file cannot be read, or is no record; there is no record at all.
pub fn read(places: &[PathBuf]) -> Result<(usize, Vec<Remark>)> {
    let mut records = BTreeSet::new();
    for place in places {
        find(place, true, &mut records)?;
    }
    if records.is_empty() {
        bail!(
            "there is no record (.yaml) in what is named: --remarks FILE and -fsave-optimization-record write some"
        );
    }
    let mut all = Vec::new();
    for record in &records {
        let name = record.display();
        let text = fs::read(record).with_context(|| format!("cannot read {name}"))?;
        let text = String::from_utf8_lossy(&text);
        if !text.is_empty() && !text.contains("--- !") {
            bail!("{name} is no record of remarks");
        }
        all.extend(remarks::read_with_gains(&text).with_context(|| name.to_string())?);
    }
    Ok((records.len(), all))
}

/// Adds a record, or all below a folder.
fn find(place: &Path, is_named: bool, records: &mut BTreeSet<PathBuf>) -> Result<()> {
    let failed = || format!("cannot read {}", place.display());
    if fs::metadata(place).with_context(failed)?.is_dir() {
        for entry in fs::read_dir(place).with_context(failed)? {
            let entry = entry.with_context(failed)?;
            // A link to a folder may lead around in a circle.
            if !entry.file_type().with_context(failed)?.is_symlink() {
                find(&entry.path(), false, records)?;
            }
        }
        return Ok(());
    }
    let is_record = place
        .extension()
        .is_some_and(|end| end == "yaml" || end == "yml");
    if is_named || is_record {
        records.insert(place.to_owned());
    }
    Ok(())
}
