"""Cells on stdin, a JSON line each → whether the peer has such work; then the least time of a call, as often as asked.

The peer is NumPy, or torch for dtypes that NumPy lacks; it uses one thread.
"""

import json
import os
import sys
import time
import warnings

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

PEER = sys.argv[1]
warnings.simplefilter("ignore")
np.seterr(all="ignore")

# The names that are not the spec's.
NUMPY = {
    "pow": "power", "atan2": "arctan2", "bitwise_invert": "invert",
    "bitwise_left_shift": "left_shift", "bitwise_right_shift": "right_shift",
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh",
    "acosh": "arccosh", "atanh": "arctanh", "concat": "concatenate",
    "cumulative_sum": "cumsum", "cumulative_prod": "cumprod",
}
TORCH = {
    "concat": "cat", "cumulative_sum": "cumsum", "cumulative_prod": "cumprod", "bitwise_invert": "bitwise_not",
    "max": "amax", "min": "amin", "negative": "neg",
}


def values(dtype, shape, low, high, seed):
    """Random elements of a dtype."""
    random = np.random.default_rng(seed)
    real = random.uniform(low, high, shape)
    if dtype == "bool":
        return real > 0
    if dtype == "complex64":
        return (real + 1j * random.uniform(low, high, shape)).astype(np.complex64)
    if PEER == "torch" and dtype == "bfloat16":
        return real.astype(np.float32)
    return real.astype(dtype)


def tensor(array, dtype):
    """As the peer has it."""
    if PEER == "numpy":
        return array
    import torch

    torch.set_num_threads(1)
    made = torch.from_numpy(array)
    return made if dtype == "bool" else made.to(getattr(torch, dtype))


def operands(cell):
    """The operands of a cell, as its layout has them."""
    count = 2 if cell["group"] == "join" else cell["arity"]
    order, layout, all_ = cell["order"], cell["layout"], []
    for place in range(count):
        low, high = cell["ranges"][place]
        dtype = "bool" if cell["op"] == "where" and place == 0 else cell["dtype"]
        last = place == count - 1
        if layout == "scalar" and (last or (cell["op"] == "clip" and place > 0)):
            all_.append(int(low) + 2 if cell["integer"] else low + 0.5)
            continue
        shape = (order, order)
        if cell["group"] == "product":
            shape = (order // 4, order // 4)
        elif layout == "row" and last:
            shape = (order,)
        elif layout == "column" and last:
            shape = (order, 1)
        elif layout == "strided":
            shape = (order, 2 * order)
        elif layout == "line":
            shape = (order * order,)
        made = tensor(values(dtype, shape, low, high, place + 1), dtype)
        if layout == "strided":
            made = made[:, ::2]
        elif layout == "transposed" and last:
            made = made.T
        all_.append(made)
    return all_


def function(op):
    """The peer's function of an op."""
    if PEER == "numpy":
        return getattr(np, NUMPY.get(op, op))
    import torch

    name = TORCH.get(op, op)
    found = getattr(torch, name, None) or getattr(torch.special, name, None)
    return found


def work(cell):
    """What does the work once."""
    run, args, layout = function(cell["op"]), operands(cell), cell["layout"]
    axis = {"axis-0": 0, "axis-1": 1, "line": 0}.get(layout)
    key = "axis" if PEER == "numpy" else "dim"
    if cell["group"] == "join":
        return lambda: run(args, **{key: axis})
    if cell["group"] in ("reduction", "selection", "sorting", "arrangement") and axis is not None:
        return lambda: run(*args, **{key: axis})
    if layout == "into":
        out = run(*args)
        return lambda: run(*args, out=out)
    if layout == "in-place":
        left = args[0]
        return lambda: run(*args, out=left)
    return lambda: run(*args)


def main():
    """Answers until nothing more is asked."""
    ready = None
    for line in sys.stdin:
        request = json.loads(line)
        if "sample" in request:
            least, until = float("inf"), time.perf_counter() + request["sample"]
            while True:
                begin = time.perf_counter()
                ready()
                end = time.perf_counter()
                least = min(least, end - begin)
                if end > until:
                    break
            answer = {"seconds": least}
        else:
            try:
                ready = work(request)
                ready()
                answer = {"ready": True}
            except Exception:  # noqa: BLE001 - a peer says in many ways that it has no such work
                answer = {"ready": False}
        print(json.dumps(answer), flush=True)


main()
