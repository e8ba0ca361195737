"""What dpctl.tensor does on an OpenCL CPU, and what it would give on devices without fp16 or fp64."""

import functools
import re

import dpctl
import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _clip
from dpctl.tensor import _elementwise_common as common
from dpctl.tensor import _tensor_impl as ti
from dpctl.tensor import _tensor_linalg_impl as linalg
from dpctl.tensor import _search_functions as search
from dpctl.tensor import _type_utils as types

import arrays
import calls
import record
import spec

DTYPES = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
    "u32": "uint32", "u64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64", "c64": "complex64",
    "c128": "complex128",
}
CODES = {name: code for code, name in DTYPES.items()}
DEVICE = dpctl.SyclDevice()


def ops():
    names = spec.ops()
    plain = {name: getattr(dpt, name) for name in names if hasattr(dpt, name)}
    joins = {"concat": lambda *two: dpt.concat(two), "stack": lambda *two: dpt.stack(two)}
    others = {"nonzero": lambda value: dpt.nonzero(value)[0],
              "tensordot": lambda left, right: dpt.tensordot(left, right, axes=1)}
    return {**plain, **arrays.OPERATORS, **joins, **others}


class Run(record.View):
    """On the device there is, which has fp16 and fp64."""

    name = "run"
    about = "operators and functions on tensors, executed"
    dtypes = tuple(DTYPES)
    ops = ops()
    nary = {"concat": dpt.concat}
    creates = {
        "array": dpt.asarray, "full": lambda number: dpt.full(2, number), "arange": dpt.arange,
        "linspace": lambda start, stop, count: dpt.linspace(start, stop, count),
        "zeros": lambda: dpt.zeros(2), "ones": lambda: dpt.ones(2),
    }
    typed = {"array": lambda numbers, code: dpt.asarray(numbers, dtype=DTYPES[code]),
             "full": lambda number, code: dpt.full(2, number, dtype=DTYPES[code])}
    in_place = calls.IN_PLACE
    into = calls.into(dpt)
    calls = calls.reductions(ops)
    spelled = DTYPES

    def __init__(self):
        self.can_cast = {casting: self.castable(casting) for casting in ("no", "equiv", "safe", "same_kind", "unsafe")}

    @staticmethod
    def castable(casting):
        return lambda row, to: dpt.can_cast(dpt.dtype(DTYPES[row]), dpt.dtype(DTYPES[to]), casting=casting)

    def shaped(self, code, bits, shape):
        return dpt.reshape(self.tensor(code, bits), shape)

    def tensor(self, code, bits):
        return dpt.asarray(arrays.from_bits(code, DTYPES[code], bits))

    @functools.lru_cache(maxsize=None)
    def cell(self, op, *operands):
        return super().cell(op, *operands)

    def matrix(self, code):
        return dpt.ones((2, 2), dtype=DTYPES[code])

    def code(self, result):
        return CODES.get(str(result.dtype), str(result.dtype))

    def bits(self, result):
        return arrays.to_bits(self.code(result), dpt.asnumpy(result))

    def cast(self, tensor, code):
        return dpt.astype(tensor, DTYPES[code])

    def refused(self, error):
        # Its functions look for a kernel that both operands can be cast to, so that which dtypes meet and
        # which kernels there are is one question; nothing is refused before it is asked.
        return False

    def text(self, error):
        # `clip` names itself by its address.
        return re.sub(r"<function (\w+) at 0x\w+>", r"\1", str(error))

    def names(self):
        for name in dir(dpt):
            found = getattr(dpt, name)
            if isinstance(found, (np.dtype, type)) and is_dtype(found):
                yield f"dpctl.tensor.{name}", CODES[np.dtype(found).name]

    def defaults(self):
        real = dpt.__array_namespace_info__().default_dtypes(device=DEVICE)
        for kind in ("integral", "indexing", "real floating", "complex floating"):
            yield kind, lambda kind=kind: CODES[real[kind].name]


def is_dtype(found):
    try:
        return np.dtype(found).name in CODES
    except TypeError:
        return False


class StandIn:
    """A device that reports what it is told to, and is otherwise the real one."""

    def __init__(self, fp16, fp64):
        self.has_aspect_fp16, self.has_aspect_fp64 = fp16, fp64
        self.sycl_device = self

    def __getattr__(self, name):
        return getattr(DEVICE, name)


