//! Dtypes and rulesets are written as their names, and read back from them.

#![cfg(feature = "serde")]

use concord_runtime::{DType, Ruleset, rulesets};

#[test]
fn every_dtype_is_its_public_name() {
    for dtype in DType::ALL {
        let text = serde_json::to_string(&dtype).unwrap_or_else(|error| panic!("{dtype}: {error}"));
        assert_eq!(text, format!("\"{dtype}\""));
        assert_eq!(serde_json::from_str::<DType>(&text).ok(), Some(dtype), "{text}");
    }
}

#[test]
fn every_ruleset_is_its_name() {
    for &ruleset in rulesets::ALL {
        let text =
            serde_json::to_string(&ruleset).unwrap_or_else(|error| panic!("{ruleset}: {error}"));
        assert_eq!(text, format!("\"{ruleset}\""));
        assert_eq!(serde_json::from_str::<Ruleset>(&text).ok(), Some(ruleset), "{text}");
    }
}

#[test]
fn a_name_of_nothing_is_an_error_that_helps() {
    let error = serde_json::from_str::<DType>("\"flaot16\"").map_err(|error| error.to_string());
    assert_eq!(error, Err("no dtype is called `flaot16`: did you mean `float16`?".to_owned()));
    let error = serde_json::from_str::<Ruleset>("\"mindspor\"").map_err(|error| error.to_string());
    assert_eq!(error, Err("no ruleset is called `mindspor`: did you mean `mindspore`?".to_owned()));
}

#[cfg(feature = "kernels")]
#[path = "serde/tensors.rs"]
mod tensors;
