//! Operators of SQL on numbers → functions of a ruleset, or an error that shows where the operands stand.

use datafusion::common::{DFSchema, Diagnostic, Result, ScalarValue, Span};
use datafusion::error::DataFusionError;
use datafusion::logical_expr::planner::{ExprPlanner, PlannerResult, RawBinaryExpr};
use datafusion::logical_expr::sqlparser::ast::BinaryOperator;
use datafusion::logical_expr::{Expr, ExprSchemable, lit};
use runtime::{DType, Kind, Number, Op};

use crate::Rules;
use crate::dtype::{dtype_of, number};
use crate::rewrite::call;

/// Plans operators by a ruleset.
#[derive(Debug)]
pub(crate) struct Operators {
    rules: Rules,
}

impl Operators {
    pub(crate) fn new(rules: Rules) -> Operators {
        Operators { rules }
    }
}

/// The op that an operator is; `None` of those that are not on numbers.
fn op_of(operator: &BinaryOperator) -> Option<Op> {
    Some(match operator {
        BinaryOperator::Plus => Op::Add,
        BinaryOperator::Minus => Op::Subtract,
        BinaryOperator::Multiply => Op::Multiply,
        BinaryOperator::Divide => Op::Divide,
        BinaryOperator::Modulo => Op::Remainder,
        BinaryOperator::DuckIntegerDivide => Op::FloorDivide,
        BinaryOperator::Eq => Op::Equal,
        BinaryOperator::NotEq => Op::NotEqual,
        BinaryOperator::Lt => Op::Less,
        BinaryOperator::LtEq => Op::LessEqual,
        BinaryOperator::Gt => Op::Greater,
        BinaryOperator::GtEq => Op::GreaterEqual,
        BinaryOperator::BitwiseAnd => Op::BitwiseAnd,
        BinaryOperator::BitwiseOr => Op::BitwiseOr,
        BinaryOperator::BitwiseXor | BinaryOperator::PGBitwiseXor => Op::BitwiseXor,
        BinaryOperator::PGBitwiseShiftLeft => Op::BitwiseLeftShift,
        BinaryOperator::PGBitwiseShiftRight => Op::BitwiseRightShift,
        _ => return None,
    })
}

/// What an operand is, if it is a number.
enum Operand {
    Column(DType),
    Literal(Number),
}

fn operand(expr: &Expr, schema: &DFSchema) -> Option<Operand> {
    let negated = match expr {
        Expr::Negative(inner) => inner.as_literal(),
        _ => None,
    };
    if let Some(value) = negated {
        return match literal(value)? {
            Number::Int(value) => Some(Operand::Literal(Number::Int(-value))),
            Number::Float(value) => Some(Operand::Literal(Number::Float(-value))),
            _ => None,
        };
    }
    match expr.as_literal() {
        Some(value) => literal(value).map(Operand::Literal),
        None => {
            let (_, field) = expr.to_field(schema).ok()?;
            dtype_of(&field).map(Operand::Column)
        }
    }
}

/// A number that SQL writes without quotes.
fn literal(value: &ScalarValue) -> Option<Number> {
    number(value).filter(|_| value.try_as_str().is_none())
}

impl ExprPlanner for Operators {
    fn plan_binary_op(
        &self,
        raw: RawBinaryExpr,
        schema: &DFSchema,
    ) -> Result<PlannerResult<RawBinaryExpr>> {
        let operands = (operand(&raw.left, schema), operand(&raw.right, schema));
        let (Some(op), (Some(left), Some(right))) = (op_of(&raw.op), operands) else {
            return Ok(PlannerResult::Original(raw));
        };
        let [Some(left_expr), Some(right_expr)] =
            [(&left, &raw.left), (&right, &raw.right)].map(|(operand, expr)| match operand {
                Operand::Column(_) => Some(expr.clone()),
                Operand::Literal(number) => python_literal(*number),
            })
        else {
            return Ok(PlannerResult::Original(raw));
        };
        match (&left, &right) {
            (Operand::Literal(lhs), Operand::Literal(rhs)) => {
                return Ok(match of_literals(op, *lhs, *rhs).and_then(python_literal) {
                    Some(result) => PlannerResult::Planned(result),
                    None => PlannerResult::Original(raw),
                });
            }
            (left, right) if self.is_datafusions(op, left, right) => {
                return Ok(PlannerResult::Original(raw));
            }
            _ => {}
        }
        let spans = [&raw.left, &raw.right].map(span);
        let planned = call(&self.rules, op, vec![left_expr, right_expr]);
        match planned.to_field(schema) {
            Ok(_) => Ok(PlannerResult::Planned(planned)),
            Err(error) => Err(located(error, spans, &self.rules)),
        }
    }
}

