//! A spec edited in a temporary folder goes the whole way: one cell, one table, one file, one answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use codegen::catalog::{Catalog, TableName};
use codegen::files::{self, ChangeKind};
use codegen::{diagnostic, draw};
use tempfile::TempDir;

/// Of MindSpore's table, the cells i8 × u8 and u8 × i8, which claim to mirror each other.
const EDITS: [(&str, &str); 2] = [
    ("i8    i8    i8    i16   i32   i64   i16 ", "i8    i8    i8    i16   i32   i64   i32 "),
    ("u8    u8    i16   i16   i32   i64   u8 ", "u8    u8    i32   i16   i32   i64   u8 "),
];

#[test]
fn an_edited_cell_changes_that_cell_of_that_table_and_the_laws_it_touches() {
    let root = copy_of_the_workspace();
    let before = catalog(root.path());
    edit(root.path(), "mindspore", &EDITS);
    let after = catalog(root.path());

    let mut changed = Vec::new();
    for (one, other) in before.rulesets.iter().zip(&after.rulesets) {
        for table in TableName::ALL.into_iter().filter(|&table| one.has_table(table)) {
            let [drawn, redrawn] = [(&before, one), (&after, other)]
                .map(|(catalog, ruleset)| draw::sheet(catalog, ruleset, table).grid());
            let committed = snapshot(&format!("{table}@{}", one.name));
            assert_eq!(drawn, committed, "the committed snapshot of {table}@{}", one.name);
            changed.extend(
                differing_words(&committed, &redrawn)
                    .into_iter()
                    .map(|cell| format!("{table}@{}: {cell}", one.name)),
            );
        }
        let [proved, disproved] = [(&before, one), (&after, other)]
            .map(|(catalog, ruleset)| draw::laws(catalog, &catalog.tables(ruleset).laws()));
        if proved != disproved {
            changed.push(format!("laws@{}", one.name));
        }
    }
    assert_eq!(
        changed,
        [
            "promotion@mindspore: i8 × u8: i16 → i32",
            "promotion@mindspore: u8 × i8: i16 → i32",
            "laws@mindspore"
        ]
    );
}

#[test]
fn an_edited_cell_rewrites_its_ruleset_and_the_kernels_it_reaches_and_the_runtime_obeys() {
    let root = copy_of_the_workspace();
    let generated = |root: &Path| {
        files::compare(root, files::GENERATED, &codegen::generate(&catalog(root)))
            .unwrap_or_else(|error| panic!("{error}"))
    };
    assert_eq!(generated(root.path()), [], "the copy starts fresh");
    assert_eq!(ask(root.path()), "int16 int16\n");

    edit(root.path(), "mindspore", &EDITS);
    let changes = generated(root.path());
    // Which kernels are added depends on what the other rulesets compute.
    let paths = changes.iter().map(|change| change.path.as_str());
    let others: Vec<&str> =
        paths.filter(|path| !path.starts_with("runtime/src/generated/kernels/")).collect();
    // The cell is a row of the ruleset's table, and impls of Rust types.
    let changed = ["runtime/src/generated/rulesets/mindspore.rs", "runtime/src/generated/types.rs"];
    assert_eq!(others, changed);
    files::write(root.path(), &changes).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(generated(root.path()), [], "a second run changes nothing");
    assert_eq!(ask(root.path()), "int32 int32\n");
}

