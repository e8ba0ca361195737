//! Results → a picture that fits a screen: a row for each class, a mark for each case, a line where 1 is.

use std::fmt::Display;

use plotters::prelude::*;
use plotters::style::FontDesc;

use crate::results::{Results, Row};

/// Rows of marks under a title.
struct Chart {
    title: &'static str,
    rows: Vec<String>,
    /// A name, and where its marks are: which row, how far along the axis.
    series: Vec<(String, Vec<(usize, f64)>)>,
    /// The axis, as powers of 2.
    range: (f64, f64),
}

const WIDTH: u32 = 1000;
const ROW: u32 = 24;
const HEAD: u32 = 90;
const LABELS: u32 = 190;

/// The text of an SVG.
pub(crate) fn svg(results: &Results) -> Result<String, String> {
    let mut charts = vec![figures(&results.rows)];
    charts.extend(peers(results));
    let heights: Vec<u32> =
        charts.iter().map(|chart| chart.rows.len() as u32 * ROW + HEAD).collect();
    let mut text = String::new();
    {
        let backend = SVGBackend::with_string(&mut text, (WIDTH, heights.iter().sum()));
        let mut rest = backend.into_drawing_area();
        rest.fill(&WHITE).map_err(fault)?;
        for (chart, height) in charts.iter().zip(heights) {
            let (area, below) = rest.split_vertically(height);
            draw(chart, &area)?;
            rest = below;
        }
        rest.present().map_err(fault)?;
    }
    Ok(text)
}

fn fault(error: impl Display) -> String {
    format!("cannot draw: {error}")
}

/// How the measurements stand to their figures.
fn figures(rows: &[Row]) -> Chart {
    let mut chart = Chart {
        title: "Of the limit, by n: measured ÷ figure (right of the line: met)",
        rows: Vec::new(),
        series: Vec::new(),
        range: (-2.0, 2.0),
    };
    for row in rows {
        if let Some(reached) = row.reached() {
            chart.mark(row.class.to_owned(), &row.size, reached);
        }
    }
    chart
}

/// Theirs ÷ ours on one thread.
fn peers(results: &Results) -> Option<Chart> {
    let mut chart = Chart {
        title: "Peers, one thread: theirs ÷ ours (right of the line: we are faster)",
        rows: Vec::new(),
        series: Vec::new(),
        range: (-2.0, 8.0),
    };
    for (ratio, time) in results.peers.as_ref()?.compared() {
        if time.work.threads == 1 {
            chart.mark(format!("{}, {}", time.work.contest, time.work.size), &time.peer, ratio);
        }
    }
    Some(chart)
}

impl Chart {
    /// One more mark, at the edge of the axis where it lies beyond.
    fn mark(&mut self, row: String, series: &str, value: f64) {
        let place = self.rows.iter().position(|known| *known == row).unwrap_or_else(|| {
            self.rows.push(row);
            self.rows.len() - 1
        });
        let at = value.log2().clamp(self.range.0, self.range.1);
        match self.series.iter_mut().find(|(name, _)| name == series) {
            Some((_, marks)) => marks.push((place, at)),
            None => self.series.push((series.to_owned(), vec![(place, at)])),
        }
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn font(size: u32) -> FontDesc<'static> {
    ("sans-serif", size).into_font()
}

fn draw(chart: &Chart, area: &Area<'_>) -> Result<(), String> {
    let rows = chart.rows.len() as f64;
    let mut on = ChartBuilder::on(area)
        .caption(chart.title, font(17))
        .margin(8)
        .x_label_area_size(24)
        .y_label_area_size(LABELS)
        .build_cartesian_2d(chart.range.0..chart.range.1, rows..0.0)
        .map_err(fault)?;
    on.configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_labels((chart.range.1 - chart.range.0) as usize + 1)
        .x_label_formatter(&|power| power_of_two(*power))
        .label_style(font(13))
        .draw()
        .map_err(fault)?;
    let line = PathElement::new(vec![(0.0, 0.0), (0.0, rows)], BLACK.stroke_width(2));
    on.draw_series([line]).map_err(fault)?;
    for (place, (name, marks)) in chart.series.iter().enumerate() {
        let color = Palette99::pick(place).to_rgba();
        let dots =
            marks.iter().map(|&(row, at)| Circle::new((at, row as f64 + 0.5), 3, color.filled()));
        on.draw_series(dots)
            .map_err(fault)?
            .label(name)
            .legend(move |(x, y)| Circle::new((x + 8, y), 4, color.filled()));
    }
    let place = SeriesLabelPosition::UpperRight;
    let mut legend = on.configure_series_labels();
    legend.position(place).background_style(WHITE.mix(0.85)).border_style(BLACK.mix(0.3));
    legend.label_font(font(13)).draw().map_err(fault)?;
    names(chart, area, on.plotting_area().get_pixel_range().1)
}

/// The rows' names, each at the height of its marks.
fn names(chart: &Chart, area: &Area<'_>, pixels: std::ops::Range<i32>) -> Result<(), String> {
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    let style = TextStyle::from(font(13)).pos(Pos::new(HPos::Right, VPos::Center));
    // The area's own pixels begin where it does.
    let first = pixels.start.min(pixels.end) - area.get_base_pixel().1;
    let height = f64::from((pixels.end - pixels.start).abs()) / chart.rows.len() as f64;
    for (place, name) in chart.rows.iter().enumerate() {
        let y = first + ((place as f64 + 0.5) * height) as i32;
        let text = Text::new(name.as_str(), (LABELS as i32, y), style.clone());
        area.draw(&text).map_err(fault)?;
    }
    Ok(())
}

/// `¼`, `1`, `8`: what a power of 2 comes to.
fn power_of_two(power: f64) -> String {
    match power {
        power if power < 0.0 => format!("1/{:.0}", (-power).exp2()),
        power => format!("{:.0}", power.exp2()),
    }
}
