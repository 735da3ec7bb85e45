//! Which compiler a command line is meant for.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The compiler that is stood in for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// clang
    C,
    /// clang++
    Cxx,
    /// flang
    Fortran,
}

/// Does a command line that begins with this word look like a compiler's?
pub fn is_compilation(word: &str) -> bool {
    let is_option = word.len() > 1 && word.starts_with('-');
    let is_ours = ["-h", "--help", "-V", "--version"].contains(&word);
    let is_source = language_of(OsStr::new(word)).is_some() || names_rust(&[word.into()]);
    is_option && !is_ours || is_source
}

/// Is there a source in Rust among the arguments?
pub fn names_rust(arguments: &[OsString]) -> bool {
    let is_rust = |a: &OsString| {
        let is_option = a.as_encoded_bytes().starts_with(b"-");
        !is_option && Path::new(a).extension() == Some(OsStr::new("rs"))
    };
    arguments.iter().any(is_rust)
}

/// Is it rustc, by name or, as cargo calls it, by a path?
pub fn is_rustc(word: &str) -> bool {
    let name = Path::new(word).file_name().and_then(OsStr::to_str);
    word == "rustc" || word.contains('/') && name.is_some_and(|name| name.starts_with("rustc"))
}

/// Is it a program that cargo calls for its own members in place of rustc, as clippy is? rustc is its first argument.
pub fn is_before_rustc(word: &str, arguments: &[OsString]) -> bool {
    let first = arguments.first().and_then(|a| a.to_str());
    word.contains('/') && first.is_some_and(is_rustc)
}

/// The compiler that the first argument names, or that the sources need, with its arguments.
pub fn compiler_of(arguments: &[OsString]) -> (Compiler, &[OsString]) {
    let word = arguments.first().and_then(|word| by_word(word.to_str()?));
    if let Some(compiler) = word {
        return (compiler, &arguments[1..]);
    }
    let has = |compiler| arguments.iter().any(|a| language_of(a) == Some(compiler));
    let others = [Compiler::Fortran, Compiler::Cxx];
    let compiler = others.into_iter().find(|compiler| has(*compiler));
    (compiler.unwrap_or(Compiler::C), arguments)
}

/// Whose source an argument names, by its extension; none if it is an option.
pub fn language_of(argument: &OsStr) -> Option<Compiler> {
    if argument.as_encoded_bytes().starts_with(b"-") {
        return None;
    }
    let extension = Path::new(argument).extension()?.to_str()?;
    match extension {
        "c" | "i" => Some(Compiler::C),
        "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "CC" | "ii" => Some(Compiler::Cxx),
        "f" | "for" | "ftn" | "f77" | "f90" | "f95" | "f03" | "f08" | "f18" | "fpp" | "F"
        | "FOR" | "F90" | "F95" | "F03" | "F08" | "FPP" => Some(Compiler::Fortran),
        _ => None,
    }
}

/// The compiler that the name of a link stands for.
pub fn by_link(called: &OsStr) -> Option<Compiler> {
    match Path::new(called).file_name()?.to_str()? {
        "loopfuse-cc" => Some(Compiler::C),
        "loopfuse-c++" => Some(Compiler::Cxx),
        "loopfuse-fc" => Some(Compiler::Fortran),
        _ => None,
    }
}

/// The compiler that a word stands for.
pub fn by_word(word: &str) -> Option<Compiler> {
    match word {
        "cc" => Some(Compiler::C),
        "c++" => Some(Compiler::Cxx),
        "fc" => Some(Compiler::Fortran),
        _ => None,
    }
}

/// The word that stands for a compiler.
pub fn word_for(compiler: Compiler) -> &'static str {
    match compiler {
        Compiler::C => "cc",
        Compiler::Cxx => "c++",
        Compiler::Fortran => "fc",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_name_the_compiler() {
        let table = [
            ("-O2 a.c", Compiler::C),
            ("-O2 a.c b.cpp", Compiler::Cxx),
            ("-O2 a.C", Compiler::Cxx),
            ("-O2 a.f90", Compiler::Fortran),
            ("-O2 a.F95", Compiler::Fortran),
            ("-O2 a.fpp", Compiler::Fortran),
            ("c++ -O2 a.c", Compiler::Cxx),
            ("-DX=a.cpp a.c", Compiler::C),
        ];
        for (line, expected) in table {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(compiler_of(&words).0, expected, "{line}");
        }
    }

    #[test]
    fn a_command_line_of_the_compiler_alone_is_told_apart() {
        for word in ["-O2", "a.c", "x/b.f90", "a.rs", "--target=x", "-c"] {
            assert!(is_compilation(word), "{word}");
        }
        for word in ["-h", "--help", "-V", "--version", "-", "doctor", "explian"] {
            assert!(!is_compilation(word), "{word}");
        }
    }

    #[test]
    fn rustc_is_known_by_its_path_too() {
        for word in ["rustc", "/x/rustc", "x/rustc-1.95"] {
            assert!(is_rustc(word), "{word}");
        }
        for word in ["rustc-1.95", "rustc.c", "/x/cc", "cargo"] {
            assert!(!is_rustc(word), "{word}");
        }
        let rustc = [OsString::from("/x/rustc"), "-O".into()];
        assert!(is_before_rustc("/x/clippy-driver", &rustc));
        assert!(!is_before_rustc("clippy-driver", &rustc));
        assert!(!is_before_rustc("/x/clippy-driver", &rustc[1..]));
    }

    #[test]
    fn links_name_the_compiler() {
        assert_eq!(
            by_link(OsStr::new("/usr/bin/loopfuse-cc")),
            Some(Compiler::C)
        );
        assert_eq!(by_link(OsStr::new("loopfuse-c++")), Some(Compiler::Cxx));
        assert_eq!(by_link(OsStr::new("loopfuse")), None);
    }
}
