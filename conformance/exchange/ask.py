"""Asks NumPy, safetensors, pyarrow and PyTorch for what `exchange give` wrote, and writes theirs for `exchange table`.

    python ask.py <folder> numpy safetensors pyarrow
    python ask.py <folder> torch

Every dtype goes by every way in every layout; what arrives is compared here, bit for bit and number for number. An
error is an answer; a difference ends the script. `<folder>/answers/<script>.json` has the answers.
"""

from __future__ import annotations

import functools
import importlib.metadata
import json
import math
import struct
import sys
from pathlib import Path

import ml_dtypes
import numpy as np

import concord as cc

FOLDER = Path(sys.argv[1])
OURS, THEIRS, ANSWERS = FOLDER / "ours", FOLDER / "theirs", FOLDER / "answers"
EXPECTED = {sample["dtype"]: sample for sample in json.loads((OURS / "expected.json").read_text())}
SHAPE = (16, 16)

# A NaN that signals is a value like any other.
np.seterr(all="ignore")

#: An array of indices in each layout: what an array in that layout holds, by NumPy.
LAYOUTS = {
    "whole": lambda a, broadcast: a,
    "transposed": lambda a, broadcast: a.T,
    "reversed": lambda a, broadcast: a[::-1],
    "every other": lambda a, broadcast: a[:, ::2],
    "backwards": lambda a, broadcast: a[:, ::-2],
    "one row": lambda a, broadcast: a[1:2],
    "broadcast": lambda a, broadcast: broadcast(a[0:1], SHAPE),
    "nothing": lambda a, broadcast: a[1:1],
    "no axes": lambda a, broadcast: a[1, 2, ...],
    "row": lambda a, broadcast: a[1],
    "column": lambda a, broadcast: a[:, 1],
    "column reversed": lambda a, broadcast: a[::-1, 1],
    "row of nothing": lambda a, broadcast: a[1, 3:3],
}


class Refused(Exception):
    """A library's own words for why something does not go."""

    def __init__(self, by: str, says: object) -> None:
        super().__init__(by, says)
        words = (str(says).strip().splitlines() or [""])[0].strip()
        if isinstance(says, KeyError):
            words = f"KeyError: {words}"
        self.remark = {"by": by, "says": words}


def asked(by, call, *arguments):
    """What a library returns; its error, as its refusal."""
    try:
        return call(*arguments)
    except Refused:
        raise
    except Exception as error:  # whatever it raises is its answer
        raise Refused(by, error) from error


def every_dtype():
    """A ruleset that has every dtype and promotes none: arrays go through it, and are not computed with."""
    codes = [cc.dtype(name).code for name in EXPECTED]
    rows = [" ".join([code, *(code if code == other else "-" for other in codes)]) for code in codes]
    names = ", ".join(f'"{code}"' for code in codes)
    path = FOLDER / "every.toml"
    path.write_text(f"""
[framework]
name    = "Every"
edition = "1"
source  = "none"
dtypes  = [{names}]

[[source]]
id      = "none"
kind    = "docs"
title   = "Arrays that are not computed with"
version = "1"
url     = "https://example.org/every"
read    = 2026-11-24

[promotion]
symmetric = true
nary = "fold"
grid = '''
{chr(10).join(["  " + " ".join(codes), *rows])}
'''
""")
    return cc.namespace(cc.load_ruleset(path))


XP = every_dtype()
BROADCAST = {"numpy": np.broadcast_to, "concord": XP.broadcast_to}


def text(number) -> str:
    """A number as `exchange` writes it."""
    if isinstance(number, complex):
        return f"{text(number.real)} {text(number.imag)}"
    if isinstance(number, (bool, int)):
        return str(int(number))
    return "nan" if math.isnan(number) else struct.pack(">d", number).hex()


def real(text: str) -> float:
    """The float that `exchange` wrote so."""
    return math.nan if text == "nan" else struct.unpack(">d", bytes.fromhex(text))[0]


