//! A mistake in the spec, and how it is shown: where it is, what is wrong, what helps.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use rules::nearest;

use crate::Sources;

/// A range of bytes in one file of [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Which file.
    pub file: usize,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// Something the spec says, and where it says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At<T> {
    /// What is said.
    pub value: T,
    /// Where.
    pub at: Place,
}

/// One mistake, with the places it is about: the first is where to look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which mistake it is.
    pub mistake: Mistake,
    /// Names the thing and what is wrong with it.
    pub message: String,
    /// The places, each with what to say there.
    pub labels: Vec<(Place, String)>,
    /// The file, if no place in it can be shown.
    pub path: Option<String>,
    /// What helps.
    pub help: Option<String>,
}

macro_rules! mistakes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $id:literal,)+) => {
        /// Every mistake the spec can hold.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Mistake {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Mistake {
            /// All of them.
            pub const ALL: &[Mistake] = &[$(Mistake::$variant,)+];

            /// The name shown in brackets: `error[unknown_dtype]`.
            pub fn id(self) -> &'static str {
                match self {
                    $(Mistake::$variant => $id,)+
                }
            }
        }
    };
}

mistakes! {
    /// A file or device whose name cannot be a ruleset's, or is another's.
    RulesetName = "ruleset_name",
    /// A table drawn in two ways.
    TableTwice = "table_drawn_twice",
    /// A file cannot be read, is not UTF-8, or has a name that is not read.
    FileUnreadable = "file_unreadable",
    /// A file is not TOML.
    NotToml = "not_toml",
    /// A key that means nothing here.
    UnknownKey = "unknown_key",
    /// A key that must be here is not.
    KeyMissing = "key_missing",
    /// A value of another type than its key takes.
    WrongType = "wrong_type",
    /// A text that is empty.
    EmptyText = "empty_text",
    /// A word that its key does not take.
    UnknownValue = "unknown_value",
    /// A code that is not a dtype.
    UnknownDtype = "unknown_dtype",
    /// Facts of a dtype that contradict each other.
    DtypeFact = "dtype_fact",
    /// A default of another kind than its key says.
    DefaultOfOtherKind = "default_of_other_kind",
    /// A list of dtypes with a repeated dtype, or not in the order of `dtypes.toml`.
    DtypeOrder = "dtype_order",
    /// A dtype that the framework does not list.
    DtypeNotSupported = "dtype_not_supported",
    /// A grid that is not drawn between `'''`, or has nothing in it.
    GridNotDrawn = "grid_not_drawn",
    /// A dtype of the framework has no row.
    RowMissing = "row_missing",
    /// Two rows for one dtype.
    RowRepeated = "row_repeated",
    /// Rows out of the order of the columns.
    RowOrder = "row_order",
    /// Columns missing, repeated or out of order.
    ColumnOrder = "column_order",
    /// A row with more or fewer cells than there are columns.
    RaggedRow = "ragged_row",
    /// A table that claims symmetry and is not symmetric.
    AsymmetricCell = "asymmetric_cell",
    /// A dtype that is refused with itself.
    RefusedDiagonal = "refused_diagonal",
    /// A cell gives a dtype the framework does not have.
    ResultNotSupported = "result_not_supported",
    /// A cell with a mark that is not declared.
    MarkUnknown = "mark_unknown",
    /// A declared mark that no cell carries.
    MarkUnused = "mark_unused",
    /// A cell that is not written `a × b`, or `a` for an op of one operand.
    CellNotPair = "cell_not_pair",
    /// A cell of an op or of a divergence given twice.
    CellRepeated = "cell_repeated",
    /// A cell of an op that gives what the tables give already.
    CellSaysNothing = "cell_says_nothing",
    /// A framework states the value of a policy that it has already.
    PolicySaysNothing = "policy_says_nothing",
    /// A spelling that two dtypes have, or one dtype twice.
    NameUsedTwice = "name_used_twice",
    /// Two dtypes held by the same Rust type.
    RustTypeUsedTwice = "rust_type_used_twice",
    /// A lattice with a cycle.
    LatticeCycle = "lattice_cycle",
    /// Two dtypes with two nearest upper bounds.
    LatticeTwoBounds = "lattice_two_bounds",
    /// Two dtypes with no upper bound.
    LatticeNoBound = "lattice_no_bound",
    /// A base that is not a ruleset.
    BaseUnknown = "base_unknown",
    /// A base that leads back to itself.
    BaseCycle = "base_cycle",
    /// A device demotes to a dtype it lacks.
    DemotesToMissing = "demotes_to_missing",
    /// A device lacks a dtype that a cell or a default gives, and does not say what it becomes.
    DemoteMissing = "demote_missing",
    /// A device says what becomes of a dtype it does not lack.
    DemoteUnused = "demote_unused",
    /// An op that is not in `ops.toml`.
    OpUnknown = "op_unknown",
    /// An op defined on something that is not a kind.
    OpOnUnknownKind = "op_on_unknown_kind",
    /// A rule of an op that is the one it has already.
    OpRuleSaysNothing = "op_rule_says_nothing",
    /// An op that `[ops]` names twice.
    OpRepeated = "op_repeated",
    /// A source that is not declared.
    SourceUnknown = "source_unknown",
    /// A source that nothing uses.
    SourceUnused = "source_unused",
    /// Two sources of one name.
    SourceRepeated = "source_repeated",
    /// A source with an impossible URL or day.
    SourceFact = "source_fact",
    /// A divergence whose sources agree.
    DivergenceAgrees = "divergence_agrees",
    /// A divergence in which the runtime follows no source.
    DivergenceTakesNeither = "divergence_takes_neither",
    /// A divergence whose runtime cell is not the table's.
    DivergenceNotFollowed = "divergence_not_followed",
    /// A divergence of a run that does not name the rule and one recorded run.
    DivergenceOfRun = "divergence_of_run",
    /// A slip about something the table or the range does not say.
    SlipNotThere = "slip_not_there",
    /// A documented range that is not the dtype's, without a slip that says so.
    RangeWrong = "range_wrong",
}

