"""Records what ONNX allows and what ONNX Runtime does: models of one node, inferred by the one, run by the other."""

import ctypes
import functools
import re

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, shape_inference

import arrays
import edges
import probes
import record
import spec

TYPES = {
    "bool": "BOOL", "i8": "INT8", "i16": "INT16", "i32": "INT32", "i64": "INT64", "u8": "UINT8", "u16": "UINT16",
    "u32": "UINT32", "u64": "UINT64", "f16": "FLOAT16", "bf16": "BFLOAT16", "f32": "FLOAT", "f64": "DOUBLE",
    "c64": "COMPLEX64", "c128": "COMPLEX128",
    "i4": "INT4", "i2": "INT2", "u4": "UINT4", "u2": "UINT2",
    "f8e4m3fn": "FLOAT8E4M3FN", "f8e4m3fnuz": "FLOAT8E4M3FNUZ", "f8e5m2": "FLOAT8E5M2", "f8e5m2fnuz": "FLOAT8E5M2FNUZ",
    "f8e8m0fnu": "FLOAT8E8M0", "f4e2m1fn": "FLOAT4E2M1",
}
CODES = {TensorProto.DataType.Value(name): code for code, name in TYPES.items()}
# ONNX's of the day, and the last one that this ONNX Runtime takes.
OPSET, RUNS = onnx.defs.onnx_opset_version(), 26
IR_VERSION = 10

# An op of the spec → ONNX's and its attributes.
OPS = {
    "add": "Add", "subtract": "Sub", "multiply": "Mul", "divide": "Div", "maximum": "Max", "minimum": "Min",
    "remainder": "Mod", "pow": "Pow", "equal": "Equal", "less": "Less", "less_equal": "LessOrEqual",
    "greater": "Greater", "greater_equal": "GreaterOrEqual", "logical_and": "And", "logical_or": "Or",
    "logical_xor": "Xor", "bitwise_and": "BitwiseAnd", "bitwise_or": "BitwiseOr", "bitwise_xor": "BitwiseXor",
    "bitwise_left_shift": ("BitShift", {"direction": "LEFT"}),
    "bitwise_right_shift": ("BitShift", {"direction": "RIGHT"}),
    "abs": "Abs", "negative": "Neg", "sign": "Sign", "sqrt": "Sqrt", "reciprocal": "Reciprocal", "exp": "Exp",
    "log": "Log", "ceil": "Ceil", "floor": "Floor", "round": "Round", "isnan": "IsNaN", "isinf": "IsInf",
    "logical_not": "Not", "bitwise_invert": "BitwiseNot", "where": "Where", "clip": "Clip", "matmul": "MatMul",
    **{op: op.capitalize() for op in "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh".split()},
    **{op: (f"Reduce{op.capitalize()}", {"keepdims": 0}) for op in "sum prod mean max min".split()},
    "argmax": ("ArgMax", {"keepdims": 0}), "argmin": ("ArgMin", {"keepdims": 0}), "cumulative_sum": "CumSum",
    "fmod": ("Mod", {"fmod": 1}), "sigmoid": "Sigmoid", "relu": "Relu", "concat": ("Concat", {"axis": 0}),
    "cumulative_prod": "CumProd", "take": ("Gather", {"axis": 0}), "take_along_axis": ("GatherElements", {"axis": 0}),
    "nonzero": "NonZero", "tril": ("Trilu", {"upper": 0}), "triu": ("Trilu", {"upper": 1}),
}
OPS = {op: found if isinstance(found, tuple) else (found, {}) for op, found in OPS.items()}


class Tensor:
    """A type and the bits of each element, those of complex numbers as NumPy's."""

    def __init__(self, kind, bits):
        self.kind, self.bits = kind, bits


def tensor(code, bits, shape=None):
    stored = arrays.from_bits(code, f"{'c' if code in edges.PARTS else 'u'}{max(8, edges.BITS[code]) // 8}", bits)
    return Tensor(TensorProto.DataType.Value(TYPES[code]), stored.reshape(-1 if shape is None else shape))