def flat(nested) -> list:
    if not isinstance(nested, list):
        return [nested]
    return [number for part in nested for number in flat(part)]


def numpy_dtype(name):
    native = getattr(np, name, None) or getattr(ml_dtypes, name, None)
    if native is None:
        raise Refused("NumPy", f"has no dtype {name}, nor has ml_dtypes")
    return np.dtype(native)


def raw(name) -> np.ndarray:
    """The elements of a dtype's sample, as bytes that NumPy moves about."""
    return np.frombuffer(bytes.fromhex(EXPECTED[name]["bytes"]), f"V{cc.dtype(name).itemsize}").reshape(SHAPE)


@functools.cache
def expected(name, layout):
    """Dtype, shape, bytes and numbers of a sample in a layout."""
    make = LAYOUTS[layout]
    bits = make(raw(name), np.broadcast_to)
    numbers = make(np.array(EXPECTED[name]["numbers"], object).reshape(SHAPE), np.broadcast_to)
    return name, bits.shape, bits.tobytes(), numbers.ravel().tolist() if numbers.ndim else [numbers.item()]


def sample(name) -> np.ndarray:
    """NumPy's array of a dtype's sample, of a dtype of ml_dtypes where NumPy has none."""
    return np.frombuffer(bytearray.fromhex(EXPECTED[name]["bytes"]), numpy_dtype(name)).reshape(SHAPE)


@functools.cache
def mine(name):
    """Our array of a dtype's sample."""
    try:
        return XP.asarray(sample(name), copy=True)
    except Refused:
        numbers = [real(number) for number in EXPECTED[name]["numbers"]]
        return XP.astype(XP.asarray(np.array(numbers).reshape(SHAPE)), cc.dtype(name))


def in_layout(array, layout, kind):
    return LAYOUTS[layout](array, BROADCAST[kind])


def of_numpy(array):
    name = array.dtype.name
    if array.dtype.kind in "V" and name in ("complex32",):
        parts = [part.astype("f8").ravel().tolist() for part in (ml_dtypes.real(array), ml_dtypes.imag(array))]
        numbers = [complex(*pair) for pair in zip(*parts)]
    elif cc.dtype(name).kind == "complex":
        numbers = array.astype("c16").ravel().tolist()
    elif cc.dtype(name).kind == "float":
        numbers = array.astype("f8").ravel().tolist()
    else:
        numbers = [int(number) for number in array.ravel()]
    return name, array.shape, array.tobytes(), [text(number) for number in numbers]


def of_concord(array):
    bits = np.asarray(array)
    return array.dtype.name, array.shape, bits.tobytes(), [text(number) for number in flat(array.tolist())]


def compare(what, found, wanted):
    for part, got, want in zip(("dtype", "shape", "bytes", "numbers"), found, wanted):
        if got is not None and got != want:
            raise AssertionError(f"{what}: {part}\n got {str(got)[:200]}\nwant {str(want)[:200]}")


def column(library, way, out, back, one_axis=False):
    """Every dtype out and back in every layout; `out` and `back` return what arrived, and a remark on it or None."""
    trips = {}
    for name in EXPECTED:
        trip = {}
        for direction, go in (("out", out), ("back", back)):
            outcomes = trip[direction] = {}
            for layout in LAYOUTS:
                if one_axis and len(expected(name, layout)[1]) != 1:
                    continue
                try:
                    found, remark = go(name, layout)
                except Refused as refused:
                    outcomes[layout] = {"refused": refused.remark}
                    continue
                if found is not None:
                    compare(f"{library} {way}, {direction}, {name}, {layout}", found, expected(name, layout))
                outcomes[layout] = {"same": remark}
        trips[name] = trip
    return {"library": library, "way": way, "trips": trips}


def remark(by, says):
    return {"by": by, "says": says}


def address(array):
    return np.asarray(array).__array_interface__["data"][0]


