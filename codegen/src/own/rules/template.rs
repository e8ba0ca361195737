/// The dtypes of the rulesets below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum DType {
    VARIANTS
}

#[allow(dead_code)] // of a program that needs a part of it
impl DType {
    /// Every dtype, in the order of every table.
    pub const ALL: [DType; COUNT] = [LIST];

    /// What the rule engine needs to know of each.
    pub const FACTS: [Facts; COUNT] = [
    FACTS
    ];

    /// The place in [`DType::ALL`].
    pub const fn id(self) -> DTypeId {
        DTypeId(self as u8)
    }

    /// The public name.
    pub const fn name(self) -> &'static str {
        match self {
            NAMES
        }
    }
}

/// The dtype at a place of [`DType::ALL`], which the tables below have no other places than.
impl From<DTypeId> for DType {
    fn from(id: DTypeId) -> DType {
        DType::ALL[id.index()]
    }
}

/// The public name.
impl core::fmt::Display for DType {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// A ruleset: what it calls its dtypes, and its tables.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code)] // of a program that needs a part of it
pub struct Ruleset {
    /// The name: that of its file, and of the device profile.
    pub name: &'static str,
    /// Framework, edition and device.
    pub title: &'static str,
    /// The framework's spellings of its dtypes.
    pub names: &'static [(&'static str, DType)],
    /// Its tables, for the rule engine.
    pub tables: Tables<'static>,
}

#[allow(dead_code)] // of a program that needs a part of it
impl Ruleset {
    /// The dtype that two tensors promote to.
    ///
    /// # Errors
    ///
    /// If the pair is refused, has no kernel, or is not known.
    pub fn promote(&self, lhs: DType, rhs: DType) -> Result<DType, PromotionError<DType>> {
        self.tables.promote(lhs.id(), rhs.id()).map(DType::from).map_err(named)
    }

    /// What two operands promote to: tensors, 0-d or weakly typed ones, or Python scalars.
    ///
    /// # Errors
    ///
    /// If the pair is refused, has no kernel, or is not known.
    pub fn promote_pair(
        &self,
        lhs: Operand<DType>,
        rhs: Operand<DType>,
    ) -> Result<ResultType<DType>, PromotionError<DType>> {
        let [lhs, rhs] = [lhs, rhs].map(|operand| operand.map(DType::id));
        let result = self.tables.promote_all(&[lhs, rhs]).map_err(named)?;
        Ok(ResultType { dtype: result.dtype.into(), weak: result.weak })
    }

    /// The dtype that the framework, or Concord, calls so.
    pub fn dtype(&self, name: &str) -> Option<DType> {
        let own = self.names.iter().find(|(own, _)| *own == name);
        own.map(|&(_, dtype)| dtype).or_else(|| DType::ALL.into_iter().find(|dtype| dtype.name() == name))
    }
}

/// The same error, of dtypes that have names.
fn named(error: PromotionError) -> PromotionError<DType> {
    match error {
        PromotionError::Cell { lhs, rhs, cell } => PromotionError::Cell {
            lhs: lhs.map(DType::from),
            rhs: rhs.map(DType::from),
            cell: match cell {
                Cell::DType(id) => Cell::DType(id.into()),
                Cell::Weak(id) => Cell::Weak(id.into()),
                Cell::Foreign(place) => Cell::Foreign(place),
                Cell::Refused => Cell::Refused,
                Cell::NoKernel => Cell::NoKernel,
                Cell::Unknown => Cell::Unknown,
            },
        },
        PromotionError::Unsupported(id) => PromotionError::Unsupported(id.into()),
        PromotionError::NoTensor => PromotionError::NoTensor,
    }
}

