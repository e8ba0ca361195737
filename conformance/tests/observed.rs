//! Every ruleset against the runs of its framework: each difference is declared in the spec, and real.

use codegen::catalog::{
    Asked, Aspect, Catalog, DifferenceCell, DifferenceOf, Id, ObservedDifference, Operand, Ruleset,
    Triples,
};
use conformance::{catalog, dtype, observations};
use observed::conformity::{self, Conformity};
use runtime::{Casting, DType};

fn hold(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observed: &codegen::catalog::Observed,
    observation: &observed::Observation,
) -> Conformity {
    conformity::compare(catalog, ruleset, observed, observation)
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_difference_is_declared() {
    let catalog = catalog();
    let observations = observations::all(&catalog);
    let mut open = String::new();
    for (ruleset, observed, observation) in observations::held(&catalog, &observations) {
        let Conformity { counts, undeclared, stale } =
            hold(&catalog, ruleset, observed, observation);
        observations::tell(&format!(
            "{} and {} {} ({})",
            ruleset.name, observation.framework, observation.version, observed.view
        ));
        for (aspect, count) in counts {
            observations::tell(&format!(
                "  {:<10} {:>5} agree, {:>4} differ, {:>4} of which the ruleset does not speak",
                aspect.name(),
                count.agreed,
                count.differed,
                count.silent,
            ));
        }
        open += &conformity::report(&catalog, ruleset, observed, &undeclared, &stale);
    }
    assert!(open.is_empty(), "\n{open}");
}

/// Without any one declaration the conformity of the framework, or of a device of it, is open.
#[test]
fn every_declaration_is_needed() {
    let catalog = catalog();
    let observations = observations::all(&catalog);
    let held = observations::held(&catalog, &observations);
    let open = |ruleset: &Ruleset, without: &ObservedDifference| {
        let profiles = held.iter().filter(|(other, ..)| other.file() == ruleset.file());
        profiles.into_iter().any(|(other, observed, seen)| {
            let (mut other, mut observed) = ((*other).clone(), (*observed).clone());
            other.observed_differences.retain(|one| one != without);
            other.base = None;
            observed.about.retain(|&aspect| is_of(&without.of, aspect));
            !hold(&catalog, &other, &observed, seen).undeclared.is_empty()
        })
    };
    let mut tried = 0;
    for ruleset in catalog.rulesets.iter().filter(|ruleset| ruleset.device.is_none()) {
        for one in &ruleset.observed_differences {
            if !matches!(one.of, DifferenceOf::Values(..) | DifferenceOf::Calls(..)) {
                assert!(open(ruleset, one), "{}: not needed: {one:?}", ruleset.name);
                tried += 1;
            }
        }
    }
    observations::tell(&format!("{tried} declarations are needed, each by itself"));
    assert!(tried > 0);
}

/// Whether a declaration speaks of an aspect.
fn is_of(declared: &DifferenceOf, aspect: Aspect) -> bool {
    match declared {
        DifferenceOf::Ops(..) => {
            matches!(aspect, Aspect::Promotion | Aspect::Scalars | Aspect::Ops)
        }
        DifferenceOf::Nary(..) => aspect == Aspect::Nary,
        DifferenceOf::Defaults(_) => aspect == Aspect::Defaults,
        DifferenceOf::Names(_) => aspect == Aspect::Names,
        DifferenceOf::Values(..) => aspect == Aspect::Values,
        DifferenceOf::Calls(..) => aspect == Aspect::Calls,
    }
}

/// A declaration of what is not so is found, of every aspect.
#[test]
fn a_false_declaration_is_found() {
    let catalog = catalog();
    let observations = observations::all(&catalog);
    for (ruleset, observed, observation) in observations::held(&catalog, &observations) {
        let (first, last) = (ruleset.dtypes[0], ruleset.dtypes[ruleset.dtypes.len() - 1]);
        let pair = Asked::Pair(Operand::Tensor(first), Operand::Tensor(last));
        let cell = DifferenceCell::Asked(pair);
        let sides = [first, last, first].map(|id| vec![id]);
        let triples =
            |some: Option<&str>| Triples { sides: sides.clone(), some: some.map(str::to_owned) };
        let claims = [
            DifferenceOf::Ops(vec!["add".to_owned()], vec![cell]),
            DifferenceOf::Nary(vec!["concat".to_owned()], vec![triples(None)]),
            DifferenceOf::Nary(vec!["concat".to_owned()], vec![triples(Some("any × any × any"))]),
            DifferenceOf::Defaults(vec!["integral".to_owned()]),
            DifferenceOf::Names(vec!["nonsense".to_owned()]),
        ];
        for of in claims {
            let mut with = ruleset.clone();
            with.observed_differences.push(ObservedDifference {
                source: observed.source,
                of: of.clone(),
                devices: Vec::new(),
                rule: "i8".to_owned(),
                run: "u64".to_owned(),
                some_values: false,
                why: String::new(),
            });
            let spoken = hold(&catalog, ruleset, observed, observation);
            let conformity = hold(&catalog, &with, observed, observation);
            let speaks = |name| spoken.counts.iter().any(|(aspect, _)| aspect.name() == name);
            let heard = match &of {
                DifferenceOf::Defaults(_) => speaks("defaults"),
                DifferenceOf::Names(_) => speaks("names"),
                DifferenceOf::Nary(..) => speaks("nary"),
                _ => speaks("promotion"),
            };
            assert_eq!(
                conformity.stale.len() > spoken.stale.len(),
                heard,
                "{}: {of:?}",
                ruleset.name
            );
        }
    }
}

/// Dtypes whose kind a framework does not see: NumPy decides `same_kind` by kind, and to it ml_dtypes'
/// bfloat16 and complex32 have none; nor is a float safe in its complex32. Of its narrow dtypes some have no
/// cast to each other, and some casts that lose values are safe to it, while others that lose none are not. The
/// runtime's definitions are by kind and value for every dtype.
const KINDLESS: [(&str, &str, DType); 4] = [
    ("numpy", "same_kind", DType::Bf16),
    ("numpy", "same_kind", DType::C32),
    ("numpy", "safe", DType::C32),
    ("numpy@1.26", "same_kind", DType::Bf16),
];

/// What a framework says may be cast, the runtime says too.
#[test]
fn what_may_be_cast() {
    let catalog = catalog();
    let observations = observations::all(&catalog);
    let castings = [
        ("no", Casting::No),
        ("equiv", Casting::Equiv),
        ("safe", Casting::Safe),
        ("same_kind", Casting::SameKind),
        ("unsafe", Casting::Unsafe),
    ];
    let (mut compared, mut otherwise) = (0, 0);
    for (ruleset, observed, observation) in observations::held(&catalog, &observations) {
        let Some(view) = observation.view(&observed.view) else { continue };
        let ours = runtime::Ruleset::find(&ruleset.name).unwrap_or_else(|error| panic!("{error}"));
        for (name, from, to, wanted) in &view.can_cast {
            // A casting of the framework's own, which the runtime has no word for.
            let Some((_, casting)) = castings.iter().find(|(known, _)| known == name) else {
                continue;
            };
            let (from, to) = (dtype(*from), dtype(*to));
            let got = ours.can_cast(from, to, *casting);
            let kindless = KINDLESS.iter().any(|(other, casting, dtype)| {
                (*other, *casting) == (ours.name(), name) && [from, to].contains(dtype)
            });
            let of_numpy = KINDLESS.iter().any(|(other, ..)| *other == ours.name());
            let narrow = [from, to].iter().any(|dtype| dtype.is_narrow());
            let of_values = narrow && ["safe", "same_kind", "unsafe"].contains(&name.as_str());
            let kept = kindless || (of_numpy && of_values);
            match got == Ok(*wanted) {
                true => compared += 1,
                false if kept => otherwise += 1,
                false => panic!("{ours}: {name} cast of {from} to {to}: {got:?}, wanted {wanted}"),
            }
        }
    }
    observations::tell(&format!("{compared} casts are allowed or not as the frameworks say"));
    assert!(compared > 0);
    // So that none is added to the exceptions unseen.
    assert_eq!(otherwise, 814, "casts that the exceptions are for");
}

/// What installed packages called the dtypes when they were asked, by `conformance/oracles/ids/dump.py`.
const IDS: &str = include_str!("../observed/ids/ids-2026.11.json");

/// Systems whose ids no Python package can be asked for: one needs its hardware, the others are enums of Rust, which
/// `conformance/exchange` asks.
const UNASKED: [&str; 3] = ["acl", "candle", "burn"];

#[test]
fn ids_are_those_of_installed_packages() {
    let catalog = catalog();
    let observed: serde_json::Value =
        serde_json::from_str(IDS).unwrap_or_else(|error| panic!("{error}"));
    for system in &catalog.id_systems {
        let name = system.name.as_str();
        let told = observed[name]["ids"].as_object();
        let Some(told) = told else {
            assert!(UNASKED.contains(&name), "no package was asked for the ids of {name}");
            continue;
        };
        for id in catalog.ids() {
            let dtype = &catalog.dtype(id).name;
            let ours = system.id(id).map(|id| match id {
                Id::Number(number) => serde_json::json!(number),
                Id::Text(text) => serde_json::json!(text),
                Id::CodeAndBits(code, bits) => serde_json::json!([code, bits]),
            });
            // A package may lack a dtype that its source has; those are narrow.
            if told.contains_key(dtype) || !catalog.dtype(id).is_narrow() {
                assert_eq!(ours.as_ref(), told.get(dtype), "{name}: {dtype}");
            }
        }
        let package = observed[name]["package"].as_str().unwrap_or_default();
        observations::tell(&format!(
            "{name:<14} {:>2} ids are those of {package}",
            system.ids.len()
        ));
    }
}
