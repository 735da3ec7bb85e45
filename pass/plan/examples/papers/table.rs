//! The table that is printed.

/// What comes of comparing a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As good.
    Met,
    /// Better.
    Beaten,
    /// Not as good.
    Missed,
    /// The paper does not say what exactly it measured: ours is defined beside it.
    Defined,
}

/// One figure of a paper.
#[derive(Clone, Debug)]
pub struct Row {
    /// The first author.
    pub paper: &'static str,
    /// What was planned.
    pub what: String,
    /// The paper's figure.
    pub figure: String,
    /// Ours.
    pub ours: String,
    /// What comes of comparing them.
    pub verdict: Verdict,
}

impl Row {
    /// Compares figures of which less is better.
    pub fn at_most(
        paper: &'static str,
        what: &str,
        figure: (f64, &str),
        ours: (f64, String),
    ) -> Self {
        let verdict = match ours.0.total_cmp(&figure.0) {
            std::cmp::Ordering::Less => Verdict::Beaten,
            std::cmp::Ordering::Equal => Verdict::Met,
            std::cmp::Ordering::Greater => Verdict::Missed,
        };
        Row {
            paper,
            what: what.to_owned(),
            figure: figure.1.to_owned(),
            ours: ours.1,
            verdict,
        }
    }

    /// Is it as good, as far as that can be said?
    pub fn is_met(&self) -> bool {
        self.verdict != Verdict::Missed
    }
}

/// Prints rows as a table in Markdown.
pub fn print(rows: &[Row]) {
    println!("| paper | what | figure | ours | |\n|---|---|---|---|---|");
    for row in rows {
        let verdict = match row.verdict {
            Verdict::Met => "met",
            Verdict::Beaten => "beaten",
            Verdict::Missed => "missed",
            Verdict::Defined => "as defined",
        };
        println!(
            "| {} | {} | {} | {} | {verdict} |",
            row.paper, row.what, row.figure, row.ours
        );
    }
}
