use RULES::{Cell, Column, Scalar, TableName, Tables};
use DTYPE;
use MODULE;

/// Names of dtypes that cells give and `DType` does not have.
const NAMES: &[&str] = &FOREIGN;

/// Compares a table with its drawing: rows the left operand, columns the right one.
fn holds(tables: &Tables<'_>, table: TableName, drawn: &str) {
    let find = |name: &str| DType::ALL.into_iter().find(|dtype| dtype.name() == name);
    let name = |id| DType::ALL[usize::from(id)].name();
    let mut lines = drawn.lines().skip(1);
    let heads: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
    for line in lines {
        let mut words = line.split_whitespace();
        let label = words.next().unwrap_or_default();
        let row = find(label).unwrap_or_else(|| panic!("no dtype is called {label}"));
        for (&head, wanted) in heads.iter().zip(words) {
            // A table of scalars has columns by kind, any other one by dtype.
            let scalar = Scalar::parse(head).filter(|_| table.of_scalars());
            let by_kind = scalar.map(|kind| tables.cell(table, row.id(), Column::Scalar(kind)));
            let by_dtype = find(head).map(|dtype| tables.cell(table, row.id(), Column::DType(dtype.id())));
            let cell = match (by_kind, by_dtype) {
                (Some(Cell::Unknown) | None, Some(cell)) => cell,
                (Some(cell), _) => cell,
                (None, None) => panic!("no column is called {head}"),
            };
            let got = match cell {
                Cell::DType(id) => name(id.0).to_owned(),
                Cell::Weak(id) => format!("{}*", name(id.0)),
                Cell::Foreign(place) => format!("<{}>", NAMES[usize::from(place)]),
                Cell::Refused => "-".to_owned(),
                Cell::NoKernel => "!".to_owned(),
                Cell::Unknown => "?".to_owned(),
            };
            assert_eq!(got, wanted, "{} of {label} × {head}", table.name());
        }
    }
}

#[test]
fn every_cell_is_as_drawn() {
    CALLS
}
