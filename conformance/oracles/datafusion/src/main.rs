//! Questions on standard input → what DataFusion's operators give, on standard output, a line each.
//!
//! A question is an operator and its operands, between tabs: a column `i8:1,255`, elements by their bits, or a
//! literal `int:-1`, `float:1.5`, `bool:1`. `cast i8` takes one operand. The answer is `ok`, the dtype that comes
//! out, that in which is computed and the elements, or `refused` or `failed` and why.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, BooleanArray, RecordBatch, RecordBatchOptions, make_array};
use arrow::array::{ArrayData, cast::AsArray};
use arrow::buffer::Buffer;
use arrow::datatypes::{DataType, Field, Schema};
use datafusion_common::ScalarValue;
use datafusion_expr::Operator;
use datafusion_expr::type_coercion::binary::BinaryTypeCoercer;
use datafusion_physical_expr::PhysicalExpr;
use datafusion_physical_expr::expressions::{CastExpr, Column, Literal, binary, negative, not};

/// Why there is no answer.
enum Failure {
    /// The rule has no common type.
    Refused(String),
    /// It has one, and nothing computes it.
    Failed(String),
}

/// An operand: its type and what makes it.
struct Operand {
    dtype: DataType,
    column: Option<ArrayRef>,
    literal: Option<ScalarValue>,
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        match answer(&line?) {
            Ok(text) => writeln!(out, "ok\t{text}")?,
            Err(Failure::Refused(why)) => writeln!(out, "refused\t{}", one_line(&why))?,
            Err(Failure::Failed(why)) => writeln!(out, "failed\t{}", one_line(&why))?,
        }
        out.flush()?;
    }
    Ok(())
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\t'], " ")
}

fn failed(error: impl ToString) -> Failure {
    Failure::Failed(error.to_string())
}

fn answer(line: &str) -> Result<String, Failure> {
    let mut words = line.split('\t');
    let op = words.next().unwrap_or_default();
    let operands: Vec<Operand> = words.map(operand).collect::<Result<_, _>>()?;
    if let Some(code) = op.strip_prefix("cast ") {
        let [one] = operands.as_slice() else { return Err(failed("cast takes one operand")) };
        return cast(one, &dtype(code)?);
    }
    if let (true, [one]) = (matches!(op, "neg" | "not"), operands.as_slice()) {
        return single(op, one);
    }
    let op = operator(op)?;
    let [left, right] = operands.as_slice() else { return Err(failed("two operands")) };
    // The rule: what both are converted to, and what comes out.
    let rule = BinaryTypeCoercer::new(&left.dtype, &op, &right.dtype);
    let refused =
        |error: datafusion_common::DataFusionError| Failure::Refused(error.strip_backtrace());
    let (to_left, to_right) = rule.get_input_types().map_err(refused)?;
    let gives = rule.get_result_type().map_err(refused)?;
    // The operator itself, on operands so converted.
    let (schema, batch) = batch(&operands)?;
    let left = converted(left, 0, &to_left);
    let right = converted(right, 1, &to_right);
    let expression = binary(left, op, right, &schema).map_err(failed)?;
    let result = expression.evaluate(&batch).map_err(failed)?;
    let array = result.into_array(batch.num_rows()).map_err(failed)?;
    // Of decimals the operator may have a digit more than the rule says.
    if code(array.data_type()) != code(&gives) {
        return Err(failed(format!("the rule gives {gives}, the operator {}", array.data_type())));
    }
    Ok(format!("{}\t{}\t{}", code(&gives), code(&to_left), elements(&array)))
}

fn single(op: &str, one: &Operand) -> Result<String, Failure> {
    let (schema, batch) = batch(std::slice::from_ref(one))?;
    let plain = converted(one, 0, &one.dtype);
    let expression = match op {
        "neg" => negative(plain, &schema).map_err(failed)?,
        _ => not(plain).map_err(failed)?,
    };
    let array = expression.evaluate(&batch).and_then(|value| value.into_array(batch.num_rows()));
    let array = array.map_err(failed)?;
    Ok(format!("{}\t{}\t{}", code(array.data_type()), code(&one.dtype), elements(&array)))
}

fn cast(one: &Operand, to: &DataType) -> Result<String, Failure> {
    let (_, batch) = batch(std::slice::from_ref(one))?;
    let expression = converted(one, 0, to);
    let array = expression.evaluate(&batch).and_then(|value| value.into_array(batch.num_rows()));
    let array = array.map_err(failed)?;
    Ok(format!("{}\t{}\t{}", code(to), code(to), elements(&array)))
}

/// An operand as the type that the rule says.
fn converted(operand: &Operand, place: usize, to: &DataType) -> Arc<dyn PhysicalExpr> {
    let plain: Arc<dyn PhysicalExpr> = match &operand.literal {
        Some(literal) => Arc::new(Literal::new(literal.clone())),
        None => Arc::new(Column::new(&format!("x{place}"), place)),
    };
    match operand.dtype == *to {
        true => plain,
        false => Arc::new(CastExpr::new(plain, to.clone(), None)),
    }
}

