"""Asks OpenVINO which type ConvertPromoteTypes gives its two inputs, under each setting of its attributes."""

import re

import openvino
from openvino import Type
import openvino.opset14 as opset

import record

TYPES = {
    "bool": "boolean", "i8": "i8", "i16": "i16", "i32": "i32", "i64": "i64", "u8": "u8", "u16": "u16", "u32": "u32",
    "u64": "u64", "f16": "f16", "bf16": "bf16", "f32": "f32", "f64": "f64",
    "i4": "i4", "u4": "u4", "u1": "u1", "f8e4m3fn": "f8e4m3", "f8e5m2": "f8e5m2",
}
CODES = {getattr(Type, name): code for code, name in TYPES.items()}


class Promoted(record.View):
    """What both inputs become; that is the whole of the operation, and it stands where an op adds them."""

    dtypes = tuple(TYPES)
    spelled = TYPES
    computes = False
    attributes = {}

    def __init__(self):
        self.ops = {"add": lambda *inputs: opset.convert_promote_types(*inputs, **self.attributes)}

    def tensor(self, code, bits):
        return opset.parameter([2], getattr(Type, TYPES[code]))

    def zero(self, code, bits):
        return opset.parameter([], getattr(Type, TYPES[code]))

    def code(self, result):
        return CODES[result.output(0).get_element_type()]

    def refused(self, error):
        return bool(re.search("Unsupported input element types|cannot be safely promoted|Unidentified data type", str(error)))

    def text(self, error):
        # Which nodes and which line of which file is no part of the message.
        lines = [line for line in str(error).splitlines() if line.strip() and "ConvertPromoteTypes_" not in line]
        return re.sub(r"^Check .* failed at [^:]*:\d+:?", "", lines[-1]).strip()


class Run(Promoted):
    name = "run"
    about = "attributes left out: promote_unsafe and pytorch_scalar_promotion false, u64_integer_promotion_target f32"

    def names(self):
        for code, name in TYPES.items():
            yield f"openvino.Type.{name}", code


class Unsafe(Promoted):
    name = "unsafe"
    about = "promote_unsafe true"
    attributes = {"promote_unsafe": True}


class PyTorch(Promoted):
    name = "pytorch"
    about = "promote_unsafe and pytorch_scalar_promotion true, the page's PyTorch-like mode"
    attributes = {"promote_unsafe": True, "pytorch_scalar_promotion": True}
    zero_dim = ("add",)


if __name__ == "__main__":
    version = openvino.__version__.split("-")[0]
    record.main("OpenVINO", version, "opset14, nothing compiled", [Run(), Unsafe(), PyTorch()])
