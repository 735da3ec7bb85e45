//! Outputs appear whole or not at all: they are written beside their place and then renamed. What
//! cannot be renamed to, a device or standard output, gets a copy at the end.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

/// An output on its way.
#[derive(Debug)]
pub enum Output {
    /// A temporary of ours, written in place.
    Scratch(PathBuf),
    /// A file, renamed when it is complete.
    Rename(TempPath, PathBuf),
    /// A device or, without a path, standard output: copied when it is complete.
    Copy(TempPath, Option<PathBuf>),
}

impl Output {
    /// Prepares to write `to`; `scratch` is a directory for what is copied at the end. An error means
    /// that `to` cannot be written.
    pub fn begin(to: &OsStr, scratch: &Path) -> io::Result<Self> {
        if to == "-" {
            return Ok(Self::Copy(temporary(to, scratch)?, None));
        }
        let path = Path::new(to);
        if path.starts_with(scratch) {
            return Ok(Self::Scratch(path.to_owned()));
        }
        if let Ok(found) = path.metadata() {
            if !found.is_file() {
                return Ok(Self::Copy(temporary(to, scratch)?, Some(path.to_owned())));
            }
            // A rename would replace it although it must not be written.
            OpenOptions::new().write(true).open(path)?;
        }
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        Ok(Self::Rename(temporary(to, folder)?, path.to_owned()))
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        match self {
            Self::Scratch(path) => path,
            Self::Rename(temporary, _) | Self::Copy(temporary, _) => temporary,
        }
    }

    /// Puts the complete output in its place. Dropped without this, nothing is left.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::Scratch(_) => Ok(()),
            Self::Rename(temporary, to) => temporary.persist(to).map_err(|error| error.error),
            Self::Copy(temporary, to) => {
                let mut from = File::open(&temporary)?;
                match to {
                    None => io::copy(&mut from, &mut io::stdout().lock())?,
                    Some(to) => io::copy(&mut from, &mut OpenOptions::new().write(true).open(to)?)?,
                };
                Ok(())
            }
        }
    }
}

/// A new file with the permissions that a compiler's output has, less what umask takes.
fn temporary(like: &OsStr, folder: &Path) -> io::Result<TempPath> {
    let mut suffix = std::ffi::OsString::from(".");
    suffix.push(Path::new(like).extension().unwrap_or(OsStr::new("tmp")));
    let mut builder = Builder::new();
    builder
        .prefix(".loopfuse-")
        .suffix(&suffix)
        .permissions(Permissions::from_mode(0o666));
    Ok(builder.tempfile_in(folder)?.into_temp_path())
}

/// Removes what a failed job may have left half-written, as clang does. Devices stay, and what must not
/// be written.
pub fn discard(path: &Path) {
    let is_file = path != "-" && path.symlink_metadata().is_ok_and(|found| found.is_file());
    if is_file && OpenOptions::new().write(true).open(path).is_ok() {
        // It may be gone already.
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_file_appears_when_it_is_complete() {
        let (folder, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let to = folder.path().join("a.o");
        let output = Output::begin(to.as_os_str(), scratch.path()).unwrap();
        fs::write(output.path(), "whole").unwrap();
        assert!(!to.exists());
        output.finish().unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), "whole");
        assert_eq!(names(folder.path()), ["a.o"]);
    }

    #[test]
    fn nothing_is_left_of_what_was_not_finished() {
        let (folder, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let to = folder.path().join("a.o");
        fs::write(&to, "old").unwrap();
        let output = Output::begin(to.as_os_str(), scratch.path()).unwrap();
        fs::write(output.path(), "half").unwrap();
        drop(output);
        assert_eq!(fs::read_to_string(&to).unwrap(), "old");
        assert_eq!(names(folder.path()), ["a.o"]);
    }

    #[test]
    fn devices_are_not_replaced() {
        let scratch = tempfile::tempdir().unwrap();
        let output = Output::begin(OsStr::new("/dev/null"), scratch.path()).unwrap();
        assert!(output.path().starts_with(scratch.path()));
        output.finish().unwrap();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let scratch = tempfile::tempdir().unwrap();
        assert!(Output::begin(OsStr::new("/nonexistent/a.o"), scratch.path()).is_err());
    }
}
