"""What moves and picks elements gives what NumPy gives, whatever the dtype and the layout."""

import itertools

import ml_dtypes
import numpy as np
import pytest

import concord as cc

XP = cc.namespace("numpy")
DTYPES = ("bool", "int8", "uint16", "float16", "int32", "float32", "int64", "float64", "complex64", "complex128")
LENGTHS = (0, 1, 7, 8, 9, 64, 600)
SHAPES = ((5, 40), (40, 5), (3, 4, 20), (2, 0, 3), (1, 1))


def made(rng, dtype, shape):
    """Elements of a few values each, of a dtype."""
    values = rng.integers(0, 5, shape) - (0 if dtype[0] in "bu" else 2)
    return (values * (1 + 0.5j)).astype(dtype) if dtype[0] == "c" else values.astype(dtype)


def layouts(x):
    """An array in its order, backwards, with gaps, and with its axes the other way round."""
    yield x
    yield np.flip(x)
    yield np.repeat(x, 2, axis=-1)[..., ::2]
    yield np.ascontiguousarray(x.T).T


def masks(rng, shape):
    """Masks with runs of either truth, and with none."""
    for share in (0.0, 0.1, 0.5, 0.95, 1.0):
        yield rng.random(shape) < share
    yield np.sort((rng.random(shape) < 0.5).ravel()).reshape(shape)


def same(mine, numpys):
    assert (mine.shape, mine.dtype.name) == (numpys.shape, numpys.dtype.name)
    np.testing.assert_array_equal(np.asarray(mine), numpys)


@pytest.mark.parametrize("dtype", DTYPES)
def test_masks_pick_and_write_what_they_do_in_numpy(dtype):
    rng = np.random.default_rng(0)
    for shape in (*((length,) for length in LENGTHS), *SHAPES):
        for x in layouts(made(rng, dtype, shape)):
            for axes, (before, mask) in itertools.product(range(1, x.ndim + 1), enumerate(masks(rng, shape))):
                mask = mask[(..., *(0,) * (x.ndim - axes))] if 0 not in shape else mask.any(axis=tuple(range(axes, x.ndim)))
                for mask in layouts(mask) if before == 2 else (mask,):
                    mine = XP.asarray(x)
                    chosen = XP.asarray(mask)
                    same(mine[chosen], x[mask])
                    for value in (np.asarray(x.ravel()[:1].sum(), dtype), x[mask][:1], x[mask][::-1]):
                        expected, written = x.copy(), XP.asarray(x, copy=True)
                        expected[mask] = value
                        written[chosen] = XP.asarray(value)
                        same(written, expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_indices_of_several_axes_pick_and_write_what_they_do_in_numpy(dtype):
    rng = np.random.default_rng(1)
    for x in layouts(made(rng, dtype, (6, 7, 8))):
        one, two = rng.integers(-6, 6, (3, 5)), rng.integers(0, 7, 5)
        mine, first, second = XP.asarray(x), XP.asarray(one), XP.asarray(two)
        same(mine[first, second], x[one, two])
        same(mine[first, :, second], x[one, :, two])
        same(mine[:, second, 1:], x[:, two, 1:])
        same(mine[..., 0][first, second], x[..., 0][one, two])
        same(mine[0, 0][first], x[0, 0][one])
        expected, written = x.copy(), XP.asarray(x, copy=True)
        expected[one, two] = x[one, two][::-1]
        written[first, second] = mine[first, second][::-1]
        same(written, expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_elements_are_repeated_as_numpy_does(dtype):
    rng = np.random.default_rng(2)
    for shape, times in itertools.product((*((length,) for length in LENGTHS), *SHAPES), (0, 1, 2, 3, 4, 5, 9, 40)):
        for x in layouts(made(rng, dtype, shape)):
            for axis in (None, *range(-1, x.ndim)):
                same(XP.repeat(XP.asarray(x), times, axis=axis), np.repeat(x, times, axis=axis))


@pytest.mark.parametrize("dtype", DTYPES)
def test_distinct_elements_are_numpys(dtype):
    rng = np.random.default_rng(3)
    for shape in (*((length,) for length in LENGTHS), *SHAPES):
        for x in layouts(made(rng, dtype, shape)):
            mine = XP.asarray(x)
            values, counts = np.unique(x, return_counts=True)
            _, first, inverse = np.unique(x, return_index=True, return_inverse=True)
            same(XP.unique_values(mine), values)
            for one, other in zip(XP.unique_counts(mine), (values, counts), strict=True):
                same(one, other)
            for one, other in zip(XP.unique_inverse(mine), (values, inverse), strict=True):
                same(one, other)
            for one, other in zip(XP.unique_all(mine), (values, first, inverse, counts), strict=True):
                same(one, other)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "complex128"])
