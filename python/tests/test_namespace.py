"""Namespaces compute what the runtime computes, and arrays behave as NumPy's where NumPy's rules are theirs."""

import copy
import pathlib
import threading

import numpy as np
import pytest

import concord as cc

XP = cc.namespace("numpy")


def test_every_op_of_the_runtime_is_a_function():
    ops = cc._core.ops()
    assert [op for op in ops if not hasattr(XP, op)] == []
    stubs = (pathlib.Path(cc.__file__).parent / "_core.pyi").read_text()
    stubs += (pathlib.Path(cc.__file__).parent / "_arranging.py").read_text()
    assert [op for op in ops if f"    def {op}(" not in stubs] == [], "type checkers do not know them"


def test_operators_follow_the_ruleset():
    torch, jax = cc.namespace("torch"), cc.namespace("jax")
    for xp, wanted in ((XP, "float64"), (torch, "float32"), (jax, "float32")):
        one, other = xp.asarray([1, 2], dtype="int64"), xp.asarray([0.5, 0.5], dtype="float32")
        assert (one + other).dtype.name == wanted
        assert (other * 2).dtype.name == "float32"
    with pytest.raises(TypeError, match="asarray"):
        XP.asarray([1]) + torch.asarray([1])
    with pytest.raises(cc.PromotionError, match="cast the uint16 operand"):
        torch.asarray([1], dtype="uint16") + torch.asarray([1], dtype="int8")


def test_operators_give_what_numpy_gives():
    rng = np.random.default_rng(1)
    names = "add sub mul truediv floordiv mod pow and or xor lshift rshift lt le eq ne gt ge matmul".split()
    for dtype in ("i1", "u2", "i8", "f4", "f8"):
        a, b = (rng.integers(1, 5, (3, 3)).astype(dtype) for _ in range(2))
        for name in names:
            if dtype[0] == "f" and name in ("and", "or", "xor", "lshift", "rshift"):
                continue
            dunder = f"__{name}__"
            ours = getattr(XP.asarray(a), dunder)(XP.asarray(b))
            theirs = getattr(a, dunder)(b)
            assert ours.dtype.name == theirs.dtype.name, (name, dtype)
            np.testing.assert_allclose(np.asarray(ours), theirs, rtol=1e-6, err_msg=f"{name} {dtype}")
            if name in ("lt", "le", "eq", "ne", "gt", "ge"):
                continue
            reversed_ = getattr(XP.asarray(a), f"__r{name}__", None)
            if name != "matmul":
                np.testing.assert_allclose(np.asarray(reversed_(2)), getattr(a, f"__r{name}__")(2), rtol=1e-6)


def test_operators_in_place_keep_the_array_and_its_dtype():
    x = XP.asarray([1, 2, 3], dtype="int16")
    same = x
    x += 1
    x *= XP.asarray([2, 2, 2], dtype="int8")
    x -= x[::-1]
    assert same is x and x.tolist() == [-4, 0, 4] and x.dtype.name == "int16"
    with pytest.raises(cc.PromotionError):
        x += 0.5
    with pytest.raises(TypeError, match="make one with asarray"):
        x += "1"


KEYS = [
    0,
    -1,
    (0, 1),
    (slice(None), 1),
    (slice(None, None, -1), slice(3, 0, -2)),
    (..., 0),
    (0, ...),
    (None, 1, None),
    (slice(5, 2),),
    (slice(None, None, 2**62), slice(None, None, -(2**62)), slice(-(2**70), 2**70, 3)),
    (np.array([0, 1, 1]),),
    (np.array([[0], [1]]), np.array([0, 2])),
    (slice(None), np.array([2, 0]), 1),
    (np.array([1, 0]), slice(None), np.array([1, 1])),
    (0, slice(None), np.array([[0, 4], [1, 2]])),
    (slice(None), slice(1, 3), np.array([3, 1])),
    (..., np.array([1]), None),
    (np.arange(2 * 3 * 5).reshape(2, 3, 5) % 3 == 0,),
    (np.array([True, False]),),
    (slice(None), np.array([True, False, True])),
    (np.array([[True, False, True], [False, True, True]]), 2),
    True,
    (False, 0),
]


