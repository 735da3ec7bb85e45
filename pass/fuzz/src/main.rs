//! work in progress
mod configs;
mod engine;
mod generate;
mod judge;
mod program;

use generate::{Seed, generate};
use rand::SeedableRng;
use std::time::Instant;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let profile = &args[1];
    let first: u64 = args[2].parse()?;
    let count: u64 = args[3].parse()?;
    let judge = judge::Judge::new()?;
    let (mut made, mut compared, mut fused) = (0, 0, 0);
    let mut times = [std::time::Duration::ZERO; 3];
    for n in first..first + count {
        let t = Instant::now();
        let Some((program, result)) = generate(&Seed::new(profile, n, &[])) else {
            continue;
        };
        times[0] += t.elapsed();
        made += 1;
        if args.len() > 4 {
            println!("{}", program::print::print(&program));
        }
        let t = Instant::now();
        let case = match judge.case(&program, &result) {
            Ok(case) => case,
            Err(e) => {
                println!("{profile} {n}: {e:#}");
                continue;
            }
        };
        times[1] += t.elapsed();
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(n);
        let t = Instant::now();
        for config in configs::choose(&mut rng, 4, "") {
            let verdict = judge.judge(&case, &config, false)?;
            compared += 1;
            fused += usize::from(verdict.heard.iter().any(|h| h.kind == 0));
            if let Some(f) = verdict.finding {
                println!(
                    "{profile} {n} {} {:?} {}: {f:?}",
                    config.name, config.options, config.passes
                );
            }
        }
        times[2] += t.elapsed();
    }
    println!("{made} programs, {compared} comparisons, {fused} changed; {times:?}");
    Ok(())
}