def is_shared(name):
    """Whether elements are shared: those that not every byte is one of are copied, since others may write any."""
    return name != "bool" and cc.dtype(name).bits >= 8


def shared(what, name, one, other, size):
    if size and (one == other) != is_shared(name):
        raise AssertionError(f"{what}: the elements were {'shared' if one == other else 'copied'}")


def refused_by_us(file):
    """Raises why `exchange give` could not write a file, if it could not."""
    path = OURS / f"{file}.error.json"
    if path.exists():
        raise Refused("Concord", json.loads(path.read_text()))


# NumPy, with the dtypes of ml_dtypes.

RAW = "gives raw bytes, of which `.view(ml_dtypes.…)` makes numbers"


def named(array, name):
    """An array that NumPy has as raw bytes, with the dtype of ml_dtypes, and a remark on that."""
    if array.dtype.kind == "V" and array.dtype.name.startswith("void"):
        return array.view(numpy_dtype(name)), remark("NumPy", RAW)
    return array, None


def numpy_array_out(name, layout):
    ours = in_layout(mine(name), layout, "concord")
    theirs, said = named(asked("Concord", np.asarray, ours), name)
    return of_numpy(theirs), said


def numpy_array_back(name, layout):
    theirs = in_layout(sample(name), layout, "numpy")
    ours = asked("Concord", XP.asarray, theirs)
    shared(f"NumPy array, {name}, {layout}", name, address(ours), address(theirs), theirs.size)
    return of_concord(ours), None


def lent(ours):
    """A capsule that is lent and given back: an error of it is ours, not the library's."""
    asked("Concord", lambda: ours.__dlpack__(max_version=(1, 1)))
    return ours


def numpy_dlpack_out(name, layout):
    ours = lent(in_layout(mine(name), layout, "concord"))
    theirs = asked("NumPy", np.from_dlpack, ours)
    shared(f"NumPy DLPack, {name}, {layout}", name, address(ours), address(theirs), theirs.size)
    assert theirs.flags.writeable == (layout != "broadcast" or not is_shared(name)), f"{name}, {layout}: writeable"
    return of_numpy(theirs), None


def numpy_dlpack_back(name, layout):
    theirs = in_layout(sample(name), layout, "numpy")
    asked("NumPy", lambda: theirs.__dlpack__(max_version=(1, 1)))
    ours = asked("Concord", XP.from_dlpack, theirs)
    shared(f"NumPy DLPack, {name}, {layout}", name, address(ours), address(theirs), theirs.size)
    return of_concord(ours), None


@functools.cache
def numpy_file(name):
    return np.load(OURS / f"{name}.npz")


def numpy_file_out(name, layout):
    theirs, said = named(asked("NumPy", lambda: numpy_file(name)[layout]), name)
    return of_numpy(theirs), said


@functools.cache
def numpy_written(name):
    arrays = {layout: in_layout(sample(name), layout, "numpy") for layout in LAYOUTS}
    np.savez(THEIRS / f"{name}.npz", **arrays)
    np.savez_compressed(THEIRS / f"{name}.compressed.npz", **arrays)


def numpy_file_back(name, layout):
    asked("NumPy", numpy_written, name)
    return None, None


def numpy_columns():
    yield column("NumPy", "array", numpy_array_out, numpy_array_back)
    yield column("NumPy", "DLPack", numpy_dlpack_out, numpy_dlpack_back)
    yield column("NumPy", ".npz", numpy_file_out, numpy_file_back)


# safetensors, as NumPy's arrays.


def safetensors_columns():
    import safetensors.numpy

    @functools.cache
    def read(name):
        return asked("safetensors", safetensors.numpy.load_file, OURS / f"{name}.safetensors")

    def out(name, layout):
        refused_by_us(f"{name}.{layout}.safetensors")
        return of_numpy(read(name)[layout]), None

    @functools.cache
    def written(name):
        # It writes the bytes as they lie in memory, so they are put in order before.
        arrays = {layout: in_layout(sample(name), layout, "numpy").copy(order="C") for layout in LAYOUTS}
        asked("safetensors", safetensors.numpy.save_file, arrays, THEIRS / f"{name}.numpy.safetensors")

    def back(name, layout):
        written(name)
        return None, None

    yield column("safetensors of NumPy", ".safetensors", out, back)