def ours(key):
    if isinstance(key, tuple):
        return tuple(ours(one) for one in key)
    return XP.asarray(key) if isinstance(key, np.ndarray) else key


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_an_index_reads_and_writes_what_numpys_does(key):
    theirs = np.arange(30, dtype="i4").reshape(2, 3, 5)
    mine = XP.asarray(theirs, copy=True)
    part = mine[ours(key)]
    assert part.shape == theirs[key].shape
    np.testing.assert_array_equal(np.asarray(part), theirs[key])
    for value in (7, theirs[key][..., ::-1] * 2):
        written = theirs.copy()
        written[key] = value
        mine[ours(key)] = XP.asarray(value) if isinstance(value, np.ndarray) else value
        np.testing.assert_array_equal(np.asarray(mine), written)
        mine = XP.asarray(theirs, copy=True)


@pytest.mark.parametrize("key", [0, -3, True, np.s_[1:], np.s_[::-2], np.s_[5:1], np.s_[:: 2**62], np.s_[2 :: -(2**62)], ..., None, np.array([-1, 0]), np.array([2, 0, 2]), np.array([0, 1])[::-1], np.array([[1], [0]]), np.array([], "i8"), np.array([True, False, True]), np.zeros(3, bool)], ids=repr)
def test_a_key_of_one_axis_is_numpys(key):
    theirs = np.arange(6, dtype="i2")[::2]
    mine = XP.asarray(theirs)
    np.testing.assert_array_equal(np.asarray(mine[ours(key)]), theirs[key])
    assert mine[ours(key)].shape == theirs[key].shape


def test_lists_pick_of_long_lines_what_they_pick_in_numpy():
    rng = np.random.default_rng(0)
    for theirs in (rng.normal(size=9000), rng.integers(0, 99, 9000, "i1"), rng.normal(size=9000)[::-3]):
        mine, count = XP.asarray(theirs), len(theirs)
        for key in (rng.permutation(count), rng.integers(-count, count, 20000), rng.random(count) < 0.5):
            np.testing.assert_array_equal(np.asarray(mine[XP.asarray(key)]), theirs[key])
        with pytest.raises(IndexError, match=f"no index {count} along axis 0"):
            mine[XP.asarray(np.array([0, count]))]


@pytest.mark.parametrize("dtype", ["i1", "i8", "u1", "u8"])
def test_indices_of_every_integer_dtype_are_looked_at(dtype):
    x = XP.arange(5)
    assert x[XP.asarray(np.array([4, 0], dtype))].tolist() == [4, 0]
    for wrong in (5, np.iinfo(dtype).max, np.iinfo(dtype).min):
        if wrong != 0:
            with pytest.raises(IndexError, match=f"no index {wrong} along axis 0"):
                x[XP.asarray(np.array([wrong, 0], dtype))]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (2, "its indices are 0 to 1"),
        (2**70, f"there is no index {2**70}"),
        ((0, -(2**130)), f"there is no index -{2**130}"),
        ((0, 0, 0, 0), "an index of 4 axes, and the array has 3"),
        ((..., ...), "one ellipsis"),
        ("a", "not str"),
        (0.5, "not float"),
        ([0, 1], "make a list or another library's array one"),
        (np.array([0.5]), "only integers and bool"),
        (np.array([3]), "there is no index 3"),
        (np.array([True] * 3), "they must be equal"),
        ((np.array([0, 1]), np.array([0, 1, 2])), "do not broadcast"),
    ],
)
def test_a_wrong_index_says_what_is_wrong(key, words):
    x = XP.zeros((2, 3, 5))
    with pytest.raises((IndexError, TypeError), match=words):
        x[ours(key)]


def test_a_slice_is_a_view():
    x = XP.asarray([[1, 2, 3], [4, 5, 6]])
    row = x[1]
    row[:] = 0
    assert x.tolist() == [[1, 2, 3], [0, 0, 0]]
    assert copy.deepcopy(x) is not x
    assert XP.broadcast_to(x[0], (2, 3)).tolist() == [[1, 2, 3], [1, 2, 3]]
    with pytest.raises(ValueError, match="read-only"):
        XP.broadcast_to(x[0], (2, 3))[0, 0] = 1


