"""Cases on stdin, a JSON line each → why the peer has no such work, if so; then the median time of a call, as often as asked.

The arguments name the peer, the threads it may use, and how long a sample takes. Outputs are allocated before where the
peer can write into them (`out=`), unless the case asks for a fresh one.
"""

import importlib
import json
import os
import statistics
import sys
import time

PEER, THREADS, SAMPLE = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])

# Threads are counted when libraries are loaded, so all of this comes before any import of theirs.
for name in (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "POLARS_MAX_THREADS",
    "RAYON_NUM_THREADS",
):
    os.environ[name] = str(THREADS)
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_ENABLE_X64"] = "1"
if THREADS == 1:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
if hasattr(os, "sched_setaffinity"):
    allowed = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, allowed[:THREADS])

import numpy as np  # noqa: E402


class Unsupported(Exception):
    """The peer has no such work."""


NUMPY = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
    "f16": "float16", "f32": "float32", "f64": "float64", "c64": "complex64", "c128": "complex128",
}
UNARY = {"exp": "exp", "log": "log", "sin": "sin", "tanh": "tanh"}


def dtype(code):
    """The NumPy dtype of a code."""
    if code == "bf16":
        return np.dtype(importlib.import_module("ml_dtypes").bfloat16)
    return np.dtype(NUMPY[code])


def aligned(code, count):
    """An array that starts at a cache line, as ours do."""
    size = dtype(code).itemsize
    memory = np.empty(count * size + 64, np.uint8)
    first = -memory.ctypes.data % 64
    return memory[first : first + count * size].view(dtype(code))


def values(code, case, place):
    """An operand's elements."""
    low, high = case["ranges"][place]
    if code.startswith("u"):
        low = max(low, 0)
    period = np.random.default_rng(place).uniform(low, high, min(case["len"], 8192))
    array = aligned(code, case["len"])
    array[:] = np.resize(period, case["len"]).astype(dtype(code))
    return array


def operands(case):
    """All operands, as NumPy arrays; of matrices in their shape."""
    codes = [case["lhs"]] + ([case["rhs"]] if case["rhs"] else [])
    arrays = [values(code, case, place) for place, code in enumerate(codes)]
    if case["op"] == "matmul":
        order = round(case["len"] ** 0.5)
        arrays = [array.reshape(order, order) for array in arrays]
    return arrays


def numpy_work(case):
    arrays, op = operands(case), case["op"]
    out = aligned(case["out"], case["len"])
    if op == "matmul":
        out = out.reshape(arrays[0].shape)
        return lambda: np.matmul(*arrays, out=out)
    if op == "sum":
        return lambda: arrays[0].sum()
    if op == "cast":
        return lambda: np.copyto(out, arrays[0], casting="unsafe")
    function = {"pow": np.power}.get(op) or getattr(np, op)
    if case["fresh"]:
        return lambda: function(*arrays)
    if op == "less":
        return lambda: function(*arrays, out=out)
    try:
        function(*arrays, out=out, dtype=dtype(case["out"]), casting="unsafe")
    except TypeError:
        # Where ml_dtypes has no loop for a pair, both are converted.
        wide = dtype(case["out"])
        return lambda: function(*(array.astype(wide) for array in arrays), out=out)
    return lambda: function(*arrays, out=out, dtype=dtype(case["out"]), casting="unsafe")


def torch_dtype(torch, code):
    name = {"bf16": "bfloat16"}.get(code) or NUMPY[code]
    return getattr(torch, name)


def torch_work(case):
    torch = importlib.import_module("torch")
    torch.set_num_threads(THREADS)
    torch.set_grad_enabled(False)

    def tensor(array, code):
        if code == "bf16":
            return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
        return torch.from_numpy(array)

    codes = [case["lhs"], case["rhs"]]
    arrays = [tensor(array, code) for array, code in zip(operands(case), codes)]
    out = tensor(aligned(case["out"], case["len"]), case["out"])
    op = case["op"]
    if op == "matmul":
        out = out.view(arrays[0].shape)
        return lambda: torch.matmul(*arrays, out=out)
    if op == "sum":
        return lambda: arrays[0].sum()
    if op == "cast":
        return lambda: out.copy_(arrays[0])
    function = getattr(torch, {"multiply": "mul", "less": "lt"}.get(op, op))
    if case["fresh"]:
        return lambda: function(*arrays)
    wide = torch_dtype(torch, case["out"])
    promoted = torch.promote_types(*(a.dtype for a in arrays)) if len(arrays) == 2 else wide
    if op not in ("less",) and promoted != wide:
        return lambda: function(*(array.to(wide) for array in arrays), out=out)
    return lambda: function(*arrays, out=out)


