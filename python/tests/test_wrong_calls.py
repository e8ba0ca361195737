"""Calls that cannot be answered: the type of the error, what the message names, and the way out of it."""

import numpy as np
import pytest

import concord as cc

torch, numpy, api = cc.torch, cc.numpy, cc.ruleset("array-api@2024.12")
xp, np_xp = cc.namespace("torch"), cc.namespace("numpy")
x = xp.asarray([1, 2, 3], dtype="int8")

#: A call, the error, and all that its message must name: what was given, and what to do instead.
WRONG = [
    # Names.
    (lambda: cc.ruleset("torhc"), ValueError, ["torhc", "did you mean `torch`"]),
    (lambda: cc.namespace("nunpy"), ValueError, ["nunpy", "did you mean `numpy`"]),
    (lambda: cc.torhc, AttributeError, ["torhc", "concord", "did you mean 'torch'"]),
    (lambda: cc.dtype("blfoat16"), TypeError, ["blfoat16", "did you mean `bfloat16`"]),
    (lambda: cc.dtype(float), TypeError, ["float", "name a dtype"]),
    (lambda: xp.zeros(2, dtype=int), TypeError, ["int", "name a dtype"]),
    (lambda: torch.dtype("int3"), (TypeError, ValueError), ["int3"]),
    (lambda: torch.default_dtype("integer"), ValueError, ["integer", "integral"]),
    (lambda: torch.can_cast("int8", "int16", "safely"), ValueError, ["safely", "same_kind"]),
    (lambda: torch.op_dtypes("adds", "int8", "int8"), ValueError, ["adds", "add"]),
    (lambda: x.__array_namespace__(api_version="1999.12"), ValueError, ["1999.12", "2025.12"]),
    # Promotion.
    (lambda: torch.result_type("uint16", "int8"), cc.PromotionError, ["uint16", "int8", "cast the uint16 operand"]),
    (lambda: api.result_type("int8", "float32"), cc.PromotionError, ["int8", "float32", "Array API", "cast both"]),
    (lambda: cc.onnx.result_type("int8", "int16"), cc.PromotionError, ["int8", "int16", "cast"]),
    (lambda: cc.ruleset("dpctl/no-fp64").result_type("float64", "int8"), cc.PromotionError, ["float64", "no-fp64"]),
    (lambda: torch.result_type(), (TypeError, ValueError), ["operand"]),
    (lambda: torch.result_type("int8", [1, 2]), TypeError, ["[1, 2]", "list", "asarray"]),
    (lambda: torch.op_dtypes("bitwise_and", "float32", "int8"), cc.PromotionError, ["bitwise_and", "float32"]),
    # Arrays.
    (lambda: xp.asarray([[1, 2], [3]]), ValueError, ["lists of different lengths", "must be of one length"]),
    (lambda: xp.asarray([300], dtype="int8"), OverflowError, ["300", "int8"]),
    (lambda: np_xp.asarray([1], dtype="int8") + 300, OverflowError, ["300", "int8", "wider dtype"]),
    (lambda: x + [1, 2, 3], TypeError, ["add", "list", "asarray"]),
    (lambda: x + np.ones(3), TypeError, ["add", "ndarray", "asarray"]),
    (lambda: np.ones(3) - x, TypeError, ["subtract", "ndarray", "asarray"]),
    (lambda: x + cc.namespace("jax").asarray([1, 2, 3]), TypeError, ["asarray"]),
    (lambda: x + xp.asarray([1, 2]), ValueError, ["3", "2"]),
    (lambda: xp.reshape(x, (2, 2)), ValueError, ["3", "2"]),
    (lambda: xp.sum(x, axis=2), cc.AxisError, ["2"]),
    (lambda: x[5], IndexError, ["5", "axis 0", "0 to 2"]),
    (lambda: xp.matmul(xp.ones((2, 3)), xp.ones((2, 3))), ValueError, ["2", "3"]),
    (lambda: xp.reshape([1, 2], (2, 1)), TypeError, ["reshape", "list", "asarray"]),
    (lambda: xp.expand_dims(np.ones(2)), TypeError, ["expand_dims", "ndarray", "asarray"]),
    (lambda: xp.flip(np_xp.ones(2)), TypeError, ["numpy", "torch", "asarray"]),
    (lambda: xp.zeros_like([1]), TypeError, ["zeros_like", "list", "asarray"]),
    (lambda: xp.meshgrid([1]), TypeError, ["meshgrid", "list", "asarray"]),
    (lambda: xp.linalg.outer([1], [2]), TypeError, ["outer", "list", "asarray"]),
    (lambda: x * "ab", TypeError, ["multiply", "str", "asarray"]),
    (lambda: x[np.asarray([0])], IndexError, ["ndarray", "asarray"]),
    (lambda: xp.zeros(-1), ValueError, ["length", "-1", "not negative"]),
    (lambda: xp.zeros("12"), TypeError, ["shape", "'12'"]),
    (lambda: xp.broadcast_to(x, (3, -1)), ValueError, ["length", "-1"]),
    (lambda: xp.eye(-1), ValueError, ["n_rows", "-1", "not negative"]),
    (lambda: xp.linspace(0, 1, -1), ValueError, ["num", "-1", "not negative"]),
    (lambda: xp.linspace(0, 1, 2.5), TypeError, ["num", "int", "2.5"]),
    (lambda: xp.sum(x, axis=1.5), TypeError, ["axis", "1.5"]),
    (lambda: xp.sum(x, axis=2**70), cc.AxisError, [str(2**70), "out of range"]),
    (lambda: xp.sum(x, axis=(0, 2**70)), cc.AxisError, [str(2**70), "out of range"]),
    (lambda: xp.linalg.matrix_power(xp.ones((2, 2)), 2.5), TypeError, ["float", "integer"]),
    # Tables and files.
    (lambda: cc.identify({"int8": "int16"}), ValueError, ["int8", "uint8"]),
    (lambda: cc.identify({("aa1", "bb1"): "cc1"}), ValueError, ["aa1", "names={'aa1': 'int8'}"]),
    (lambda: cc.identify(7), TypeError, ["int", "dict of pairs"]),
    (lambda: cc.identify("nowhere.csv"), FileNotFoundError, ["nowhere.csv"]),
    (lambda: cc.load_ruleset("nowhere.toml"), FileNotFoundError, ["nowhere.toml"]),
    (lambda: cc.explain("int8", "uint9", ruleset="torch"), ValueError, ["uint9", "did you mean"]),
    (lambda: cc.diff("torch", "jax", table="weakly"), ValueError, ["weakly", "promotion", "zero-dim-pair"]),
    (lambda: cc.migrate("numpy", "torch", dtypes=["int9"]), ValueError, ["int9"]),
]


@pytest.mark.parametrize("place", range(len(WRONG)))
def test_a_wrong_call_says_what_is_wrong_and_what_to_do(place):
    call, error, words = WRONG[place]
    with pytest.raises(error) as caught:
        call()
    said = str(caught.value)
    assert [word for word in words if word not in said] == [], said