/// The columns among the operands; a literal's place has a column that nothing reads.
fn batch(operands: &[Operand]) -> Result<(Schema, RecordBatch), Failure> {
    let rows =
        operands.iter().find_map(|one| one.column.as_ref().map(|column| column.len())).unwrap_or(1);
    let unread: ArrayRef = Arc::new(BooleanArray::from(vec![false; rows]));
    let columns: Vec<ArrayRef> =
        operands.iter().map(|one| one.column.clone().unwrap_or_else(|| unread.clone())).collect();
    let fields: Vec<Field> = columns
        .iter()
        .enumerate()
        .map(|(place, column)| Field::new(format!("x{place}"), column.data_type().clone(), true))
        .collect();
    let schema = Schema::new(fields);
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    let batch = RecordBatch::try_new_with_options(Arc::new(schema.clone()), columns, &options);
    Ok((schema, batch.map_err(failed)?))
}

fn operand(word: &str) -> Result<Operand, Failure> {
    let (kind, value) =
        word.split_once(':').ok_or_else(|| failed(format!("no operand: {word}")))?;
    let literal = match kind {
        "bool" if !value.contains(',') && value.ends_with('!') => {
            Some(ScalarValue::from(value == "1!"))
        }
        // An SQL literal is an Int64, a UInt64 where that cannot hold it, or else a Float64.
        "int" => Some(match (value.parse::<i64>(), value.parse::<u64>()) {
            (Ok(number), _) => ScalarValue::from(number),
            (_, Ok(number)) => ScalarValue::from(number),
            _ => ScalarValue::from(value.parse::<f64>().map_err(failed)?),
        }),
        "float" => Some(ScalarValue::from(value.parse::<f64>().map_err(failed)?)),
        _ => None,
    };
    if let Some(literal) = literal {
        return Ok(Operand { dtype: literal.data_type(), column: None, literal: Some(literal) });
    }
    let dtype = dtype(kind)?;
    let bits = value.split(',').filter(|bits| !bits.is_empty()).map(str::parse::<u64>);
    let bits: Vec<u64> = bits.collect::<Result<_, _>>().map_err(failed)?;
    let column = column(&dtype, &bits)?;
    Ok(Operand { dtype, column: Some(column), literal: None })
}

/// A column of these elements.
fn column(dtype: &DataType, bits: &[u64]) -> Result<ArrayRef, Failure> {
    if *dtype == DataType::Boolean {
        return Ok(Arc::new(BooleanArray::from_iter(bits.iter().map(|&bit| Some(bit != 0)))));
    }
    let width = dtype.primitive_width().ok_or_else(|| failed("no primitive type"))?;
    let bytes: Vec<u8> =
        bits.iter().flat_map(|one| one.to_le_bytes().into_iter().take(width)).collect();
    let data = ArrayData::builder(dtype.clone())
        .len(bits.len())
        .add_buffer(Buffer::from(bytes))
        .align_buffers(true);
    data.build().map(make_array).map_err(failed)
}

/// The elements of a column by their bits, and `null` where there is none.
fn elements(array: &ArrayRef) -> String {
    let one = |place: usize| -> String {
        if array.is_null(place) {
            return "null".to_owned();
        }
        if *array.data_type() == DataType::Boolean {
            return u8::from(array.as_boolean().value(place)).to_string();
        }
        let data = array.to_data();
        let width = array.data_type().primitive_width().unwrap_or(1);
        let bytes = &data.buffers()[0].as_slice()[(data.offset() + place) * width..][..width];
        bytes.iter().rev().fold(0_u128, |all, &byte| all << 8 | u128::from(byte)).to_string()
    };
    (0..array.len()).map(one).collect::<Vec<_>>().join(",")
}

/// The spec's codes and Arrow's types.
const DTYPES: [(&str, DataType); 12] = [
    ("bool", DataType::Boolean),
    ("i8", DataType::Int8),
    ("i16", DataType::Int16),
    ("i32", DataType::Int32),
    ("i64", DataType::Int64),
    ("u8", DataType::UInt8),
    ("u16", DataType::UInt16),
    ("u32", DataType::UInt32),
    ("u64", DataType::UInt64),
    ("f16", DataType::Float16),
    ("f32", DataType::Float32),
    ("f64", DataType::Float64),
];

fn dtype(code: &str) -> Result<DataType, Failure> {
    let found = DTYPES.iter().find(|(known, _)| *known == code);
    found.map(|(_, dtype)| dtype.clone()).ok_or_else(|| failed(format!("no dtype: {code}")))
}

/// A code, or Arrow's name of a type that the spec does not have.
fn code(dtype: &DataType) -> String {
    let found = DTYPES.iter().find(|(_, known)| known == dtype);
    match (found, dtype) {
        (Some((code, _)), _) => (*code).to_owned(),
        (None, DataType::Decimal128(..)) => "Decimal128".to_owned(),
        (None, other) => other.to_string(),
    }
}

fn operator(op: &str) -> Result<Operator, Failure> {
    Ok(match op {
        "+" => Operator::Plus,
        "-" => Operator::Minus,
        "*" => Operator::Multiply,
        "/" => Operator::Divide,
        "%" => Operator::Modulo,
        "=" => Operator::Eq,
        "!=" => Operator::NotEq,
        "<" => Operator::Lt,
        "<=" => Operator::LtEq,
        ">" => Operator::Gt,
        ">=" => Operator::GtEq,
        "&" => Operator::BitwiseAnd,
        "|" => Operator::BitwiseOr,
        "^" => Operator::BitwiseXor,
        "<<" => Operator::BitwiseShiftLeft,
        ">>" => Operator::BitwiseShiftRight,
        "and" => Operator::And,
        "or" => Operator::Or,
        _ => return Err(failed(format!("no operator: {op}"))),
    })
}
