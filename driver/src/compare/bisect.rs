//! The bisector.

use anyhow::Result;

/// The least of 1 to `total` for which `differs` holds, given that it holds for `total` and not for 0.
/// The last number for which it was found to hold is the result.
pub fn first(total: u64, mut differs: impl FnMut(u64) -> Result<bool>) -> Result<u64> {
    let (mut good, mut bad) = (0, total);
    if !differs(total)? {
        anyhow::bail!("the difference went away when the program was built once more");
    }
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        match differs(middle)? {
            true => bad = middle,
            false => good = middle,
        }
    }
    Ok(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_found() {
        for total in 1..20 {
            for expected in 1..=total {
                let mut asked = 0;
                let found = first(total, |n| {
                    asked += 1;
                    Ok(n >= expected)
                });
                assert_eq!(found.unwrap(), expected);
                assert!(asked <= 6, "{asked} builds for {total}");
            }
        }
    }

    #[test]
    fn what_went_away_is_said() {
        assert!(first(3, |_| Ok(false)).is_err());
    }
}
