//! Distributions as pictures.

use plotters::prelude::*;
use std::path::Path;

/// Bars, of percents.
const BARS: usize = 20;

/// What is drawn.
pub struct Picture {
    /// Of the file.
    pub name: &'static str,
    /// Above it.
    pub title: String,
    /// What is counted, from 0 to 100.
    pub percents: Vec<f64>,
}

impl Picture {
    /// Writes it as SVG.
    ///
    /// # Errors
    /// What the file system, or the crate that draws, says.
    pub fn draw(&self, path: &Path) -> Result<(), Box<dyn std::error::Error + '_>> {
        let width = 100.0 / BARS as f64;
        let mut counts = [0_usize; BARS];
        for percent in &self.percents {
            counts[((percent / width) as usize).min(BARS - 1)] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let area = SVGBackend::new(path, (720, 360)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..100.0, 0..most + most / 10)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_desc("percent")
            .y_desc("graphs")
            .draw()?;
        let bars = counts.iter().enumerate().map(|(at, count)| {
            let from = at as f64 * width;
            Rectangle::new(
                [(from + 0.05 * width, 0), (from + 0.95 * width, *count)],
                BLUE.mix(0.6).filled(),
            )
        });
        chart.draw_series(bars)?;
        area.present()?;
        Ok(())
    }
}

/// The mean of numbers.
pub fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len().max(1) as f64
}
