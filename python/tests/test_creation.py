"""The dtypes of new arrays that are made of numbers which have dtypes of their own."""

import collections

import ml_dtypes
import numpy as np
import pytest

import concord as cc

xp = cc.namespace("numpy")
half = xp.asarray(1.5, dtype="float16")


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (lambda: xp.full(2, np.float32(1.5)), np.full(2, np.float32(1.5))),
        (lambda: xp.full(2, np.array(3, "i1")), np.full(2, np.array(3, "i1"))),
        (lambda: xp.full(2, half), np.full(2, np.float16(1.5))),
        (lambda: xp.full(2, half, dtype="int64"), np.full(2, 1)),
        (lambda: xp.full(2, np.bool(True)), np.full(2, True)),
        (lambda: xp.full(2, 1.5), np.full(2, 1.5)),
        (lambda: xp.asarray([np.float32(1), np.float32(2)]), np.asarray([np.float32(1), np.float32(2)])),
        (lambda: xp.asarray([[half], [half]]), np.asarray([[np.float16(1.5)], [np.float16(1.5)]])),
        (lambda: xp.asarray([np.int8(-1), np.uint8(255)]), np.asarray([np.int8(-1), np.uint8(255)])),
        (lambda: xp.asarray([np.int8(1), 2]), np.asarray([np.int8(1), 2])),
        (lambda: xp.asarray([np.float32(1), 2.5]), np.asarray([np.float32(1), 2.5])),
        (lambda: xp.asarray([2, np.complex64(1j)]), np.asarray([2, np.complex64(1j)])),
        (lambda: xp.asarray([np.float32(1.5)], dtype="int8"), np.asarray([np.float32(1.5)]).astype("i1")),
        (lambda: xp.linspace(np.float32(0), np.float32(1), 5), np.linspace(np.float32(0), np.float32(1), 5)),
        (lambda: xp.linspace(half, half, 2), np.linspace(np.float16(1.5), np.float16(1.5), 2)),
        (lambda: xp.linspace(np.int8(0), np.int8(4), 5), np.linspace(np.int8(0), np.int8(4), 5)),
        (lambda: xp.linspace(np.float32(0), 4, 5), np.linspace(np.float32(0), 4, 5)),
        (lambda: xp.linspace(0.0, np.int8(4), 5), np.linspace(0.0, np.int8(4), 5)),
        (lambda: xp.linspace(np.float16(0), 4j, 5), np.linspace(np.float16(0), 4j, 5)),
        (lambda: xp.arange(np.int8(3)), np.arange(np.int8(3))),
        (lambda: xp.arange(np.float32(3)), np.arange(np.float32(3))),
        (lambda: xp.asarray([]), np.asarray([])),
        (lambda: xp.asarray([[], []]), np.asarray([[], []])),
    ],
)
def test_a_new_array_has_the_dtype_of_its_numbers(made, wanted):
    got = made()
    assert (got.dtype.name, got.shape) == (wanted.dtype.name, wanted.shape)
    np.testing.assert_array_equal(np.asarray(got), wanted)


def test_the_type_bool_names_the_dtype():
    for ruleset in cc.rulesets():
        assert cc.namespace(ruleset).zeros(2, dtype=bool).dtype is cc.dtype(bool) is cc.dtype("bool"), ruleset


def test_numbers_of_dtypes_without_a_common_one_are_refused():
    with pytest.raises(cc.PromotionError, match="bfloat16.*int32"):
        xp.asarray([ml_dtypes.bfloat16(1), np.int32(2)])


def test_an_array_of_objects_without_axes_is_no_number():
    itself = np.empty((), dtype=object)
    itself[()] = itself
    with pytest.raises(TypeError, match="fill_value is a number"):
        xp.full(2, itself)


def test_numbers_of_a_dtype_that_the_ruleset_lacks_count_as_those_of_python():
    jnp = cc.namespace("jax/x32")
    assert jnp.asarray([np.float64(1), np.float64(2)]).dtype.name == "float32"
    assert jnp.full(2, np.float64(1)).dtype.name == "float32"


@pytest.mark.parametrize("ruleset", ["numpy", "torch", "jax"])
@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1e10, -129.0])
def test_a_float_that_no_integer_holds_is_an_error(ruleset, number):
    xp = cc.namespace(ruleset)
    for make in (lambda: xp.asarray([number], dtype="int8"), lambda: xp.full(2, number, dtype="int8")):
        with pytest.raises(OverflowError, match="is out of the range of int8"):
            make()
    assert xp.asarray([1.5, -128.9], dtype="int8").tolist() == [1, -128]


def test_lists_of_arrays_are_stacked():
    xp = cc.namespace("numpy")
    one, two = xp.asarray([1, 2], dtype="int8"), xp.asarray([3, 4], dtype="uint8")
    both = xp.asarray([one, two])
    assert both.tolist() == [[1, 2], [3, 4]] and both.dtype.name == "int16"
    assert xp.asarray([xp.asarray([1]), xp.asarray([2])]).shape == (2, 1)
    assert xp.asarray([[one, two], [two, one]], dtype="float32").shape == (2, 2, 2)
    assert xp.asarray([np.asarray([1.0]), np.asarray([2.0])]).dtype.name == "float64"
    for ragged in ([one, 1], [one, xp.asarray([1])], [xp.asarray([[[7]]]), 1]):
        with pytest.raises(ValueError, match="of one length"):
            xp.asarray(ragged)


