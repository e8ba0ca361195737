//! Overheads, threads, functions, sums and products → their tables.

use super::limits::figure;
use super::{distinct, head, line, mark, ratio, time};
use crate::results::{Elementary, Overhead, Product, Row, Threads};

pub(super) fn overheads(rows: &[Overhead]) -> String {
    let mut text = String::from("\n## Overheads\n\n");
    head(&mut text, &["cost", "figure", "measured", "spread", ""]);
    for row in rows {
        let spread = format!("± {:.0} %", row.timing.spread * 50.0);
        let (wanted, reached) = match row.figure {
            Some(wanted) => (figure(wanted), mark(wanted.reached(row.timing))),
            None => Default::default(),
        };
        line(&mut text, &[row.name, &wanted, &time(row.timing.seconds), &spread, &reached]);
    }
    text
}

pub(super) fn threads(rows: &[Threads]) -> String {
    let mut text = String::from("\n## Two threads\n\n");
    text.push_str("How many times faster than one thread; beside it what the limit kernel makes of the second, which is what this machine's memory allows.\n\n");
    head(&mut text, &["case", "size", "figure", "ours", "limit", ""]);
    for row in rows {
        let wanted = figure(row.figure);
        let (ours, limit, reached) = match &row.measured {
            Err(reason) => (reason.clone(), String::new(), String::new()),
            Ok((ours, limit)) => {
                let needed = match row.figure {
                    crate::cases::Figure::AtLeast(needed) => needed,
                    crate::cases::Figure::AtMost(_) => f64::NAN,
                };
                (ratio(*ours), limit.map_or(String::new(), ratio), mark(ours / needed))
            }
        };
        line(&mut text, &[&row.key, &row.size, &wanted, &ours, &limit, &reached]);
    }
    text
}

pub(super) fn elementary(rows: &[Elementary]) -> String {
    let mut text = String::from("\n## Elementary functions, n = 65,536, one thread\n\n");
    let levels = distinct(rows, |row| row.isa);
    let titles = levels.iter().map(|isa| format!("{isa}, ns per element"));
    head(&mut text, &std::iter::once("function".to_owned()).chain(titles).collect::<Vec<_>>());
    for key in distinct(rows, |row| row.key.clone()) {
        let cells = rows.iter().filter(|row| row.key == key).map(|row| match &row.per_element {
            Ok(timing) => format!("{:.2} ± {:.0} %", timing.seconds * 1e9, timing.spread * 50.0),
            Err(reason) => reason.clone(),
        });
        line(&mut text, &std::iter::once(key.clone()).chain(cells).collect::<Vec<_>>());
    }
    text
}

pub(super) fn sums(rows: &[Row]) -> String {
    let mut text = String::from("\n## Sums, one thread\n\n");
    head(&mut text, &["case", "n", "time", "GB/s", "of the limit (loads only)"]);
    for row in rows {
        let (taken, rate, part) = match &row.measured {
            Err(reason) => (reason.clone(), String::new(), String::new()),
            Ok(measured) => {
                let seconds = measured.ours.seconds;
                let rate = format!("{:.1}", measured.bytes as f64 / seconds / 1e9);
                let part = measured.limit.map_or(String::new(), |_| ratio(measured.ours.ratio));
                (time(seconds), rate, part)
            }
        };
        line(&mut text, &[&row.key, &row.size, &taken, &rate, &part]);
    }
    text
}

pub(super) fn products(rows: &[Product]) -> String {
    let mut text = String::from("\n## Matrix products\n\n");
    head(&mut text, &["square matrices", "order", "threads", "GFLOP/s"]);
    for row in rows {
        let rate = match &row.seconds {
            Ok(seconds) => format!("{:.1}", row.operations / seconds / 1e9),
            Err(reason) => reason.clone(),
        };
        line(&mut text, &[&row.key, &row.order.to_string(), &row.threads.to_string(), &rate]);
    }
    text
}
