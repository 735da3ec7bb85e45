//! Which numbers are not negative, where some others are known, or assumed, not to be.

use crate::llvm::{Form, Host, Loop, Scev};
use std::cell::OnceCell;

/// How often a number may exceed one that is not negative.
const MOST_OF_ONE: usize = 2;

/// Numbers that are not negative.
pub(crate) struct Signs<'a, 'h> {
    host: &'h Host,
    /// What holds where any of these loops is entered.
    entered: &'a [Loop<'h>],
    /// Of these it is assumed.
    facts: Vec<Scev<'h>>,
    /// What of the facts has an open sign.
    open: OnceCell<Vec<Vec<Scev<'h>>>>,
}

impl<'a, 'h> Signs<'a, 'h> {
    pub fn new(
        host: &'h Host,
        entered: &'a [Loop<'h>],
        facts: impl IntoIterator<Item = Scev<'h>>,
    ) -> Self {
        Signs {
            host,
            entered,
            facts: facts.into_iter().collect(),
            open: OnceCell::new(),
        }
    }

    /// Is a number not negative, as what is known of it says, or since it exceeds some facts?
    pub fn hold(&self, s: Scev<'h>) -> bool {
        if self.is_known(s) {
            return true;
        }
        if self.facts.is_empty() || !self.may_exceed_facts(s) {
            return false;
        }
        let without = |rests: Vec<Scev<'h>>, fact: &Scev<'h>| {
            // What has nothing in common with the fact is no easier to know without it.
            let less = |s: &Scev<'h>| {
                let rest = s.minus(self.host, *fact)?;
                (self.summands(rest).count() <= self.summands(*s).count()).then_some(rest)
            };
            let each = |s| std::iter::successors(Some(s), less).take(MOST_OF_ONE + 1);
            rests.into_iter().flat_map(each).collect()
        };
        let rests = self.facts.iter().fold(vec![s], without);
        rests.into_iter().skip(1).any(|rest| self.is_known(rest))
    }

    fn is_known(&self, s: Scev<'h>) -> bool {
        self.entered.iter().any(|&l| s.is_nonnegative(self.host, l))
    }

    /// Is whatever a number has with an open sign in the facts, too? Else nothing is left of it that can be known.
    fn may_exceed_facts(&self, s: Scev<'h>) -> bool {
        let open = |s| self.open_summands(s);
        let of_facts = || self.facts.iter().copied().flat_map(open).collect();
        open(s).all(|summand| self.open.get_or_init(of_facts).contains(&summand))
    }

    /// What a number has that may be anything when the loops are entered, as the factors of each
    /// without the constant.
    fn open_summands(&self, s: Scev<'h>) -> impl Iterator<Item = Vec<Scev<'h>>> {
        let is_open = |s: &Scev<'h>| self.entered.iter().all(|&l| s.is_open(self.host, l));
        self.summands(s).filter(is_open).map(|summand| {
            let is_variable = |factor: &Scev<'h>| factor.as_constant().is_none();
            match summand.form(self.host) {
                Form::Product => summand.operands(self.host).filter(is_variable).collect(),
                _ => vec![summand],
            }
        })
    }

    /// The numbers that a number is the sum of; itself if it is none.
    fn summands(&self, s: Scev<'h>) -> impl Iterator<Item = Scev<'h>> {
        let is_sum = s.form(self.host) == Form::Sum;
        let all = is_sum.then(|| s.operands(self.host)).into_iter().flatten();
        all.chain((!is_sum).then_some(s))
    }
}
