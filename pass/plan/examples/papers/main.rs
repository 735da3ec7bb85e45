//! Runs the planners of four papers again, on their examples and on random graphs as they describe them, and prints a table:
//! the paper's figure, ours, and whether ours is as good.
//!
//! ```text
//! papers [DIRECTORY]      the table; distributions go to DIRECTORY (target/papers) as pictures
//! papers --speed          how long the planners take, beside a general solver of integer programs
//! ```
//!
//! - Fraboulet, Kodary, Mignotte, Loop fusion for memory space optimization (2001): [`contraction`]
//! - Liu, Sha and others, maximum loop distribution and fusion: [`distribution`]
//! - Lam, Cociorva, Baumgartner, Sadayappan, Optimization of memory usage in nested loops (1999): [`nests`]
//!
//! What the papers say of compiled programs (and the fourth one, Grelck, Hinckfuß, Scholz, With-loop fusion for data locality,
//! 2005, says nothing else) is not here: kernels measure that.

mod contraction;
mod distribution;
mod graphs;
mod histogram;
mod milp;
mod nests;
mod random;
mod speed;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (first, second) = (arguments.next(), arguments.next());
    if second.is_some()
        || first
            .as_ref()
            .is_some_and(|a| a.starts_with('-') && a != "--speed")
    {
        eprintln!("papers: usage: papers [DIRECTORY | --speed]");
        return ExitCode::from(2);
    }
    if first.as_deref() == Some("--speed") {
        speed::print();
        return ExitCode::SUCCESS;
    }
    let directory = PathBuf::from(first.unwrap_or_else(|| "target/papers".to_owned()));
    if let Err(error) = std::fs::create_dir_all(&directory) {
        eprintln!("papers: {}: {error}", directory.display());
        return ExitCode::FAILURE;
    }
    let (mut rows, pictures) = contraction::rows();
    for picture in &pictures {
        let path = directory.join(format!("{}.svg", picture.name));
        if let Err(error) = picture.draw(&path) {
            eprintln!("papers: {}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    rows.extend(distribution::rows());
    rows.extend(nests::rows());
    table::print(&rows);
    println!("\nDistributions: {}", directory.display());
    match rows.iter().all(table::Row::is_met) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