def test_jax_makes_weak_arrays_of_numbers_alone():
    xp = cc.namespace("jax")
    weak = {1: True, 1.0: True, 1j: True}
    assert all(xp.asarray(number).weak_type is wanted for number, wanted in weak.items())
    assert not any(xp.asarray(made).weak_type for made in (True, [1.0], [], np.float32(1)))
    assert not xp.asarray(1.0, dtype="float64").weak_type
    assert (xp.asarray(1.0) * xp.ones(2, dtype="bfloat16")).dtype.name == "bfloat16"
    full = xp.full((2,), 1)
    assert full.weak_type and (full + xp.ones(2, dtype="int8")).dtype.name == "int8"
    strong = (xp.full(2, True), xp.full(2, np.float32(1)), xp.full(2, 1, dtype="int8"), xp.sum(full), xp.zeros(2))
    assert not any(made.weak_type for made in strong)
    for like in (xp.zeros_like, xp.ones_like, xp.empty_like, lambda x, **how: xp.full_like(x, 2, **how)):
        assert like(full).weak_type and like(full).dtype.name == "int64"
        assert not like(full, dtype="int64").weak_type and not like(xp.zeros(2)).weak_type


def test_limits_of_types_of_numpy():
    xp = cc.namespace("numpy")
    assert xp.finfo(np.float32).bits == 32 and xp.iinfo(np.int8).max == 127
    assert xp.can_cast(np.int8, np.int16) and not xp.can_cast(np.int16, np.int8)


def test_many_axes_make_no_lists():
    xp = cc.namespace("numpy")
    assert xp.ones((1,) * 64).tolist()
    with pytest.raises(ValueError, match="10000 axes, reshape it first"):
        xp.ones((1,) * 10000).tolist()


def test_a_list_that_contains_itself_is_an_error():
    xp = cc.namespace("numpy")
    one = [xp.asarray([1])]
    one.append(one)
    for itself in (one, [np.ones(2), one]):
        with pytest.raises(ValueError, match="more than 64 deep"):
            xp.asarray(itself)


class Series:
    """What pandas' Series are to a library that does not know them."""

    def __init__(self, elements):
        self.elements = elements

    def __array__(self, dtype=None, copy=None):
        assert dtype is None
        return self.elements.copy() if copy else self.elements


def test_sequences_and_what_makes_an_array_of_itself_are_arrays():
    xp = cc.namespace("numpy")
    assert xp.asarray(range(5)).tolist() == [0, 1, 2, 3, 4]
    assert xp.asarray([range(2), (2, 3)], dtype="float32").tolist() == [[0, 1], [2, 3]]
    assert xp.asarray(collections.deque([1.5, 2])).tolist() == [1.5, 2]
    theirs = np.arange(3, dtype="int16")
    mine = xp.asarray(Series(theirs), copy=False)
    mine[0] = 7
    assert mine.dtype.name == "int16" and theirs[0] == 7
    assert xp.asarray(Series(theirs), copy=True, dtype="float64").tolist() == [7, 1, 2]
    for wrong, words in [("12", "not a str"), ([b"12"], "not bytes"), ({1: 2}, "not dict"), (Series, "not type")]:
        with pytest.raises(TypeError, match=words):
            xp.asarray(wrong)


@pytest.mark.parametrize("ruleset", ["numpy", "torch", "jax"])
def test_an_imaginary_part_is_not_lost_without_a_word(ruleset):
    xp = cc.namespace(ruleset)
    for make in (
        lambda: xp.asarray([1, 2j], dtype="float32"),
        lambda: xp.asarray(2j, dtype="int8"),
        lambda: xp.full(2, 2j, dtype="float32"),
    ):
        with pytest.raises(TypeError, match="holds no complex number: give its real part"):
            make()
    assert xp.asarray([0j, 1j], dtype="bool").tolist() == [False, True]


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_torch_takes_a_negative_int_whose_magnitude_an_unsigned_dtype_holds(dtype):
    xp = cc.namespace("torch")
    most = xp.iinfo(dtype).max
    x = xp.zeros(2, dtype=dtype)
    for number in (-1, -most):
        x[0] = number
        made = (xp.asarray([number], dtype=dtype), xp.full(1, number, dtype=dtype), x)
        assert [one[0].item() for one in made] == [number + most + 1] * 3
    for number in (-most - 1, most + 1):
        for make in (lambda: xp.asarray([number], dtype=dtype), lambda: x.__setitem__(0, number)):
            with pytest.raises(OverflowError, match="out of the range"):
                make()


def test_sequences_that_say_they_are_longer_than_memory_are_refused():
    xp = cc.namespace("numpy")
    a, long = xp.ones(3), range(2**40)
    for make in (
        lambda: xp.sum(a, axis=long),
        lambda: xp.zeros(long),
        lambda: xp.full(range(2**45), 1),
        lambda: xp.tensordot(a, a, axes=(long, (0,))),
        lambda: xp.sum(a, axis=xp.zeros((2**40, 0))),
        lambda: a._permuted(long),
        *(
            lambda function=function: getattr(xp, function)(a, long)
            for function in ("reshape", "broadcast_to", "permute_dims", "squeeze", "tile")
        ),
        *(lambda function=function: getattr(xp, function)(a, axis=long) for function in ("flip", "expand_dims")),
        lambda: xp.moveaxis(a, long, 0),
        lambda: xp.roll(a, 1, axis=long),
    ):
        with pytest.raises((ValueError, MemoryError)):
            make()


def test_an_interrupt_is_no_wrong_argument():
    class Stops:
        def __index__(self):
            raise KeyboardInterrupt

    xp = cc.namespace("numpy")
    for make in (
        lambda: xp.zeros(Stops()),
        lambda: xp.zeros((Stops(),)),
        lambda: xp.sum(xp.ones(3), axis=Stops()),
        lambda: xp.linspace(0, 1, num=Stops()),
    ):
        with pytest.raises(KeyboardInterrupt):
            make()