/// No ruleset has all that a cell of an op can say.
#[test]
fn a_cell_of_an_op_without_a_dtype_is_an_error_that_names_the_op() {
    let root = copy_of_the_workspace();
    let lines = "
add  = { cells = { \"bool × bool scalar:int\" = \"-\", \"i8 × i8\" = \"!\", \"i8 × scalar:float\" = \"?\" } }
sqrt = { cells = { bool = \"!\", i8 = \"-\", u8 = \"?\" } }

# What its kernels do";
    edit(root.path(), "dpctl", &[("\n# What its kernels do", lines)]);
    let files = codegen::generate(&catalog(root.path()));
    let changes = files::compare(root.path(), files::GENERATED, &files)
        .unwrap_or_else(|error| panic!("{error}"));
    files::write(root.path(), &changes).unwrap_or_else(|error| panic!("{error}"));
    let told = run(
        root.path(),
        "
        use runtime::{DType::*, Op, Operand, Scalar, rulesets::DPCTL};
        fn tell(op: Op, operands: &[Operand]) {
            let error = DPCTL.op_dtypes(op, operands).unwrap_err();
            println!(\"{}: {error}\", error.kind());
        }
        fn main() {
            tell(Op::Add, &[Bool.into(), Bool.into()]);
            tell(Op::Add, &[Scalar::Int.into(), Bool.into()]);
            tell(Op::Add, &[I8.into(), I8.into()]);
            tell(Op::Add, &[I8.into(), Scalar::Float.into()]);
            [Bool, I8, U8].map(|dtype| tell(Op::Sqrt, &[dtype.into()]));
        }
        ",
    );
    let wanted = "\
op_not_promoted: dpctl 0.21 refuses add of bool × bool: cast one of them to another dtype first
op_not_promoted: dpctl 0.21 refuses add of bool × Python int: cast the tensor to another dtype first
op_refused: dpctl 0.21 has no add of int8 × int8, though it promotes them: cast one of them to another dtype first
op_unknown: no source says what add of int8 × Python float gives in dpctl 0.21: cast the tensor to another dtype first
op_refused: dpctl 0.21 has no sqrt of bool: cast it to another dtype first
op_not_promoted: dpctl 0.21 refuses sqrt of int8: cast it to another dtype first
op_unknown: no source says what sqrt of uint8 gives in dpctl 0.21: cast it to another dtype first
";
    assert_eq!(told, wanted);
}

#[test]
fn a_ruleset_taken_out_leaves_no_file_behind() {
    let root = copy_of_the_workspace();
    fs::remove_file(root.path().join("spec/frameworks/megengine.toml"))
        .unwrap_or_else(|error| panic!("{error}"));
    let files = codegen::generate(&catalog(root.path()));
    let changes = files::compare(root.path(), files::GENERATED, &files)
        .unwrap_or_else(|error| panic!("{error}"));
    let left: Vec<&str> = changes
        .iter()
        .filter(|change| change.kind == ChangeKind::LeftOver)
        .map(|change| change.path.as_str())
        .collect();
    assert_eq!(left, ["runtime/src/generated/rulesets/megengine.rs"]);
    files::write(root.path(), &changes).unwrap_or_else(|error| panic!("{error}"));
    assert!(!root.path().join(left[0]).exists());
    assert_eq!(
        files::compare(root.path(), files::GENERATED, &files)
            .unwrap_or_else(|error| panic!("{error}")),
        []
    );
}

/// `spec/`, `rules/src/` and `runtime/src/`, where nothing else sees them.
fn copy_of_the_workspace() -> TempDir {
    let root = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in ["spec", "rules/src", "conformance/observed/src", "runtime/src"] {
        copy(&workspace.join(folder), &root.path().join(folder));
    }
    root
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap_or_else(|error| panic!("{error}"));
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{error}")) {
        let entry = entry.unwrap_or_else(|error| panic!("{error}"));
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to),
            false => fs::copy(entry.path(), to).map(drop).unwrap_or_else(|error| panic!("{error}")),
        }
    }
}

fn edit(root: &Path, ruleset: &str, edits: &[(&str, &str)]) {
    let path = root.join(format!("spec/frameworks/{ruleset}.toml"));
    let mut text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
    for (from, to) in edits {
        assert_eq!(text.matches(from).count(), 1, "`{from}` stands once in {}", path.display());
        text = text.replace(from, to);
    }
    fs::write(path, text).unwrap_or_else(|error| panic!("{error}"));
}

fn catalog(root: &Path) -> Catalog {
    let sources = codegen::load(&root.join("spec"), "spec");
    codegen::lower(&sources)
        .unwrap_or_else(|mistakes| panic!("{}", diagnostic::render(&mistakes, &sources, false)))
}

/// A committed snapshot, without its header.
fn snapshot(name: &str) -> String {
    let name = name.replace('/', "_");
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snapshots/{name}.snap"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let body = text
        .splitn(3, "---\n")
        .nth(2)
        .unwrap_or_else(|| panic!("{} has no header", path.display()));
    body.to_owned()
}

/// The cells in which two drawings of one table differ.
fn differing_words(one: &str, other: &str) -> Vec<String> {
    let heads: Vec<&str> = one.lines().next().unwrap_or_default().split_whitespace().collect();
    let mut cells = Vec::new();
    for (one, other) in one.lines().zip(other.lines()).skip(1) {
        let [one, other] = [one, other].map(|line| line.split_whitespace().collect::<Vec<_>>());
        let words = one.iter().zip(&other).skip(1).zip(&heads);
        cells.extend(
            words
                .filter(|((one, other), _)| one != other)
                .map(|((from, to), head)| format!("{} × {head}: {from} → {to}", one[0])),
        );
    }
    cells
}

/// Asks the copied runtime for int8 × uint8 and uint8 × int8 under MindSpore's rules.
fn ask(root: &Path) -> String {
    let program = "
        use runtime::{DType, rulesets::MINDSPORE};
        fn main() {
            let ask = |lhs, rhs| MINDSPORE.promote(lhs, rhs).map_or(\"refused\", DType::name);
            println!(\"{} {}\", ask(DType::I8, DType::U8), ask(DType::U8, DType::I8));
        }
    ";
    run(root, program)
}

/// Compiles the copied runtime and a program with it; what the program prints.
fn run(root: &Path, program: &str) -> String {
    fs::write(root.join("ask.rs"), program).unwrap_or_else(|error| panic!("{error}"));
    let library = ["--crate-type", "rlib", "--crate-name"];
    rustc(root, &[&library[..], &["rules", "rules/src/lib.rs"]].concat());
    let rules = ["--extern", "rules=librules.rlib"];
    rustc(root, &[&library[..], &["runtime", "runtime/src/lib.rs"], &rules].concat());
    rustc(root, &["--extern", "runtime=libruntime.rlib", "-L", ".", "ask.rs"]);
    let program = root.join("ask").with_extension(std::env::consts::EXE_EXTENSION);
    let output = Command::new(program).output().unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn rustc(root: &Path, args: &[&str]) {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output =
        Command::new(rustc).current_dir(root).args(["--edition", "2024"]).args(args).output();
    let output = output.unwrap_or_else(|error| panic!("cannot run rustc: {error}"));
    assert!(
        output.status.success(),
        "rustc {args:?}:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
