//! Policies: points on which frameworks differ apart from dtypes, and what each value means.

/// One policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// `float_to_int`
    pub name: String,
    /// What it decides.
    pub doc: String,
    /// The values it can have.
    pub values: Vec<PolicyValue>,
    /// The value of a ruleset that states none, as a place among the values.
    pub default: usize,
}

/// One value of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyValue {
    /// `saturate`
    pub name: String,
    /// What it means.
    pub doc: String,
}