# pyarrow.


def pyarrow_columns():
    import pyarrow as pa

    types = {"halffloat": "float16", "float": "float32", "double": "float64"}
    extension = b"ARROW:extension:name"

    def path(folder, name, layout):
        return folder / f"{name}.{layout}.arrow"

    def opened(name, layout):
        refused_by_us(f"{name}.{layout}.arrow")
        return asked("pyarrow", lambda: pa.ipc.open_stream(path(OURS, name, layout).read_bytes()).read_all())

    def content(array, field, name):
        said = (field.metadata or {}).get(extension)
        kind = said.decode().removeprefix("concord.") if said else types.get(str(field.type), str(field.type))
        array.validate(full=True)
        if kind == "bool":
            bits, numbers = bytes(array.to_pylist()), array.to_pylist()
        else:
            size = cc.dtype(name).itemsize
            bits = bytes(array.buffers()[1] or b"")[array.offset * size : (array.offset + len(array)) * size]
            numbers = None if said else array.to_pylist()
        numbers = None if numbers is None else [text(float(n) if "float" in kind else n) for n in numbers]
        return kind, (len(array),), bits, numbers

    def out(name, layout):
        table = opened(name, layout)
        field, chunks = table.schema.field(0), table.column(0)
        array = chunks.chunk(0) if chunks.num_chunks else pa.array([], field.type)
        return content(array, field, name), remark("pyarrow", "has the name in the field's metadata, and carries the bytes") if field.metadata else None

    def made(name, layout):
        field = opened(name, "row").schema.field(0)
        _, shape, bits, _ = expected(name, layout)
        if name == "bool":
            return pa.array([bool(bit) for bit in bits], field.type), field
        return pa.Array.from_buffers(field.type, len(bits) // cc.dtype(name).itemsize, [None, pa.py_buffer(bits)]), field

    def back(name, layout):
        array, field = made(name, layout)
        with pa.ipc.new_stream(str(path(THEIRS, name, layout)), pa.schema([field])) as writer:
            writer.write_batch(pa.record_batch([array], schema=pa.schema([field])))
        return None, None

    def dlpack_out(name, layout):
        ours = lent(in_layout(mine(name), layout, "concord"))
        array = asked("pyarrow", pa.Array.from_dlpack, ours)
        if len(array):
            shared(f"pyarrow DLPack, {name}, {layout}", name, address(ours), array.buffers()[1].address + array.offset * ours.dtype.itemsize, len(array))
        return content(array, pa.field("x", array.type), name), None

    def dlpack_back(name, layout):
        array, field = made(name, layout)
        if field.metadata:
            raise Refused("pyarrow", "has no type of it")
        asked("pyarrow", lambda: array.__dlpack__(max_version=(1, 1)))
        ours = asked("Concord", XP.from_dlpack, array)
        return of_concord(ours), None

    yield column("pyarrow", "IPC stream", out, back, one_axis=True)
    yield column("pyarrow", "DLPack", dlpack_out, dlpack_back, one_axis=True)


# PyTorch.


def torch_columns():
    import safetensors.torch
    import torch

    def of_torch(tensor):
        if tensor.dtype == torch.float4_e2m1fn_x2:
            packed = tensor.view(torch.uint8)
            elements = torch.stack([packed & 0xF, packed >> 4], -1).flatten(-2)
            return "float4_e2m1fn", tuple(elements.shape), bytes(elements.flatten().tolist()), None
        name = str(tensor.dtype).removeprefix("torch.")
        own = tensor.reshape(-1).clone()
        kind = cc.dtype(name).kind
        if kind in ("float", "complex"):
            wide = own.to(torch.float64 if kind == "float" else torch.complex128)
        else:
            wide = own
        bits = bytes(own.untyped_storage()) if own.numel() else b""
        return name, tuple(tensor.shape), bits, [text(number) for number in wide.tolist()]

    def pairs(name, layout):
        """A sample of 4 bits, as PyTorch has it: two elements in a byte, the first in the low bits."""
        _, shape, data, _ = expected(name, layout)
        if not shape or shape[-1] % 2:
            raise Refused("PyTorch", f"has pairs of {name}, and no odd number of them")
        elements = torch.tensor(list(data), dtype=torch.uint8).reshape(*shape[:-1], shape[-1] // 2, 2)
        return (elements[..., 0] | elements[..., 1] << 4).view(torch.float4_e2m1fn_x2)

    def broadcast(tensor, shape):
        return tensor.expand(*shape)

    def theirs(name):
        dtype = getattr(torch, name, None)
        if dtype is None:
            raise Refused("PyTorch", f"has no dtype {name}")
        data = bytearray.fromhex(EXPECTED[name]["bytes"])
        return asked("PyTorch", lambda: torch.frombuffer(data, dtype=dtype).reshape(SHAPE))

    def in_torch(name, layout):
        return asked("PyTorch", lambda: LAYOUTS[layout](theirs(name), broadcast)) if layout else None

    def dlpack_out(name, layout):
        ours = lent(in_layout(mine(name), layout, "concord"))
        tensor = asked("PyTorch", torch.from_dlpack, ours)
        shared(f"PyTorch DLPack, {name}, {layout}", name, address(ours), tensor.data_ptr(), tensor.numel())
        return of_torch(tensor), None

    def dlpack_back(name, layout):
        theirs(name)
        tensor = in_torch(name, layout)
        asked("PyTorch", lambda: tensor.__dlpack__(max_version=(1, 1)))
        ours = asked("Concord", XP.from_dlpack, tensor)
        if ours.dtype.name != name:
            raise Refused("PyTorch", f"lends it as {ours.dtype.name}")
        shared(f"PyTorch DLPack, {name}, {layout}", name, address(ours), tensor.data_ptr(), tensor.numel())
        return of_concord(ours), None

    @functools.cache
    def read(name):
        return asked("PyTorch", safetensors.torch.load_file, OURS / f"{name}.safetensors")

    def file_out(name, layout):
        refused_by_us(f"{name}.{layout}.safetensors")
        return of_torch(read(name)[layout]), None

    def file_back(name, layout):
        if name == "float4_e2m1fn":
            ordered = pairs(name, layout)
        else:
            theirs(name)
            ordered = in_torch(name, layout)
        tensor = asked("PyTorch", lambda: ordered.clone(memory_format=torch.contiguous_format))
        path = THEIRS / f"{name}.{layout}.torch.safetensors"
        asked("PyTorch", safetensors.torch.save_file, {"x": tensor}, path)
        return None, None

    yield column("PyTorch", "DLPack", dlpack_out, dlpack_back)
    yield column("PyTorch", ".safetensors", file_out, file_back)


SCRIPTS = {
    "numpy": (numpy_columns, ["numpy", "ml_dtypes"]),
    "safetensors": (safetensors_columns, ["safetensors"]),
    "pyarrow": (pyarrow_columns, ["pyarrow"]),
    "torch": (torch_columns, ["torch", "safetensors"]),
}


def main():
    THEIRS.mkdir(exist_ok=True)
    ANSWERS.mkdir(exist_ok=True)
    for script in sys.argv[2:]:
        columns, packages = SCRIPTS[script]
        versions = {package: importlib.metadata.version(package) for package in packages}
        answers = {"versions": versions, "columns": list(columns())}
        (ANSWERS / f"{script}.json").write_text(json.dumps(answers))
        went = sum("same" in o for c in answers["columns"] for t in c["trips"].values() for d in t.values() for o in d.values())
        print(f"{script}: {went} tensors went")


main()
