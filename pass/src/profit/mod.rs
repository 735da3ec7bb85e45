//! Which legal pairs are worth fusing, and what else a check should ask then.
//!
//! [`judge`] asks legality, and before its costly part whether the pair may pay at all; [`carry`] finds values that go in
//! registers, [`workarounds`] keeps clear of faults of LLVM. [`weigh`] asks the rest: [`worth`] (vectors kept, arrays in
//! common), [`vectors`] (what to tell apart for them), [`latency`] (of sums in strict order), [`payback`] (of a check),
//! [`again`] (caches), [`stores`] and [`pressure`] (streams, registers). [`gain`](mod@gain) is what remarks say of it.

mod again;
mod carry;
pub mod gain;
mod latency;
pub mod payback;
mod pressure;
mod stores;
mod vectors;
mod workarounds;
pub mod worth;

use crate::legality::oracle::PairOracle;
use crate::legality::{self, Legal, Refusal};
use crate::options::Options;

/// Is it legal to fuse a pair? The proof that it is, or the reasons that were found against it. If it `must_pay`,
/// dependences are not computed where it cannot.
pub fn judge(
    oracle: &impl PairOracle,
    options: &Options,
    must_pay: bool,
) -> Result<Legal, Vec<Refusal>> {
    let must_pay = must_pay && options.profit;
    if must_pay {
        // Most pairs share nothing: their counts need not be compared.
        worth::may_pay_at_all(oracle).map_err(|refusal| vec![refusal])?;
        if oracle.separation().is_none() {
            worth::may_be_aligned(oracle).map_err(|refusal| vec![refusal])?;
        }
    }
    let may_pay = || match must_pay {
        true => worth::may_pay(oracle, options),
        false => Ok(options.max_checks),
    };
    let mut legal = legality::judge_if(oracle, options, may_pay)?;
    legal.carries = carry::find(oracle, &legal);
    workarounds::check(oracle).map_err(|refusal| vec![refusal])?;
    workarounds::check_widths(oracle, &legal).map_err(|refusal| vec![refusal])?;
    Ok(legal)
}

/// May a legal pair be worth it, wherever its accesses lead?
pub fn may_weigh(oracle: &impl PairOracle, options: &Options) -> Result<(), Refusal> {
    match options.profit {
        true => worth::may_keep_vectors(oracle),
        false => Ok(()),
    }
}

/// Is fusing a legal pair worth it, too? With `no-profit` any pair is. The reasons that were found, if not.
pub fn weigh(
    oracle: &impl PairOracle,
    mut legal: Legal,
    options: &Options,
) -> Result<Legal, Vec<Refusal>> {
    if options.profit {
        vectors::ask_apart(oracle, &mut legal, options);
        latency::ask_for_length(oracle, &mut legal, options);
        worth::check(oracle, &legal).map_err(|refusal| vec![refusal])?;
        payback::check(oracle, &legal, options).map_err(|refusal| vec![refusal])?;
        again::check(oracle).map_err(|refusal| vec![refusal])?;
        stores::check(oracle, &legal).map_err(|refusal| vec![refusal])?;
        pressure::check(oracle, &legal, options).map_err(|refusal| vec![refusal])?;
    }
    Ok(legal)
}