impl Place {
    /// Starts a diagnostic that points here; `label` stands under the place.
    pub(crate) fn mistake(
        self,
        mistake: Mistake,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            mistake,
            message: message.into(),
            labels: vec![(self, label.into())],
            path: None,
            help: None,
        }
    }
}

impl Diagnostic {
    /// Adds a place.
    pub(crate) fn and(mut self, place: Place, label: impl Into<String>) -> Self {
        self.labels.push((place, label.into()));
        self
    }

    /// Says this at the first place instead.
    pub(crate) fn labelled(mut self, label: String) -> Self {
        self.labels[0].1 = label;
        self
    }

    /// Adds what helps.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// `did you mean …?` if a known word is near, else an empty text.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |near| format!("did you mean `{near}`?"))
}

/// How many mistakes are shown. Whoever has more will correct these first.
const SHOWN: usize = 200;

/// Mistakes as people read them, with the lines they are on.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    for diagnostic in diagnostics.iter().take(SHOWN) {
        text.push_str(&renderer.render(&[group(diagnostic, sources)]));
        text.push_str("\n\n");
    }
    text.push_str(&match diagnostics.len() {
        1 => "1 mistake in the spec\n".to_owned(),
        count if count > SHOWN => {
            format!("{count} mistakes in the spec, the first {SHOWN} of them shown\n")
        }
        count => format!("{count} mistakes in the spec\n"),
    });
    text
}

fn group<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Group<'a> {
    let mut group = Level::ERROR
        .primary_title(&diagnostic.message)
        .id(diagnostic.mistake.id())
        .elements(diagnostic.path.iter().map(Origin::path));
    let mut files: Vec<usize> = Vec::new();
    for (place, _) in &diagnostic.labels {
        if !files.contains(&place.file) {
            files.push(place.file);
        }
    }
    for file in files {
        let text = sources.files[file].text.as_deref().unwrap_or_default();
        let here =
            diagnostic.labels.iter().enumerate().filter(|(_, (place, _))| place.file == file);
        let annotations = here.map(|(index, (place, label))| {
            let kind = match index {
                0 => AnnotationKind::Primary,
                _ => AnnotationKind::Context,
            };
            let annotation = kind.span(within(text, *place));
            match label.is_empty() {
                true => annotation,
                false => annotation.label(label),
            }
        });
        let snippet =
            Snippet::source(text).path(&sources.files[file].path).annotations(annotations);
        group = group.element(snippet);
    }
    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(help)),
        None => group,
    }
}

/// The place as a range of the text, on character boundaries, whatever the place says.
fn within(text: &str, place: Place) -> std::ops::Range<usize> {
    let start = text.floor_char_boundary(place.start);
    let end = text.ceil_char_boundary(place.end.max(start));
    start..end
}
