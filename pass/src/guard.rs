//! What happens when the pass itself panics.
//!
//! A panic unwinds to one place, with its message and where it came from. Nothing is printed on the
//! way: the pass says in one line what became of the function.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// What the last panic said, while one is waited for.
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs something, and says what it panicked with.
pub fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let is_ours = SAID.with_borrow_mut(|said| {
                let waits = said.is_some();
                if waits {
                    let message = info.payload_as_str().unwrap_or("no message");
                    let place = info
                        .location()
                        .map(|l| format!(" ({}:{})", l.file(), l.line()));
                    *said = Some(format!("{message}{}", place.unwrap_or_default()));
                }
                waits
            });
            if !is_ours {
                others(info);
            }
        }));
    });
    let before = SAID.replace(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    let said = SAID.replace(before).unwrap_or_default();
    result.map_err(|_| said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_told() {
        assert_eq!(catch(|| 7), Ok(7));
        let told = catch(|| -> u8 { panic!("on purpose: {}", 3) }).unwrap_err();
        assert!(
            told.starts_with("on purpose: 3 (pass/src/guard.rs:"),
            "{told}"
        );
    }

    #[test]
    fn one_within_another_is_told_to_the_inner_one() {
        let told = catch(|| {
            let inner = catch(|| -> u8 { panic!("inner") });
            assert!(inner.unwrap_err().starts_with("inner"));
            panic!("outer");
        });
        assert!(told.map(|()| 0).unwrap_err().starts_with("outer"));
    }
}