def model(name, attributes, kinds, opset):
    """A node whose inputs have any shape, and whose output has whatever type it gets."""
    names = ["" if kind is None else f"x{place}" for place, kind in enumerate(kinds)]
    inputs = [helper.make_tensor_value_info(one, kind, None) for one, kind in zip(names, kinds) if one]
    node = helper.make_node(name, names, ["y"], **dict(attributes))
    graph = helper.make_graph([node], "one", inputs, [onnx.ValueInfoProto(name="y")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=IR_VERSION)


def inputs_of(op, operands):
    """What its node takes besides the operands, or in their place."""
    if op == "clip":
        value, *bounds = operands
        return [value, *(bound and Tensor(bound.kind, bound.bits[:1].reshape(())) for bound in bounds)]
    if op.startswith("cumulative"):
        return [*operands, tensor("i64", [0], ())]
    return operands


def kinds(inputs):
    """The types of a node's inputs; what is left out has none."""
    return tuple(one and one.kind for one in inputs)


class Nodes(record.View):
    """What both views share: an op is a model of its node."""

    dtypes = tuple(TYPES)
    spelled = {code: name for code, name in zip(TYPES, "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
               "float16 bfloat16 float double complex64 complex128 int4 int2 uint4 uint2 float8e4m3fn float8e4m3fnuz "
               "float8e5m2 float8e5m2fnuz float8e8m0 float4e2m1".split())}
    called = {op: name for op, (name, _) in OPS.items()}

    def __init__(self):
        asked = {op: functools.partial(self.ask, op) for op in OPS}
        self.nary = {"concat": lambda operands: asked["concat"](*operands)}
        self.ops = {op: asked[op] for op in spec.ops() if op in OPS}

    def ask(self, op, *operands):
        if not all(operand is None or isinstance(operand, Tensor) for operand in operands):
            raise TypeError("a number is no input of a node")
        name, attributes = OPS[op]
        return self.node(name, tuple(attributes.items()), inputs_of(op, operands))

    def tensor(self, code, bits):
        return tensor(code, bits)

    def zero(self, code, bits):
        return tensor(code, bits, ())

    def matrix(self, code):
        return tensor(code, [probes.one(code, 1)] * 4, (2, 2))

    def code(self, result):
        return CODES.get(result.kind, str(result.kind))

    def cast(self, value, code):
        return self.node("Cast", (("to", TensorProto.DataType.Value(TYPES[code])),), [value])

    def refused(self, error):
        return bool(re.search("inconsistent type|bound to different types|is no input", str(error)))


class Schema(Nodes):
    name = "schema"
    about = f"onnx.shape_inference.infer_shapes with check_type, opset {OPSET}; nothing is run"
    computes = False

    def node(self, name, attributes, inputs):
        asked = model(name, attributes, kinds(inputs), OPSET)
        inferred = shape_inference.infer_shapes(asked, check_type=True, strict_mode=True)
        return Tensor(inferred.graph.output[0].type.tensor_type.elem_type, None)

    def text(self, error):
        return str(error).replace("[ShapeInferenceError] ", "").replace("  ", " ")

    def names(self):
        for code, name in TYPES.items():
            for prefix in ("", "TensorProto.", "onnx.TensorProto."):
                yield prefix + name, code
            yield f"tensor({self.spelled[code]})", code

    def defaults(self):
        return [
            ("integral", lambda: self.code(self.node("Constant", (("value_int", 1),), []))),
            ("indexing", lambda: self.code(self.ask("argmax", tensor("f32", [0])))),
            ("real floating", lambda: self.code(self.node("Constant", (("value_float", 1.0),), []))),
        ]


class Run(Nodes):
    name = "run"
    about = (f"the CPU provider of onnxruntime {onnxruntime.__version__}, opset {RUNS}; "
             "dtypes of which a byte holds several are not asked")
    dtypes = tuple(code for code in TYPES if code == "bool" or edges.BITS[code] >= 8)
    whole_quotients = True

    @functools.lru_cache(maxsize=None)
    def session(self, name, attributes, kinds):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        asked = model(name, attributes, kinds, RUNS).SerializeToString()
        return onnxruntime.InferenceSession(asked, options, ["CPUExecutionProvider"])

    def node(self, name, attributes, inputs):
        session = self.session(name, attributes, kinds(inputs))
        given = {f"x{place}": onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(one.bits, one.kind)
                 for place, one in enumerate(inputs) if one is not None}
        result, = session.run_with_ort_values(None, given)
        count = int(np.prod(result.shape()))
        width = max(8, edges.BITS[CODES[result.element_type()]]) // 8
        raw = ctypes.string_at(result.data_ptr(), count * width)
        return Tensor(result.element_type(), np.frombuffer(raw, f"u{width}"))

    def bits(self, result):
        return result.bits.tolist()

    def text(self, error):
        said = re.sub(r"^\[ONNXRuntimeError\] : \d+ : (\w+) : ", r"\1: ", str(error))
        # Where its source stood when it was built, and the same node again.
        said = re.sub(r"Status Message: .*?(\w+ ?\w* was false|Integer )", r"Status Message: \1", said)
        said = re.split(r" In Node, | kernel is not supported|\n", said)[0]
        return " ".join(said.split())[:200]


if __name__ == "__main__":
    onnxruntime.set_default_logger_severity(4)
    record.main("ONNX", onnx.__version__, f"opset {OPSET}; onnxruntime {onnxruntime.__version__}, CPU",
                [Schema(), Run()])