impl Operators {
    /// Whether DataFusion's operator gives what the ruleset does: comparisons of integers of one dtype, and with
    /// integers that the dtype holds. They stay as they are, so that files are pruned and tables joined by them.
    fn is_datafusions(&self, op: Op, left: &Operand, right: &Operand) -> bool {
        let (dtype, same) = match (left, right) {
            (Operand::Column(left), Operand::Column(right)) => (*left, left == right),
            (Operand::Column(dtype), Operand::Literal(number))
            | (Operand::Literal(number), Operand::Column(dtype)) => {
                let held = match (number, dtype.iinfo()) {
                    (Number::Int(value), Some(info)) => (info.min..=info.max).contains(value),
                    _ => false,
                };
                (*dtype, held)
            }
            (Operand::Literal(_), Operand::Literal(_)) => return false,
        };
        let integers = matches!(dtype.kind(), Kind::Bool | Kind::Int | Kind::Uint);
        let compares = matches!(
            op,
            Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual
        );
        let ruleset = self.rules.ruleset();
        compares
            && same
            && integers
            && !dtype.is_narrow()
            && ruleset.op_dtypes(op, &[dtype.into(), dtype.into()]).is_ok_and(|dtypes| {
                // A comparison in another dtype than the operands' could round them.
                dtypes.compute == dtype && dtypes.result == DType::Bool
            })
    }
}

/// A number as a literal that a function takes for a Python scalar; `None` of a NaN, which SQL has no literal of.
fn python_literal(number: Number) -> Option<Expr> {
    Some(match number {
        Number::Bool(value) => lit(value),
        Number::Int(value) => match i64::try_from(value) {
            Ok(value) => lit(value),
            Err(_) => lit(u64::try_from(value).ok()?),
        },
        Number::Float(value) => lit(value),
        _ => return None,
    })
}

/// Two literals are Python's own business: `7 / 2` is 3.5, and `-7 % 3` is 2.
fn of_literals(op: Op, lhs: Number, rhs: Number) -> Option<Number> {
    #[expect(clippy::cast_precision_loss, reason = "Python rounds an int to the nearest float")]
    let float = |number| match number {
        Number::Int(value) => Some(value as f64),
        Number::Float(value) => Some(value),
        _ => None,
    };
    if let (Number::Int(lhs), Number::Int(rhs)) = (lhs, rhs) {
        let result = match op {
            Op::Add => lhs.checked_add(rhs),
            Op::Subtract => lhs.checked_sub(rhs),
            Op::Multiply => lhs.checked_mul(rhs),
            Op::FloorDivide if rhs != 0 => lhs.checked_sub(lhs.rem_euclid(rhs))?.checked_div(rhs),
            Op::Remainder if rhs > 0 => Some(lhs.rem_euclid(rhs)),
            Op::Divide if rhs != 0 => {
                return Some(Number::Float(float(Number::Int(lhs))? / float(Number::Int(rhs))?));
            }
            _ => None,
        };
        return result.map(Number::Int);
    }
    let (lhs, rhs) = (float(lhs)?, float(rhs)?);
    let result = match op {
        Op::Add => lhs + rhs,
        Op::Subtract => lhs - rhs,
        Op::Multiply => lhs * rhs,
        Op::Divide if rhs != 0.0 => lhs / rhs,
        _ => return None,
    };
    Some(Number::Float(result))
}

/// Where an operand stands in the query, if it is a column or has one inside.
fn span(expr: &Expr) -> Option<Span> {
    let columns = expr.column_refs();
    Span::union_iter(columns.into_iter().filter_map(|column| column.spans.first()))
}

fn located(error: DataFusionError, spans: [Option<Span>; 2], rules: &Rules) -> DataFusionError {
    let message = crate::Error::of(&error).map_or_else(|| error.to_string(), ToString::to_string);
    let place = Span::union_iter(spans.into_iter().flatten());
    let prefix = rules.prefix();
    let help = format!("write the cast that you mean, such as {prefix}_cast(a, 'int32')");
    error.with_diagnostic(Diagnostic::new_error(message, place).with_help(help, None))
}