class Profile(Run):
    """What dpctl's own rules say for a device, which they take from it."""

    computes = False
    # Of `where` and `clip` its rules for numbers are not functions of their own.
    numbered = ("binary",)
    nary = creates = typed = calls = in_place = into = {}
    # No device changes what takes no float.
    ops = {op: function for op, function in Run.ops.items() if not op.startswith("bitwise")}

    def __init__(self, name, fp16, fp64):
        lacks = set() if fp16 else {"f16"}
        lacks |= set() if fp64 else {"f64", "c128"}
        self.name, self.device = name, StandIn(fp16, fp64)
        self.about = f"dpctl's rules asked for a device with fp16 {fp16}, fp64 {fp64}"
        self.dtypes = tuple(code for code in DTYPES if code not in lacks)
        self.can_cast = {}

    def names(self):
        return []

    def cell(self, op, *operands):
        """The dtype that the rules give; nothing is computed but by reductions."""
        with self.default_dtypes():
            return CODES[self.result(op, operands).name]

    def result(self, op, operands):
        device = self.device
        function = getattr(dpt, op)
        group = spec.ops()[op]
        if group in ("reduction", "sorting", "selection", "arrangement", "lookup"):
            given = [self.operand(op, operand) for operand in operands]
            return np.dtype(str(self.ops[op](*given).dtype))
        found = [self.dtype(operand) for operand in operands]
        if group == "join":
            return types._to_device_supported_dtype(np.promote_types(*found), device)
        if isinstance(function, common.UnaryElementwiseFunc):
            return needed(op, types._find_buf_dtype(
                *found, function.get_type_result_resolver_function(), device,
                function.get_type_promotion_path_acceptance_function())[-1])
        if op == "where":
            return needed(op, search._where_result_type(*found, device))
        if op == "clip":
            return needed(op, _clip._check_clip_dtypes(*found, found[-1], device)[-1])
        if group == "product":
            return needed(op, types._find_buf_dtype2(
                *found, linalg._dot_result_type, device, types._acceptance_fn_default_binary)[-1])
        pair = function.get_array_dtype_scalar_type_resolver_function()(*found, device)
        return needed(op, types._find_buf_dtype2(
            *pair, function.get_type_result_resolver_function(), device,
            function.get_type_promotion_path_acceptance_function())[-1])

    def dtype(self, operand):
        if isinstance(operand, tuple):
            return common._get_dtype(record.SCALARS[operand[0]], self.device)
        return dpt.dtype(DTYPES[operand])

    def default_dtypes(self):
        return Defaults(self.device)

    def defaults(self):
        for kind, ask in (("real floating", "default_device_fp_type"),
                          ("complex floating", "default_device_complex_type")):
            yield kind, lambda ask=ask: self.default(ask)

    def default(self, ask):
        with self.default_dtypes():
            return CODES[np.dtype(getattr(ti, ask)(None)).name]


def needed(op, dtype):
    if dtype is None:
        raise ValueError(f"function '{op}' does not support input types, and the inputs could not be safely "
                         "coerced to any supported types")
    return dtype


class Defaults:
    """dpctl's native code answers for the stand-in, which it cannot be shown."""

    def __init__(self, device):
        fp64 = device.has_aspect_fp64
        self.answers = {"default_device_fp_type": "f8" if fp64 else "f4",
                        "default_device_complex_type": "c16" if fp64 else "c8"}
        for name in ("bool", "int", "uint", "index"):
            name = f"default_device_{name}_type"
            self.answers[name] = getattr(ti, name)(DEVICE)
        self.kept = {}

    def __enter__(self):
        for name, answer in self.answers.items():
            self.kept[name] = getattr(ti, name)
            setattr(ti, name, lambda _, answer=answer: answer)

    def __exit__(self, *_):
        for name, kept in self.kept.items():
            setattr(ti, name, kept)


def verify(run):
    """The stand-in told what the real device says gives what the real device gives, cell by cell."""
    same = Profile("same", DEVICE.has_aspect_fp16, DEVICE.has_aspect_fp64)
    for op, group in spec.ops().items():
        if op not in run.ops:
            continue
        if group in record.PAIRS:
            asked = [(left, right) for left in DTYPES for right in DTYPES]
        else:
            asked = [(code,) for code in DTYPES]
        if group == "binary":
            asked += [pair for code in DTYPES for kind in record.SCALARS
                      for pair in ((code, (kind,)), ((kind,), code))]
        for operands in asked:
            said = [attempt(view, op, operands) for view in (run, same)]
            if said[0] != said[1]:
                raise SystemExit(f"the stand-in says {said[1]} of {op} {operands}, the device {said[0]}")


def attempt(view, op, operands):
    try:
        return view.cell(op, *operands)
    except Exception:  # whether it gives anything is what is compared
        return "none"


if __name__ == "__main__":
    executed = Run()
    verify(executed)
    profiles = [Profile("no-fp16", False, True), Profile("no-fp64", True, False),
                Profile("no-fp16-no-fp64", False, False)]
    record.main("dpctl", dpctl.__version__, f"{DEVICE.name.split('(')[0].strip()}, OpenCL; profiles by a stand-in "
                "device that agrees with this one in every cell when told its flags", [executed, *profiles])
