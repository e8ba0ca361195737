//! Policies: what frameworks choose each in its own way, and what each choice does.

/// One policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// `float_to_int`
    pub name: String,
    /// What is chosen.
    pub doc: String,
    /// The values it can have.
    pub values: Vec<PolicyValue>,
    /// The place of the value that holds where a ruleset states none.
    pub default: usize,
}

/// One value of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyValue {
    /// `saturate`
    pub name: String,
    /// What it does.
    pub doc: String,
}
