"""The dtypes of new arrays that are made of numbers which have dtypes of their own."""

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
