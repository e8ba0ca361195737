"""Asks installed packages what they call each dtype, and writes it down: enums, codes, headers of files.

One object for each system of spec/ids.toml that a package knows, with the package, how it was asked, and the ids by
public name. Dtypes that the spec does not have yet are asked too, so that a new line of the spec is held as well.
"""

import argparse
import ctypes
import json
import os
import platform
import struct
import sys
import time
import warnings

import gguf
import jax
import ml_dtypes
import numpy as np
import onnx
import pyarrow
import safetensors
import safetensors.numpy
import safetensors.torch
import torch
from jax._src.interpreters import mlir
from jax._src.lib import xla_client

# Public name → NumPy dtype, those of ml_dtypes among them.
NUMPY = {name: np.dtype(name) for name in (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128").split()}
ML = {name: np.dtype(getattr(ml_dtypes, name)) for name in (
    "bfloat16 complex32 float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 "
    "float8_e5m2fnuz float8_e8m0fnu float6_e2m3fn float6_e3m2fn float4_e2m1fn int4 uint4 int2 uint2").split()
    if hasattr(ml_dtypes, name)}
TORCH = {name: getattr(torch, name) for name in (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex32 complex64 "
    "complex128 float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu").split()}


class DLTensor(ctypes.Structure):
    """As dlpack.h declares it."""
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16)]


def capsule_pointer(capsule, name):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return get(capsule, name)


def answers(ask, dtypes):
    """What a function gives for each dtype, without those it raises for."""
    ids = {}
    for name, dtype in dtypes.items():
        try:
            ids[name] = ask(dtype)
        except Exception:  # A dtype that the package does not know here.
            continue
    return {name: value for name, value in ids.items() if value is not None}


def dlpack(dtype):
    tensor = DLTensor.from_address(capsule_pointer(torch.zeros(2, dtype=dtype).__dlpack__(), b"dltensor"))
    assert tensor.lanes == 1
    return [tensor.code, tensor.bits]


def scalar_type(dtype):
    """A dtype is the number of its ScalarType in TorchScript."""
    def of(tensor):
        # type: (Tensor) -> int
        return tensor.dtype
    global _of
    _of = _of or torch.jit.script(of)
    return _of(torch.zeros(1, dtype=dtype))


_of = None


def arrow_format(dtype):
    class Schema(ctypes.Structure):
        _fields_ = [("format", ctypes.c_char_p), ("rest", ctypes.c_void_p * 8)]
    schema = Schema()
    pyarrow.from_numpy_dtype(dtype)._export_to_c(ctypes.addressof(schema))
    return schema.format.decode()


def header(file):
    (length,) = struct.unpack("<Q", file[:8])
    return json.loads(file[8:8 + length])["x"]["dtype"]


def gguf_type(name):
    words = {"float16": "F16", "bfloat16": "BF16", "float32": "F32", "float64": "F64", "int8": "I8", "int16": "I16",
             "int32": "I32", "int64": "I64"}
    return int(gguf.GGMLQuantizationType[words[name]])


def xla_type(dtype):
    return int(xla_client.Shape.array_shape(dtype, (2,)).xla_element_type())


def mlir_type(dtype):
    with mlir.make_ir_context():
        return str(mlir.dtype_to_ir_type(dtype))


def everything():
    both = NUMPY | ML
    names = {name: name for name in NUMPY | ML | TORCH}
    yield ("dlpack", f"torch {torch.__version__}", "the capsule of Tensor.__dlpack__()", answers(dlpack, TORCH))
    yield ("onnx", f"onnx {onnx.__version__}", "onnx.helper.np_dtype_to_tensor_dtype",
           answers(lambda dtype: int(onnx.helper.np_dtype_to_tensor_dtype(dtype)), both))
    yield ("torch", f"torch {torch.__version__}", "the dtype of a tensor in TorchScript", answers(scalar_type, TORCH))
    yield ("arrow", f"pyarrow {pyarrow.__version__}", "the schema that DataType._export_to_c writes",
           answers(arrow_format, NUMPY))
    yield ("numpy_typestr", f"numpy {np.__version__}", "numpy.dtype.str", answers(lambda dtype: dtype.str, NUMPY))
    yield ("numpy_char", f"numpy {np.__version__}", "numpy.dtype.char", answers(lambda dtype: dtype.char, NUMPY))
    yield ("numpy_kind", f"numpy {np.__version__}", "numpy.dtype.kind", answers(lambda dtype: dtype.kind, NUMPY))
    yield ("ml_dtypes", f"ml_dtypes {ml_dtypes.__version__}", "numpy.dtype.name", answers(lambda dtype: dtype.name, ML))
    yield ("safetensors", f"safetensors {safetensors.__version__}", "the header of safetensors.torch.save",
           answers(lambda dtype: header(safetensors.torch.save({"x": torch.zeros(2, dtype=dtype)})), TORCH))
    yield ("xla", f"jaxlib {jax.lib.__version__}", "jax._src.lib.xla_client.Shape.xla_element_type", answers(xla_type, both))
    yield ("mlir", f"jax {jax.__version__}", "jax._src.interpreters.mlir.dtype_to_ir_type", answers(mlir_type, both))
    yield ("gguf", f"gguf {version('gguf')}", "gguf.GGMLQuantizationType", answers(gguf_type, names))


def version(package):
    from importlib.metadata import version as of
    return of(package)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--journal")
    given = arguments.parse_args()
    warnings.simplefilter("ignore")
    lines = [
        f'"date": {json.dumps(time.strftime("%Y-%m-%d"))},',
        f'"platform": {json.dumps(f"{platform.system()} {platform.machine()}, Python {platform.python_version()}")},',
    ]
    systems = list(everything())
    for system, package, how, ids in systems:
        assert ids, f"{package} told nothing of {system}"
        lines.append(f'{json.dumps(system)}: {json.dumps({"package": package, "how": how, "ids": ids})},')
    lines[-1] = lines[-1][:-1]
    with open(given.out + ".new", "w", encoding="utf-8") as out:
        out.write("\n".join(["{", *lines, "}"]) + "\n")
    os.replace(given.out + ".new", given.out)
    count = sum(len(ids) for _, _, _, ids in systems)
    print(f"progress {count} {count} done", flush=True)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
