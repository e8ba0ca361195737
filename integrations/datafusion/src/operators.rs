//! Operators of SQL on numbers → functions of a ruleset, or an error that shows where the operands stand.

use datafusion::common::{DFSchema, Diagnostic, Result, ScalarValue, Span};
use datafusion::error::DataFusionError;
use datafusion::logical_expr::planner::{ExprPlanner, PlannerResult, RawBinaryExpr};
use datafusion::logical_expr::sqlparser::ast::BinaryOperator;
use datafusion::logical_expr::{Expr, ExprSchemable, lit};
use runtime::{DType, Kind, Number, Op};

use crate::dtype::{dtype_of, number};
use crate::rewrite::{call, field_of, known};
use crate::{Error, Rules, literals};

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
    if let Some(value) = expr.as_literal() {
        return literal(value).map(Operand::Literal);
    }
    if let Expr::Negative(inner) = expr
        && let Some(Operand::Literal(number)) = operand(inner, schema)
    {
        return match number {
            Number::Int(value) => Some(Operand::Literal(Number::Int(value.checked_neg()?))),
            Number::Float(value) => Some(Operand::Literal(Number::Float(-value))),
            _ => None,
        };
    }
    field_of(expr, schema).and_then(|field| dtype_of(&field)).map(Operand::Column)
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
        if let (Operand::Literal(lhs), Operand::Literal(rhs)) = (&left, &right) {
            let computed = literals::computed(op, *lhs, *rhs);
            return computed.map(PlannerResult::Planned).map_err(|why| {
                let expression = format!("{lhs} {} {rhs}", raw.op);
                Error::Literals { expression, why }.into()
            });
        }
        if self.is_datafusions(op, &left, &right) {
            return Ok(PlannerResult::Original(raw));
        }
        let [left_expr, right_expr] =
            [(left, &raw.left), (right, &raw.right)].map(|(operand, expr)| match operand {
                Operand::Column(_) => known(&self.rules, expr.clone(), schema),
                // An int that SQL has no literal of is one as a text.
                Operand::Literal(number) => {
                    literals::expr_of(number).unwrap_or_else(|| lit(number.to_string()))
                }
            });
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
        let (dtype, same, operands) = match (left, right) {
            (Operand::Column(left), Operand::Column(right)) => {
                (*left, left == right, [(*left).into(), (*right).into()])
            }
            (Operand::Column(dtype), Operand::Literal(number)) => {
                (*dtype, holds(*dtype, *number), [(*dtype).into(), number.operand()])
            }
            (Operand::Literal(number), Operand::Column(dtype)) => {
                (*dtype, holds(*dtype, *number), [number.operand(), (*dtype).into()])
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
            && ruleset.op_dtypes(op, &operands).is_ok_and(|dtypes| {
                // A comparison in another dtype than the operands' could round them.
                dtypes.compute == dtype && dtypes.result == DType::Bool
            })
    }
}

/// Whether a number is an integer that a dtype has.
fn holds(dtype: DType, number: Number) -> bool {
    match (number, dtype.iinfo()) {
        (Number::Int(value), Some(info)) => (info.min..=info.max).contains(&value),
        _ => false,
    }
}

/// Where an operand stands in the query, if it is a column or has one inside.
fn span(expr: &Expr) -> Option<Span> {
    let columns = expr.column_refs();
    Span::union_iter(columns.into_iter().filter_map(|column| column.spans.first()))
}

fn located(error: DataFusionError, spans: [Option<Span>; 2], rules: &Rules) -> DataFusionError {
    let message = Error::of(&error).map_or_else(|| error.to_string(), ToString::to_string);
    let place = Span::union_iter(spans.into_iter().flatten());
    let prefix = rules.prefix();
    let help = format!("write the cast that you mean, such as {prefix}_cast(a, 'int32')");
    error.with_diagnostic(Diagnostic::new_error(message, place).with_help(help, None))
}
