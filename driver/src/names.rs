//! Names of functions as their authors wrote them, out of those that linkers know.

/// A Fortran program, as flang calls it. The function `main` that linkers look for calls it.
pub const PROGRAM: &str = "_QQmain";

/// The name in the source; none if that is the same, or if nobody knows.
pub fn in_source(symbol: &str) -> Option<String> {
    // Rust and C++ both mangle behind `_Z`; a function of C++ has the types of its arguments at the end, which is no name of Rust's.
    if let Ok(name) = rustc_demangle::try_demangle(symbol) {
        return Some(format!("{name:#}"));
    }
    let is_cxx = symbol.starts_with("_Z");
    let cxx = cpp_demangle::Symbol::new(symbol).ok().filter(|_| is_cxx);
    cxx.and_then(|name| name.demangle().ok())
        .or_else(|| fortran(symbol))
}

/// A text with the names in it as they are in the source.
pub fn within(text: &str) -> String {
    let words = text.split(' ').map(|word| match word.starts_with('_') {
        true => in_source(word).unwrap_or_else(|| word.to_owned()),
        false => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A procedure of Fortran by its name in the source, with what it is in. flang writes names in small letters, and a capital
/// letter before each: M for a module, S for a submodule, F for a procedure around, P for the procedure itself.
fn fortran(symbol: &str) -> Option<String> {
    if symbol == PROGRAM {
        return Some("the main program".to_owned());
    }
    let names = symbol.strip_prefix("_Q")?.split(['M', 'S', 'F', 'P']);
    let names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
    let is_plain = |name: &&str| !name.contains(char::is_uppercase);
    (!names.is_empty() && names.iter().all(is_plain)).then(|| names.join("::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_languages() {
        let table = [
            (
                "_Z4toneRSt6vectorIfSaIfEE",
                Some("tone(std::vector<float, std::allocator<float> >&)"),
            ),
            ("_ZN1a4main17h1854dee5fd9945b4E", Some("a::main")),
            ("_RNvCs6xxl1lAjzDf_1a5iters", Some("a::iters")),
            ("_QQmain", Some("the main program")),
            ("_QMstepsPsweep", Some("steps::sweep")),
            ("_QMstepsFsweepPinner", Some("steps::sweep::inner")),
            ("_QFPinner", Some("inner")),
            ("_QMstepsEvalue.K", None),
            ("sweep_", None),
            ("main", None),
        ];
        for (symbol, expected) in table {
            assert_eq!(in_source(symbol).as_deref(), expected, "{symbol}");
        }
    }

    #[test]
    fn names_within_a_text() {
        let text = "call of _ZN1a1bEv (line 3) may  not return; _exit _ does";
        assert_eq!(
            within(text),
            "call of a::b() (line 3) may  not return; _exit _ does"
        );
    }
}
