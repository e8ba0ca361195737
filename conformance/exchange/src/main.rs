//! Tensors through other libraries and back, and the table of what came of it.
#![allow(dead_code, reason = "wip")]
mod content;
mod libraries;
mod trip;

fn main() {
    for column in libraries::columns().into_iter().chain(libraries::enums()) {
        println!("{} {}", column.library, column.way);
        for (dtype, trip) in column.trips {
            let f = |o: &trip::Outcomes| { let mut v: Vec<String> = o.iter().filter_map(|(l, o)| match o { trip::Outcome::Same(_) => None, trip::Outcome::Refused(r) => Some(format!("{l}: {} {}", r.by, r.says)) }).collect(); let n = v.len(); v.truncate(1); format!("{}/{} {v:?}", o.len()-n, o.len()) };
            println!("  {dtype}: {} | {}", f(&trip.out), f(&trip.back));
        }
    }
}