def test_no_nan_equals_another_and_they_come_last_of_their_part(dtype):
    parts = (0.0, -0.0, 1.0, np.nan, -1.0, np.nan)
    x = np.array([complex(*pair) for pair in itertools.product(parts, parts)] if dtype[0] == "c" else parts, dtype)
    mine = XP.unique_all(XP.asarray(x))
    groups = {(at,) if np.isnan(x[at]) else tuple(np.flatnonzero(x == x[at])) for at in range(len(x))}
    assert sorted(mine.counts.tolist()) == sorted(len(group) for group in groups)
    for place, (first, count) in enumerate(zip(mine.indices.tolist(), mine.counts.tolist(), strict=True)):
        group = next(group for group in groups if first == group[0])
        assert len(group) == count and {mine.inverse_indices[int(at)].tolist() for at in group} == {place}
    parts = [(number.real, number.imag) for number in x[np.asarray(mine.indices)]]
    keys = [tuple((part != part, 0.0 if part != part else part) for part in pair) for pair in parts]
    assert keys == sorted(keys)
    np.testing.assert_array_equal(np.asarray(XP.unique_values(XP.asarray(x))), x[np.asarray(mine.indices)])


NUMPY = cc.namespace("numpy")


@pytest.mark.parametrize("dtype", ["uint8", "int64", "float16", "float64"])
@pytest.mark.parametrize("number", [1.5, -1, 300, float("nan"), 1.0001, 2])
def test_a_number_beside_an_array_keeps_its_value(dtype, number):
    x, theirs = NUMPY.asarray([1, 2, 3], dtype=dtype), np.asarray([1, 2, 3], dtype=dtype)
    for side in ("left", "right"):
        wanted = np.searchsorted(theirs, number, side=side)
        assert NUMPY.searchsorted(x, number, side=side).item() == wanted, side
    assert NUMPY.isin(x, number).tolist() == np.isin(theirs, number).tolist()


@pytest.mark.parametrize("dtype", ["int8", "float32", "complex64", "bool"])
def test_isin_of_many_is_that_of_few(dtype):
    numbers = np.random.default_rng(7).integers(0, 100, 3000).astype(dtype)
    some = numbers[:40] * (2 if dtype != "bool" else 1)
    if dtype == "float32":
        numbers[::100] = some[::7][0] = np.nan
    found = NUMPY.isin(NUMPY.reshape(NUMPY.asarray(numbers), (30, 100)), NUMPY.asarray(some))
    assert found.shape == (30, 100)
    assert found.tolist() == np.isin(numbers.reshape(30, 100), some).tolist()
    inverted = NUMPY.isin(NUMPY.asarray(numbers), NUMPY.asarray(some), invert=True)
    assert inverted.tolist() == np.isin(numbers, some, invert=True).tolist()
    assert NUMPY.isin(NUMPY.asarray(numbers), NUMPY.asarray([], dtype=dtype)).tolist() == [False] * 3000


def test_integers_of_numpy_are_axes_and_counts():
    x, i = NUMPY.ones((2, 1, 3)), np.int64
    assert NUMPY.flip(x, axis=i(0)).shape == (2, 1, 3)
    assert NUMPY.expand_dims(x, axis=i(0)).shape == (1, 2, 1, 3)
    assert NUMPY.squeeze(x, axis=i(1)).shape == (2, 3)
    assert NUMPY.moveaxis(x, i(0), i(2)).shape == (1, 3, 2)
    assert NUMPY.tile(x, i(2)).shape == (2, 1, 6)
    assert NUMPY.repeat(x, i(2), axis=i(2)).shape == (2, 1, 6)
    assert NUMPY.roll(x, i(1)).shape == NUMPY.roll(x, i(1), axis=i(0)).shape == (2, 1, 3)
    assert NUMPY.reshape(x, i(6)).shape == (6,)


@pytest.mark.parametrize(
    "ask",
    [
        lambda x: NUMPY.repeat(x, NUMPY.asarray([2**62, 1])),
        lambda x: NUMPY.repeat(x, NUMPY.asarray([2**63 - 1, 2**63 - 1])),
        lambda x: NUMPY.unique_all(NUMPY.broadcast_to(x[0], (2**61,))),
        lambda x: NUMPY.unique_counts(NUMPY.broadcast_to(x[0], (2**61,))),
        lambda x: x[NUMPY.broadcast_to(NUMPY.asarray(0), (2**60,))],
        lambda x: x[None][NUMPY.broadcast_to(NUMPY.asarray(0), (2**60,)), 0],
    ],
)
def test_what_memory_cannot_hold_is_an_error(ask):
    with pytest.raises(MemoryError):
        ask(NUMPY.asarray([1, 2]))


