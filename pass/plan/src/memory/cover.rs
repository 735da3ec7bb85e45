//! The linear program: least bytes given up, such that of each cut, a set of arrays, one is given up in whole, or
//! several in parts.
//!
//! It is solved in its dual form, `max Σ y` with `Σ y over the cuts of an array <= its bytes`, by the primal simplex
//! method. That starts at `y = 0` without a search for a basis, and a cut is a column, so that the basis serves on when
//! cuts come in. The `x` of the arrays are its multipliers. The inverse of the basis is kept, column by column; the bytes
//! are perturbed, each by its own tiny share, against cycling.
//!
//! **Bounds hold whatever rounding did.** For any `y >= 0`, `Σ y + Σ min(0, bytes - Σ y of the array's cuts)` is no more
//! than what must be given up, for `x` is between 0 and 1 (weak duality). The basis that floating point found gives `y` as
//! fractions of the true bytes, in fixed point; this sum is computed of them in integers. With few exceptions the inverse
//! has halves and whole numbers alone, and then nothing is lost at all.
//!
//! That is also why no crate for linear programs is used: those that are kept and light give no dual values, and without
//! these a bound is only as true as their rounding.

use super::graph::Oracle;

/// Bits behind the point.
const POINT: u32 = 48;

/// Less is none.
const TINY: f64 = 1e-9;

/// Pivots until the inverse is computed anew.
const FRESH: usize = 256;

/// The program, and a basis of it.
pub(super) struct Cover {
    bytes: Vec<i128>,
    /// Perturbed, and at most about 1.
    about: Vec<f64>,
    cuts: Vec<Vec<usize>>,
    /// What is basic in each row.
    basis: Vec<Column>,
    /// Column by column.
    inverse: Vec<f64>,
    values: Vec<f64>,
    x: Vec<f64>,
    pivots: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    /// Of an array: what its bytes leave.
    Slack(usize),
    Cut(usize),
}

/// How many bytes are given up at least.
pub(super) struct Bound {
    /// In any case.
    pub total: i128,
    /// For each array, if it is.
    pub with: Vec<i128>,
}

impl Cover {
    pub(super) fn new(bytes: Vec<i128>, cuts: Vec<Vec<usize>>) -> Self {
        let most = bytes.iter().copied().max().unwrap_or(0).max(1) as f64;
        let share = |at: usize| ((at as f64 + 1.0) * 0.618_033_988_75).fract() * TINY;
        let about = bytes.iter().enumerate();
        let about: Vec<f64> = about
            .map(|(at, bytes)| *bytes as f64 / most * (1.0 + share(at)))
            .collect();
        let mut cover = Cover {
            bytes,
            about,
            cuts,
            basis: Vec::new(),
            inverse: Vec::new(),
            values: Vec::new(),
            x: Vec::new(),
            pivots: 0,
        };
        cover.reset();
        cover
    }

    pub(super) fn add(&mut self, cut: Vec<usize>) {
        self.cuts.push(cut);
    }

    /// How much of each array is given up.
    pub(super) fn x(&self) -> &[f64] {
        &self.x
    }

    /// Solves it, or stops where steps end or rounding errors have the better of it.
    pub(super) fn solve(&mut self, oracle: &mut Oracle) {
        let most = 50 * (self.bytes.len() + self.cuts.len()) + 1000;
        for _ in 0..most {
            if oracle.is_spent() {
                return;
            }
            if self.pivots == FRESH {
                self.refresh(oracle);
            }
            let Some(entering) = self.entering(oracle) else {
                return;
            };
            let column = self.direction(entering);
            let Some(row) = self.leaving(&column) else {
                return;
            };
            self.pivot(entering, row, &column, oracle);
        }
    }

    fn reset(&mut self) {
        let count = self.bytes.len();
        self.basis = (0..count).map(Column::Slack).collect();
        self.inverse = vec![0.0; count * count];
        for at in 0..count {
            self.inverse[at * count + at] = 1.0;
        }
        self.values = self.about.clone();
        self.x = vec![0.0; count];
        self.pivots = 0;
    }

    /// The same basis, without the errors that pivots have added up.
    fn refresh(&mut self, oracle: &mut Oracle) {
        let mut is_free = vec![true; self.bytes.len()];
        let mut cuts = Vec::new();
        for column in std::mem::take(&mut self.basis) {
            match column {
                Column::Slack(array) => is_free[array] = false,
                Column::Cut(cut) => cuts.push(cut),
            }
        }
        self.reset();
        for cut in cuts {
            let column = self.direction(Column::Cut(cut));
            let rows = (0..column.len()).filter(|row| is_free[*row]);
            let row = rows.max_by(|a, b| column[*a].abs().total_cmp(&column[*b].abs()));
            if let Some(row) = row.filter(|row| column[*row].abs() > TINY) {
                is_free[row] = false;
                self.pivot(Column::Cut(cut), row, &column, oracle);
            }
        }
        self.pivots = 0;
    }

    /// By how much a unit of a column makes the sum greater.
    fn gain(&self, column: Column) -> f64 {
        match column {
            Column::Slack(array) => -self.x[array],
            Column::Cut(cut) => 1.0 - self.cuts[cut].iter().map(|a| self.x[*a]).sum::<f64>(),
        }
    }

    /// The column that gains most.
    fn entering(&self, oracle: &mut Oracle) -> Option<Column> {
        oracle.spend(self.cuts.len());
        let slacks = (0..self.bytes.len()).map(Column::Slack);
        let columns = slacks.chain((0..self.cuts.len()).map(Column::Cut));
        let mut best = None;
        let mut most = TINY;
        for column in columns {
            let gain = self.gain(column);
            if gain > most {
                (best, most) = (Some(column), gain);
            }
        }
        best
    }

