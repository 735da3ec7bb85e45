//! `loopfuse plan`: which loops of a stored graph to fuse.

mod read;
mod schema;
mod text;

use std::fmt::Write as _;
use std::time::Duration;

use anyhow::Result;
use indicatif::ProgressBar;
use loopfuse_plan::answer::{Answer, Input, Status};
use loopfuse_plan::names::Fault;
use loopfuse_plan::strategy::Strategy;

use crate::cli::{PlanFormat, Planned, Planner};
use crate::run;

/// Bad input.
const BAD_INPUT: i32 = 2;

/// What is printed may not be the best.
const NOT_PROVED: i32 = 3;

/// Plans, and says how that went.
pub fn plan(planned: &Planned) -> Result<i32> {
    let answers = match read::graphs(&planned.file).and_then(|inputs| answer_all(planned, inputs)) {
        Ok(answers) => answers,
        Err(fault) => {
            run::say(&fault);
            return Ok(BAD_INPUT);
        }
    };
    let mut printed = String::new();
    for (at, (input, answer)) in answers.iter().enumerate() {
        match planned.format {
            PlanFormat::Json => writeln!(printed, "{}", serde_json::to_string(answer)?)?,
            PlanFormat::Text => {
                let gap = if at > 0 { "\n" } else { "" };
                write!(printed, "{gap}{}", text::Shown { input, answer })?;
            }
        }
    }
    run::print(&printed)?;
    let is_proved = answers
        .iter()
        .all(|(_, answer)| answer.status == Status::Optimal);
    Ok(if planned.exact && !is_proved {
        NOT_PROVED
    } else {
        0
    })
}

/// Plans all graphs before anything is printed. The error is one line.
fn answer_all(
    planned: &Planned,
    inputs: Vec<(read::Place, Input)>,
) -> Result<Vec<(Input, Answer)>, String> {
    let answer = |(place, input): (read::Place, Input)| {
        let progress = input.is_large().then(ProgressBar::new_spinner);
        if let Some(progress) = &progress {
            progress.set_message(format!("planning {place}"));
            progress.enable_steady_tick(Duration::from_millis(100));
        }
        let strategy = strategy(planned.strategy, &input);
        let answer = input.answer(strategy, planned.exact);
        if let Some(progress) = progress {
            progress.finish_and_clear();
        }
        let answer = answer.map_err(|fault: Fault| format!("{place}: {fault}"))?;
        Ok((input, answer))
    };
    inputs.into_iter().map(answer).collect()
}

fn strategy(asked: Option<Planner>, input: &Input) -> Strategy {
    match asked {
        Some(Planner::Pairwise) => Strategy::Pairwise,
        Some(Planner::Maximal) => Strategy::Maximal,
        Some(Planner::Memory) => Strategy::Memory,
        Some(Planner::Nest) => Strategy::Nest,
        Some(Planner::Auto) => Strategy::Auto,
        None if input.graph().nodes.is_empty() && input.graph().nest.is_some() => Strategy::Nest,
        None => Strategy::Auto,
    }
}