def test_an_ellipsis_of_no_axes_parts_indices():
    x, theirs = NUMPY.reshape(NUMPY.arange(60), (3, 4, 5)), np.arange(60).reshape(3, 4, 5)
    i, j = [0, 1], [2, 0]
    mine = [NUMPY.asarray(one) for one in (i, j)]
    assert x[:, mine[0], ..., mine[1]].tolist() == theirs[:, i, ..., j].tolist()
    assert x[:, 0, ..., mine[1]].tolist() == theirs[:, 0, ..., j].tolist()
    assert x[:, mine[0], mine[1]].tolist() == theirs[:, i, j].tolist()
    x[:, mine[0], ..., mine[1]] = NUMPY.reshape(NUMPY.arange(6), (2, 3))
    theirs[:, i, ..., j] = np.arange(6).reshape(2, 3)
    assert x.tolist() == theirs.tolist()


def test_what_is_written_may_have_axes_of_one_element_before():
    x = NUMPY.zeros(3)
    x[1] = NUMPY.asarray([5.0])
    x[NUMPY.asarray([0, 2])] = NUMPY.asarray([[[7.0, 8.0]]])
    assert x.tolist() == [7, 5, 8]
    with pytest.raises(ValueError, match="do not broadcast"):
        x[1] = NUMPY.asarray([5.0, 6.0])


def test_parts_are_made_when_they_are_asked_for():
    xp = cc.namespace("numpy")
    long = xp.broadcast_to(xp.ones(1), (10**12,))
    assert next(iter(long)).item() == 1 and next(reversed(long)).item() == 1
    assert [part.tolist() for part in reversed(xp.asarray([[1, 2], [3, 4]]))] == [[3, 4], [1, 2]]
    assert list(reversed(xp.ones(0))) == []
    with pytest.raises(TypeError, match="without axes has no parts"):
        iter(xp.asarray(1))


def test_what_memory_cannot_hold_is_a_memory_error():
    xp = cc.namespace("numpy")
    for length in (10**12, 10**18):
        with pytest.raises(MemoryError, match="Python numbers"):
            xp.broadcast_to(xp.ones(1), (length,)).tolist()
    for make in (
        lambda: xp.broadcast_to(xp.ones(1), (2**40, 2**40)),
        lambda: xp.tile(xp.ones(3), (2**40, 2**40)),
        lambda: xp.zeros((3, 10**30)),
        lambda: xp.asarray(range(10**13)),
        lambda: xp.broadcast_to(xp.ones(1), (10**12,))[xp.broadcast_to(xp.asarray([True]), (10**12,))],
    ):
        with pytest.raises(MemoryError):
            make()


def test_a_power_has_no_modulus():
    xp = cc.namespace("numpy")
    for power in (lambda: pow(xp.asarray([2, 3]), 2, 5), lambda: pow(2, xp.asarray([2, 3]), 5)):
        with pytest.raises(TypeError, match=r"x \*\* y % z"):
            power()
    assert pow(xp.asarray([2, 3]), 2).tolist() == [4, 9]


def test_a_shape_may_be_one_int():
    xp = cc.namespace("numpy")
    assert xp.broadcast_to(xp.ones(1), 3).shape == (3,)
    assert xp.broadcast_shapes((2, 1), 3) == (2, 3)
    assert xp.permute_dims(xp.ones(3), 0).shape == (3,)


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize(
    "dtype", ["bool", "int2", "uint4", "int8", "uint8", "int64", "uint64", "float16", "bfloat16", "complex64"]
)
def test_a_scalar_of_another_dtype_is_written_as_numpy_writes_it(dtype):
    scalars = [np.int8(-3), np.uint8(200), np.int64(300), np.uint64(2**63 + 5), np.float32(2.75), np.bool_(True),
               np.complex64(1 + 2j)]
    keys = [..., 0, slice(0, 2), np.array([True, False, True]), np.array([2, 0])]
    for value, key in itertools.product(scalars, keys):
        x, mine = np.zeros(3, getattr(ml_dtypes, dtype, dtype)), NUMPY.zeros(3, dtype=dtype)
        wanted, got = (written(*one) for one in [(x, key, value), (mine, own(key), value)])
        assert got == wanted, f"{value!r} at {key}: got {got}, wanted {wanted}"


def own(key):
    return NUMPY.asarray(key) if isinstance(key, np.ndarray) else key


def written(x, key, value):
    """The elements after a value was written, or the error."""
    try:
        with np.errstate(over="ignore"):
            x[key] = value
    except OverflowError as error:
        return type(error)
    return x.tolist()


def test_no_differences_are_the_array_itself():
    xp = cc.namespace("numpy")
    x = xp.asarray([1, 2])
    assert xp.diff(x, n=0, prepend=xp.asarray([5.0])).tolist() == [1, 2]
    assert xp.diff(x, n=1, prepend=xp.asarray([5])).tolist() == [-4, 1]