def test_arrays_print_as_numpys_do():
    x = XP.asarray([[1.5, 2], [3, 4]], dtype="float32")
    assert repr(x) == "array([[1.5, 2. ],\n       [3. , 4. ]], dtype=float32)"
    assert str(x) == str(np.asarray(x)) == f"{x}"
    assert f"{x[0, 0]:.3f} {XP.asarray(7):>4} {XP.asarray(1j):.1f}" == "1.500    7 0.0+1.0j"
    with pytest.raises(TypeError, match=r"shape \[2, 2\]"):
        f"{x:.3f}"


def test_an_array_without_axes_is_a_python_number():
    assert (int(XP.asarray(3)), float(XP.asarray(2.5)), complex(XP.asarray(1j)), bool(XP.asarray(0))) == (3, 2.5, 1j, False)
    assert [10, 20, 30][XP.asarray(1)] == 20
    for call, words in ((bool, "any or all"), (int, "without axes"), (float, "without axes")):
        with pytest.raises(TypeError, match=words):
            call(XP.asarray([1, 2]))
    with pytest.raises(TypeError, match="take real or abs"):
        float(XP.asarray(1j))


def test_manipulation_is_numpys():
    x = np.arange(24, dtype="f4").reshape(2, 3, 4)
    mine = XP.asarray(x)
    pairs = [
        (XP.roll(mine, 2), np.roll(x, 2)),
        (XP.roll(mine, (1, -1), axis=(0, 2)), np.roll(x, (1, -1), axis=(0, 2))),
        (XP.tile(mine, (2, 1, 2)), np.tile(x, (2, 1, 2))),
        (XP.repeat(mine, 3, axis=1), np.repeat(x, 3, axis=1)),
        (XP.repeat(mine, 20, axis=2), np.repeat(x, 20, axis=2)),
        (XP.repeat(XP.flip(mine), 2), np.repeat(np.flip(x), 2)),
        (XP.repeat(mine, 0, axis=0), np.repeat(x, 0, axis=0)),
        (XP.repeat(mine, XP.asarray([1, 0, 2]), axis=1), np.repeat(x, [1, 0, 2], axis=1)),
        (XP.moveaxis(mine, 0, -1), np.moveaxis(x, 0, -1)),
        (XP.flip(mine, axis=1), np.flip(x, axis=1)),
        (XP.reshape(XP.flip(mine), (4, -1)), np.flip(x).reshape(4, -1)),
        (XP.linalg.diagonal(mine, offset=1), np.linalg.diagonal(x, offset=1)),
        (XP.cumulative_sum(mine, axis=2, include_initial=True), np.cumulative_sum(x, axis=2, include_initial=True)),
        (XP.unique_values(XP.asarray([3, 1, 3])), np.array([1, 3])),
        (XP.unique_values(XP.asarray([np.nan, 1.0, np.nan])), np.array([1, np.nan, np.nan])),
        (XP.unique_counts(XP.asarray([np.nan, -0.0, np.nan, 0.0])).counts, np.array([2, 1, 1])),
        (XP.unique_counts(XP.asarray([2j, 1j, 2j, 1])).values, np.array([1j, 2j, 1])),
        (XP.unique_values(XP.zeros((0, 2))), np.zeros(0)),
        (XP.roll(XP.flip(mine, axis=1), -(10**30), axis=1), np.roll(np.flip(x, axis=1), -(10**30) % 3, axis=1)),
        (XP.roll(XP.zeros((2, 0)), 3, axis=1), np.zeros((2, 0))),
        (XP.repeat(mine, XP.asarray([2])), np.repeat(x, 2)),
        (XP.unique_values(XP.flip(mine[:, ::2, 1:] % 5.0)), np.unique(np.flip(x[:, ::2, 1:] % 5))),
        (XP.unique_counts(mine[:, 1] % 3.0).counts, np.unique_counts(x[:, 1] % 3).counts),
        (XP.unique_inverse(mine % 3.0).inverse_indices, np.unique_inverse(x % 3).inverse_indices),
        (XP.isin(XP.asarray([1, 2]), XP.asarray([2, 3])), np.isin([1, 2], [2, 3])),
    ]
    for place, (one, other) in enumerate(pairs):
        assert one.shape == other.shape, place
        np.testing.assert_array_equal(np.asarray(one), other, err_msg=str(place))