def jax_work(case):
    jax = importlib.import_module("jax")
    jnp = jax.numpy
    arrays, op = [jnp.asarray(array) for array in operands(case)], case["op"]
    wide = dtype(case["out"])
    if op == "cast":
        function = jax.jit(lambda a: a.astype(wide))
    elif op in UNARY or op in ("sum", "matmul"):
        function = jax.jit(getattr(jnp, op))
    elif op == "less":
        function = jax.jit(jnp.less)
    else:
        name = {"pow": "power"}.get(op, op)
        both = getattr(jnp, name)
        function = jax.jit(lambda a, b: both(a.astype(wide), b.astype(wide)))
    return lambda: function(*arrays).block_until_ready()


def polars_work(case):
    polars = importlib.import_module("polars")
    names = {"bool": "Boolean", "f16": "Float16"}
    for code, name in NUMPY.items():
        if code[0] in "iuf" and code != "f16":
            names[code] = name.replace("ui", "UI").capitalize() if code[0] != "u" else "UInt" + code[1:]

    def kind(code):
        if code not in names or not hasattr(polars, names[code]):
            raise Unsupported(f"polars has no {code}")
        return getattr(polars, names[code])

    wide, op = kind(case["out"]), case["op"]
    series = []
    for array, code in zip(operands(case), [case["lhs"], case["rhs"]]):
        if code == "f16":
            series.append(polars.Series("a", array.astype(np.float32)).cast(kind(code)))
        else:
            kind(code)
            series.append(polars.Series("a", array))
    if op == "cast":
        return lambda: series[0].cast(wide, strict=False)
    if op == "sum":
        return lambda: series[0].sum()
    if op in UNARY:
        return lambda: getattr(series[0], op)()
    made = lambda: [s if s.dtype == wide else s.cast(wide) for s in series]
    if op == "less":
        return lambda: series[0] < series[1]
    if op == "add":
        return lambda: (lambda both: both[0] + both[1])(made())
    if op == "multiply":
        return lambda: (lambda both: both[0] * both[1])(made())
    if op == "pow":
        return lambda: series[0] ** series[1]
    if op == "maximum":
        frame = polars.DataFrame({"a": series[0], "b": series[1]})
        return lambda: frame.select(polars.max_horizontal("a", "b"))
    raise Unsupported(f"polars has no {op}")


def pyarrow_work(case):
    arrow = importlib.import_module("pyarrow")
    compute = importlib.import_module("pyarrow.compute")
    arrow.set_cpu_count(THREADS)

    def kind(code):
        if code in ("bf16", "c64", "c128"):
            raise Unsupported(f"pyarrow has no {code}")
        return arrow.from_numpy_dtype(dtype(code))

    wide, op = kind(case["out"]), case["op"]
    for code in (case["lhs"], case["rhs"]):
        if code:
            kind(code)
    arrays = [arrow.array(array) for array in operands(case)]
    if op == "cast":
        return lambda: compute.cast(arrays[0], wide, safe=False)
    if op == "sum":
        return lambda: compute.sum(arrays[0])
    name = {"log": "ln", "pow": "power", "maximum": "max_element_wise"}.get(op, op)
    if not hasattr(compute, name):
        raise Unsupported(f"pyarrow has no {op}")
    function = getattr(compute, name)
    if op == "less":
        return lambda: function(*arrays)
    made = lambda: [a if a.type == wide else compute.cast(a, wide, safe=False) for a in arrays]
    return lambda: function(*made())


class Work:
    """What is measured."""

    def __init__(self, work):
        """Warms up, and finds how many calls make a sample."""
        work()
        begin = time.perf_counter()
        work()
        once = max(time.perf_counter() - begin, 1e-7)
        self.work, self.calls = work, max(1, int(SAMPLE / once))

    def stretch(self, seconds):
        """The median of samples over a stretch of time. What comes in its first third warms up, unless it takes all of it."""
        begin, samples = time.perf_counter(), []
        while True:
            start = time.perf_counter()
            for _ in range(self.calls):
                self.work()
            end = time.perf_counter()
            if end - begin >= seconds / 3:
                samples.append((end - start) / self.calls)
            if end - begin >= seconds:
                return statistics.median(samples)


def ready(case):
    """The work of a case, or why there is none."""
    try:
        return Work(globals()[f"{PEER}_work"](case)), {"reason": None}
    except Exception as error:  # noqa: BLE001: a peer that cannot do one case does the next
        text = str(error) if isinstance(error, Unsupported) else f"{type(error).__name__}: {error}"
        return None, {"reason": text.splitlines()[0][:100]}


def main():
    """Answers until nothing more is asked."""
    try:
        version = importlib.import_module(PEER).__version__
    except Exception as error:  # noqa: BLE001: whatever it is, the peer cannot be had
        print(json.dumps({"missing": f"{type(error).__name__}: {error}".splitlines()[0]}))
        return
    print(json.dumps({"version": version}), flush=True)
    np.seterr(all="ignore")
    work = None
    for line in sys.stdin:
        request = json.loads(line)
        if "seconds" in request:
            answer = {"seconds": work.stretch(request["seconds"])}
        else:
            # The arrays of the last case go first.
            work = None
            work, answer = ready(request)
        print(json.dumps(answer), flush=True)


main()