    /// A column in terms of the basis.
    fn direction(&self, column: Column) -> Vec<f64> {
        let count = self.bytes.len();
        let of = |array: usize| &self.inverse[array * count..][..count];
        match column {
            Column::Slack(array) => of(array).to_vec(),
            Column::Cut(cut) => {
                let mut sum = vec![0.0; count];
                for &array in &self.cuts[cut] {
                    for (sum, entry) in sum.iter_mut().zip(of(array)) {
                        *sum += entry;
                    }
                }
                sum
            }
        }
    }

    /// The row that is the first to reach 0; of several the one with the greatest entry.
    fn leaving(&self, column: &[f64]) -> Option<usize> {
        let mut best: Option<(f64, f64, usize)> = None;
        for (row, (&entry, value)) in column.iter().zip(&self.values).enumerate() {
            if entry > TINY {
                let ratio = value.max(0.0) / entry;
                let is_less = best.is_none_or(|(least, greatest, _)| {
                    ratio < least || (ratio == least && entry > greatest)
                });
                if is_less {
                    best = Some((ratio, entry, row));
                }
            }
        }
        best.map(|(.., row)| row)
    }

    fn pivot(&mut self, entering: Column, row: usize, column: &[f64], oracle: &mut Oracle) {
        let count = self.bytes.len();
        let gain = self.gain(entering);
        let rows: Vec<usize> = (0..count)
            .filter(|other| *other != row && column[*other] != 0.0)
            .collect();
        for array in 0..count {
            let of = &mut self.inverse[array * count..][..count];
            if of[row] == 0.0 {
                continue;
            }
            let share = of[row] / column[row];
            for &other in &rows {
                of[other] -= share * column[other];
                if of[other].abs() < 1e-12 {
                    of[other] = 0.0;
                }
            }
            of[row] = share;
            self.x[array] += gain * share;
            oracle.spend(1 + rows.len() / 4);
        }
        let share = self.values[row] / column[row];
        for &other in &rows {
            self.values[other] -= share * column[other];
        }
        self.values[row] = share;
        self.basis[row] = entering;
        self.pivots += 1;
    }

    /// What must be given up; solved or not, it is true.
    pub(super) fn bound(&self) -> Bound {
        let count = self.bytes.len();
        let mut rest: Vec<i128> = self.bytes.iter().map(|bytes| bytes << POINT).collect();
        let mut total: i128 = 0;
        for (row, column) in self.basis.iter().enumerate() {
            let Column::Cut(cut) = column else { continue };
            let entries = (0..count).map(|array| (self.inverse[array * count + row], array));
            let y = entries.filter(|(entry, _)| *entry != 0.0).try_fold(
                0i128,
                |sum, (entry, array)| {
                    let entry = (entry * (1i64 << POINT) as f64).round() as i128;
                    sum.checked_add(entry.checked_mul(self.bytes[array])?)
                },
            );
            // Any that is not negative will do. More than the bytes of an array of the cut is too much.
            let most = self.cuts[*cut]
                .iter()
                .map(|array| self.bytes[*array] << POINT)
                .min();
            let y = y.unwrap_or(0).clamp(0, most.unwrap_or(0));
            total += y;
            for &array in &self.cuts[*cut] {
                rest[array] -= y;
            }
        }
        total += rest.iter().map(|rest| (*rest).min(0)).sum::<i128>();
        let whole = |sum: i128| -((-sum) >> POINT);
        Bound {
            total: whole(total),
            with: rest
                .iter()
                .map(|rest| whole(total + (*rest).max(0)))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(bytes: &[i128], cuts: &[&[usize]]) -> Cover {
        let cuts = cuts.iter().map(|cut| cut.to_vec()).collect();
        let mut cover = Cover::new(bytes.to_vec(), cuts);
        cover.solve(&mut Oracle::new(&|_| true, u64::MAX));
        cover
    }

    #[test]
    fn of_three_arrays_that_exclude_each_other_half_of_each_is_given_up() {
        let cover = solved(&[10, 11, 12], &[&[0, 1], &[1, 2], &[0, 2]]);
        for x in cover.x() {
            assert!((x - 0.5).abs() < 1e-9, "{x}");
        }
        // 16.5, and whole bytes are given up.
        assert_eq!(cover.bound().total, 17);
    }

    #[test]
    fn great_numbers_lose_nothing() {
        let most = (1i128 << 53) - 1;
        let cover = solved(&[most, most - 2, 3], &[&[0, 1], &[1, 2]]);
        assert_eq!(cover.bound().total, most - 2);
    }

    #[test]
    fn of_two_arrays_the_greater_costs_more() {
        let bound = solved(&[5, 9], &[&[0, 1]]).bound();
        assert_eq!((bound.total, bound.with), (5, vec![5, 9]));
    }

    #[test]
    fn a_basis_made_anew_is_the_same() {
        let mut cover = solved(&[10, 11, 12, 5], &[&[0, 1], &[1, 2], &[0, 2], &[2, 3]]);
        let (x, bound) = (cover.x().to_vec(), cover.bound().total);
        cover.refresh(&mut Oracle::new(&|_| true, u64::MAX));
        for (x, again) in x.iter().zip(cover.x()) {
            assert!((x - again).abs() < 1e-9);
        }
        assert_eq!(bound, cover.bound().total);
    }
}
