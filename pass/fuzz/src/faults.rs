//! Does the fuzzer find what is wrong? The pass with one condition left out, for each of some twenty.

use crate::campaign::{Campaign, Until, profiles};
use crate::worker::Order;
use anyhow::Result;
use loopfuse::testing::Fault;
use std::time::Duration;

/// What came of one fault.
struct Outcome {
    seconds: f64,
    comparisons: u64,
    first: Option<String>,
}

/// Looks for each fault, or those of these names, at most for so long each, and prints a table; true if all
/// were found.
pub fn find_all(names: &[String], limit: Duration, jobs: usize) -> Result<bool> {
    let known: Vec<_> = Fault::ALL.iter().map(|(_, name, _)| *name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
        anyhow::bail!("unknown fault '{unknown}'; there are {}", known.join(", "));
    }
    println!(
        "{:<20} {:>7} {:>12}  {:<24} what is left out",
        "fault", "seconds", "comparisons", "found by"
    );
    let mut missed = 0;
    for (_, name, what) in Fault::ALL {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let outcome = find(name, limit, jobs)?;
        missed += usize::from(outcome.first.is_none());
        let first = outcome.first.unwrap_or_else(|| "not found".into());
        println!(
            "{name:<20} {:>7.1} {:>12}  {first:<24}{what}",
            outcome.seconds, outcome.comparisons
        );
    }
    println!("{missed} faults were not found");
    Ok(missed == 0)
}

fn find(name: &str, limit: Duration, jobs: usize) -> Result<Outcome> {
    let order = Order {
        parameters: format!("fault={name}"),
        ..Order::default()
    };
    let until = Until {
        time: Some(limit),
        first: true,
        ..Until::default()
    };
    let mut campaign = Campaign::new(profiles(&[])?, order, until, jobs);
    campaign.speaks = false;
    campaign.run()?;
    let totals = &campaign.totals;
    let first = totals
        .found
        .first()
        .map(|found| format!("{}-{}: {}", found.profile, found.seed, found.kind));
    Ok(Outcome {
        seconds: totals.seconds,
        comparisons: totals.comparisons,
        first,
    })
}