def test_norms_of_integers_do_not_wrap_around():
    x = np.array([[200, 100], [255, 0]], dtype="uint8")
    for ruleset in ("numpy", "torch", "onnx", "jax/x32"):
        xp = cc.namespace(ruleset)
        mine = xp.asarray(x)
        for of, order in [("vector_norm", order) for order in (0, 1, 2, 3, 0.5, np.inf, -np.inf)] + [
            ("matrix_norm", order) for order in ("fro", 1, -1, np.inf, -np.inf)
        ]:
            norm = getattr(xp.linalg, of)(mine, ord=order)
            asked = f"{ruleset}: {of} of order {order}"
            assert norm.dtype == xp.ruleset.default_dtype("real floating"), asked
            wanted = getattr(np.linalg, of)(x.astype(float), ord=order)
            np.testing.assert_allclose(float(norm), wanted, rtol=1e-6, err_msg=asked)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64"])
def test_a_number_that_a_dtype_cannot_hold_is_not_written(dtype):
    info = np.iinfo(dtype)
    x = XP.zeros((3,), dtype=dtype)
    for value in (np.nan, np.inf, -np.inf, 1e300, float(info.max) * 2, float(info.min) - 4096.0 * 256):
        for key in (0, slice(1), XP.asarray([True, False, False]), XP.asarray([0, 1])):
            with pytest.raises(OverflowError, match=f"{dtype} holds no"):
                x[key] = value
    with pytest.raises(TypeError, match=f"{dtype} holds no complex number"):
        x[0] = 1 + 2j
    assert np.asarray(x).tolist() == [0, 0, 0]
    x[0], x[1] = 2.75, float(info.max // 2 + 1)
    assert np.asarray(x).tolist() == [2, info.max // 2 + 1, 0]


def test_other_threads_run_and_writers_wait():
    x = XP.ones((1 << 18,), dtype="float64")
    results = []

    def work():
        for _ in range(10):
            results.append(float(XP.sum(x * 2.0)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(10):
        x[:] = 1.0
    for thread in threads:
        thread.join()
    assert set(results) == {float(2 << 18)}


def test_a_namespace_is_of_a_version_of_the_standard():
    old, new = cc.namespace("array-api@2024.12"), cc.namespace("array-api@2025.12")
    assert (old.__array_api_version__, new.__array_api_version__) == ("2024.12", "2025.12")
    assert type(old.broadcast_arrays(old.zeros(2))) is list and type(new.broadcast_arrays(new.zeros(2))) is tuple
    for ruleset in cc.rulesets():
        xp = cc.namespace(ruleset)
        assert xp.asarray(True).__array_namespace__() is xp, ruleset
    x = XP.asarray([1])
    assert x.__array_namespace__() is x.__array_namespace__(api_version="2022.12") is XP
    assert x.__array_namespace__(api_version="2025.12").__array_api_version__ == "2025.12"
    with pytest.raises(ValueError, match="there are 2021.12"):
        x.__array_namespace__(api_version="1999.12")


@pytest.mark.parametrize("ruleset", ["numpy", "jax"])
def test_a_product_in_place_is_as_every_op_in_place(ruleset):
    xp = cc.namespace(ruleset)
    a = xp.asarray([[1, 2], [3, 4]], dtype="int8")
    a @= a
    assert a.tolist() == [[7, 10], [15, 22]] and a.dtype.name == "int8"
    for other, error in [
        (xp.full((2, 2), 0.3), cc.PromotionError),
        (xp.full((2, 2), 1j), cc.PromotionError),
        (xp.ones(2, dtype="int8"), ValueError),
    ]:
        with pytest.raises(error):
            a @= other
    assert a.tolist() == [[7, 10], [15, 22]]
