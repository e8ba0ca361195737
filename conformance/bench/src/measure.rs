//! Contestants of one piece of work → the median time of each, in rounds in which they alternate.

use std::time::{Duration, Instant};

use crate::results::Outcome;

/// How long is measured.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// A sample is as many calls as take about this long, at least one.
    pub(crate) sample: Duration,
    /// Rounds go on for about this long.
    pub(crate) total: Duration,
    /// But there are at least and at most so many.
    pub(crate) rounds: (usize, usize),
}

impl Effort {
    pub(crate) const FULL: Effort = Effort {
        sample: Duration::from_micros(40),
        total: Duration::from_millis(500),
        rounds: (11, 301),
    };
    /// For peers, of which there are many: their ratios are coarser than those to the limit.
    pub(crate) const PEERS: Effort = Effort {
        sample: Duration::from_micros(100),
        total: Duration::from_millis(100),
        rounds: (5, 101),
    };
    pub(crate) const QUICK: Effort = Effort {
        sample: Duration::from_micros(5),
        total: Duration::from_millis(2),
        rounds: (3, 5),
    };
}

/// What came out for one contestant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    /// The median of a call, in seconds.
    pub(crate) seconds: f64,
    /// How much slower than the first contestant, inverted: the median over the rounds of first ÷ this.
    pub(crate) ratio: f64,
    /// The middle half of the rounds' ratios, as a part of the median; of a lone contestant, of its times.
    pub(crate) spread: f64,
}

/// Measures contestants that `run` calls: `run(contestant, calls)`.
///
/// Each is warmed up; then every round takes one sample of each, in an order that turns with the
/// rounds, so that none always comes after the same other.
pub(crate) fn measure<const N: usize>(
    effort: Effort,
    run: &mut dyn FnMut(usize, usize),
) -> [Timing; N] {
    let calls: [usize; N] = std::array::from_fn(|who| calls(effort, who, run));
    let mut samples: [Vec<f64>; N] = std::array::from_fn(|_| Vec::new());
    let begin = Instant::now();
    let mut round = 0;
    while round < effort.rounds.0 || (round < effort.rounds.1 && begin.elapsed() < effort.total) {
        for place in 0..N {
            let who = (place + round) % N;
            samples[who].push(sample(who, calls[who], run));
        }
        round += 1;
    }
    std::array::from_fn(|who| {
        let ratios = samples[0].iter().zip(&samples[who]).map(|(first, own)| first / own).collect();
        let (ratio, spread_of_ratios) = median(ratios);
        let (seconds, spread_of_times) = median(samples[who].clone());
        let spread = if who == 0 { spread_of_times } else { spread_of_ratios };
        Timing { seconds, ratio, spread }
    })
}

/// Measures ours in turns with a contestant of another process, which tells the seconds of a call over about as long as it is
/// asked to: its seconds, and its ÷ ours, each the median over the rounds.
pub(crate) fn alternate(
    effort: Effort,
    theirs: &mut dyn FnMut(Duration) -> Outcome<f64>,
    ours: Option<&mut dyn FnMut(usize)>,
) -> Outcome<(f64, Option<f64>)> {
    let duration = effort.total / 20;
    let Some(ours) = ours else { return Ok((theirs(effort.total)?, None)) };
    let mut run = |_: usize, times: usize| ours(times);
    let calls = calls(effort, 0, &mut run);
    let (mut times, mut ratios) = (Vec::new(), Vec::new());
    let begin = Instant::now();
    while times.len() < effort.rounds.0
        || (times.len() < effort.rounds.1 && begin.elapsed() < effort.total)
    {
        let own = stretch(duration, calls, &mut run);
        let other = theirs(duration)?;
        times.push(other);
        ratios.push(other / own);
    }
    Ok((median(times).0, Some(median(ratios).0)))
}

/// The median of samples over a stretch of time. What comes in its first third warms up, unless it takes all of it.
fn stretch(duration: Duration, calls: usize, run: &mut dyn FnMut(usize, usize)) -> f64 {
    let (begin, mut samples) = (Instant::now(), Vec::new());
    loop {
        let seconds = sample(0, calls, run);
        let elapsed = begin.elapsed();
        if elapsed >= duration / 3 {
            samples.push(seconds);
        }
        if elapsed >= duration {
            return median(samples).0;
        }
    }
}

/// The seconds one call takes, by one sample of many.
fn sample(who: usize, calls: usize, run: &mut dyn FnMut(usize, usize)) -> f64 {
    let begin = Instant::now();
    run(who, calls);
    begin.elapsed().as_secs_f64() / calls as f64
}

/// Warms up, and finds how many calls make a sample.
fn calls(effort: Effort, who: usize, run: &mut dyn FnMut(usize, usize)) -> usize {
    run(who, 1);
    let mut calls = 1;
    loop {
        let seconds = sample(who, calls, run) * calls as f64;
        if seconds >= effort.sample.as_secs_f64() || calls >= 1 << 24 {
            return calls;
        }
        let missing = effort.sample.as_secs_f64() / seconds.max(1e-9);
        // Not all at once: a first sample is slower than the next.
        calls = (calls as f64 * missing.clamp(1.2, 10.0)).ceil() as usize;
    }
}

/// The median, and the middle half's width as a part of it.
fn median(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let at = |part: f64| values[((values.len() - 1) as f64 * part).round() as usize];
    (at(0.5), (at(0.75) - at(0.25)) / at(0.5))
}
