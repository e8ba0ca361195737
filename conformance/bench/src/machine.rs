//! The machine → what a reader must know of it to read the numbers.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// Name and value, in the order in which they are reported.
pub(crate) fn describe() -> Vec<(&'static str, String)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    vec![
        ("processor", format!("{}, {cores} cores", processor())),
        ("instruction sets", features()),
        ("caches", caches()),
        ("system", format!("{}, kernel {}", system(), first_line("/proc/sys/kernel/osrelease"))),
        ("huge pages", chosen(&first_line("/sys/kernel/mm/transparent_hugepage/enabled"))),
        ("rustc", rustc()),
        ("load before", first_line("/proc/loadavg")),
        ("date", date()),
    ]
}

/// The first line of a file; a question mark where there is none.
fn first_line(path: &str) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().next().unwrap_or("?").trim().to_owned()
}

/// The value of a line `name: value` or `name=value`.
fn field(path: &str, name: &str, separator: char) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let mut fields = text.lines().filter_map(|line| line.split_once(separator));
    let (_, value) = fields.find(|(found, _)| found.trim() == name)?;
    Some(value.trim().trim_matches('"').to_owned())
}

fn processor() -> String {
    let of = |name| field("/proc/cpuinfo", name, ':').unwrap_or_else(|| "?".to_owned());
    format!("{} (family {}, model {})", of("model name"), of("cpu family"), of("model"))
}

fn features() -> String {
    let flags = field("/proc/cpuinfo", "flags", ':').unwrap_or_default();
    let telling =
        |flag: &&str| flag.starts_with("avx512") || ["avx2", "fma", "f16c"].contains(flag);
    let found: Vec<&str> = flags.split_whitespace().filter(telling).collect();
    if found.is_empty() { "?".to_owned() } else { found.join(" ") }
}

fn caches() -> String {
    let of = |index: usize| {
        let read = |what| {
            fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{what}"))
                .ok()
        };
        let (level, kind, size) = (read("level")?, read("type")?, read("size")?);
        let kind = match kind.trim() {
            "Data" => "d",
            "Instruction" => "i",
            _ => "",
        };
        Some(format!("L{}{kind} {}", level.trim(), size.trim()))
    };
    let found: Vec<String> = (0..8).map_while(of).collect();
    if found.is_empty() { "?".to_owned() } else { found.join(", ") }
}

fn system() -> String {
    field("/etc/os-release", "PRETTY_NAME", '=').unwrap_or_else(|| std::env::consts::OS.to_owned())
}

/// The word in brackets of `always [madvise] never`.
fn chosen(words: &str) -> String {
    let inside = words.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    inside.map_or_else(|| "?".to_owned(), |(word, _)| word.to_owned())
}

fn rustc() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.map_or_else(|_| "?".to_owned(), |text| text.trim().to_owned())
}

/// Today, by the calendar, in universal time.
fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// Days since 1970 → year, month, day.
fn civil(days: u64) -> (u64, u64, u64) {
    // Years begin in March here, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let first = (153 * month + 2) / 5;
    let month_of_year = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month_of_year <= 2), month_of_year, day - first + 1)
}
