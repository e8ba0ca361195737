"""Elements go to and from NumPy, DLPack and buffers, without a copy where they can."""

import array
import ctypes
import gc
import pickle

import ml_dtypes
import nanoarrow
import numpy as np
import pytest

import concord as cc

XP = cc.namespace("torch")
DTYPES = [dtype.name for dtype in XP.ruleset.dtypes if hasattr(np, dtype.name)]
REGISTERED = [dtype.name for dtype in XP.ruleset.dtypes if hasattr(ml_dtypes, dtype.name)]


def address(theirs):
    return theirs.__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("key", [..., np.s_[::-1], np.s_[:, ::2], np.s_[0], np.s_[0:0]], ids=repr)
def test_numpy_shares_its_elements_both_ways(dtype, key):
    theirs = np.arange(12).astype(dtype).reshape(3, 4)[key]
    mine = XP.asarray(theirs)
    back, capsule = np.asarray(mine), np.from_dlpack(mine)
    assert mine.dtype.name == dtype and mine.shape == theirs.shape
    for other in (back, capsule, np.asarray(XP.from_dlpack(theirs))):
        np.testing.assert_array_equal(other, theirs)
    if theirs.size and dtype != "bool":
        assert address(back) == address(theirs) == address(capsule)
        mine[...] = 1
        assert (theirs == 1).all()


def test_what_others_write_does_not_become_a_bool():
    """Not every byte is a bool: what another library may write to is a copy."""
    theirs = np.zeros(8, "uint8")
    mine = XP.asarray(theirs.view("bool"))
    theirs[:] = 255
    assert XP.arange(8)[mine].shape == (0,) and XP.count_nonzero(mine).item() == 0
    back, capsule = np.asarray(mine), np.from_dlpack(mine)
    assert not back.flags.writeable
    capsule.view("uint8")[:] = 255
    assert XP.count_nonzero(mine).item() == 0
    theirs[:] = 1
    for refused in (lambda: XP.asarray(theirs.view("bool"), copy=False), lambda: mine.__dlpack__(copy=False)):
        with pytest.raises((ValueError, BufferError), match="not every byte is one"):
            refused()
    # An array of ours writes nothing else.
    same = XP.from_dlpack(mine, copy=False)
    mine[0] = True
    assert same[0].item() is True


def test_elements_that_overlap_are_read_only():
    """One that stands at several places would be written by several threads."""
    whole = np.zeros(1 << 10)
    broadcast = np.lib.stride_tricks.as_strided(whole, (1 << 10,), (0,))
    windows = np.lib.stride_tricks.sliding_window_view(whole, 4, writeable=True)
    for theirs in (broadcast, windows):
        mine = XP.asarray(theirs)
        with pytest.raises(ValueError, match="read-only"):
            mine += 1
        assert XP.sum(mine).item() == 0
    apart = XP.asarray(whole.reshape(32, 32)[::2, ::-1])
    apart += 1
    assert whole.sum() == 512


def test_capsules_of_arrow_are_used_once():
    class Used:
        capsules = nanoarrow.c_array([1, 2], nanoarrow.int64()).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema=None):
            return self.capsules

    assert XP.asarray(Used()).tolist() == [1, 2]
    with pytest.raises(BufferError, match="were used"):
        XP.asarray(Used())


def test_an_array_outlives_who_made_it():
    mine = XP.asarray(np.arange(1000))
    back = np.asarray(XP.asarray([1, 2, 3])[1:])
    lent = np.from_dlpack(XP.arange(1000))
    gc.collect()
    assert mine[-1].item() == 999 and back.tolist() == [2, 3] and lent[-1] == 999


@pytest.mark.parametrize("dtype", REGISTERED)
def test_what_numpy_does_not_have_goes_by_name(dtype):
    theirs = np.array([0.5, 2.0, 4.0], dtype=getattr(ml_dtypes, dtype))
    mine = XP.asarray(theirs)
    assert mine.dtype.name == dtype and mine.tolist() == [0.5, 2.0, 4.0]
    assert np.asarray(mine).view(theirs.dtype).tolist() == [0.5, 2.0, 4.0]


def test_read_only_memory_stays_so():
    theirs = np.arange(3)
    theirs.flags.writeable = False
    mine = XP.asarray(theirs)
    with pytest.raises(ValueError, match="read-only"):
        mine[0] = 1
    assert not np.asarray(mine).flags.writeable
    with pytest.raises(BufferError, match="max_version"):
        mine.__dlpack__()
    assert not np.from_dlpack(mine).flags.writeable


def test_memory_that_cannot_be_shared_is_copied_unless_that_is_forbidden():
    unaligned = np.frombuffer(b"\0" + np.arange(3).tobytes(), dtype="i8", offset=1)
    assert XP.asarray(unaligned).tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="copy=False"):
        XP.asarray(unaligned, copy=False)
    swapped = np.arange(3, dtype=">i4")
    with pytest.raises(TypeError, match="byte order"):
        XP.asarray(swapped)


@pytest.mark.parametrize(
    ("dtype", "found", "words"),
    [
        (np.bool_, 2, "element 1 is the byte 2, and a bool is 0 or 1: compare the bytes with 0 first"),
        (ml_dtypes.int4, 0x1F, "element 1 is the byte 31, and a int4 has 4 bits"),
        (ml_dtypes.float4_e2m1fn, 0x10, "element 1 is the byte 16, and a float4_e2m1fn has 4 bits"),
    ],
    ids=["bool", "int4", "float4"],
)
def test_a_byte_that_is_no_element_says_so(dtype, found, words):
    theirs = np.frombuffer(bytes([0, found, 1]), dtype=dtype)

    class Lent:
        __array_interface__ = theirs.__array_interface__
        dtype = theirs.dtype

    namespace = cc.namespace("onnx")
    for lent in (theirs, Lent()):
        with pytest.raises(BufferError, match=words):
            namespace.asarray(lent)
    with pytest.raises(ValueError, match="copy=False: element 1"):
        namespace.asarray(theirs, copy=False)
    # The byte between them is no element of these.
    assert namespace.asarray(theirs[::2]).tolist() == theirs[::2].tolist()


def test_buffers_are_arrays():
    assert XP.asarray(array.array("d", [1.5, 2.5])).tolist() == [1.5, 2.5]
    assert XP.asarray(b"ab").dtype.name == "uint8"
    assert XP.asarray(memoryview(bytearray(b"ab"))).tolist() == [97, 98]
    shared = bytearray(b"ab")
    XP.asarray(shared)[0] = 99
    assert shared == b"cb"


def test_copy_says_whether_elements_are_shared():
    theirs = np.arange(3)
    assert address(np.asarray(XP.asarray(theirs, copy=True))) != address(theirs)
    assert address(np.asarray(XP.asarray(theirs, copy=False))) == address(theirs)
    with pytest.raises(ValueError, match="copy=False"):
        XP.asarray(theirs, dtype="int8", copy=False)
    with pytest.raises(ValueError, match="copy=False"):
        XP.asarray([1, 2], copy=False)


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.uint16, np.longlong, np.float16, np.float32, np.float64, np.complex64, ml_dtypes.bfloat16])
def test_a_scalar_keeps_its_dtype_where_the_ruleset_has_it(kind):
    one = XP.asarray(kind(1))
    assert (one.shape, one.dtype.name, one.tolist()) == ((), np.dtype(kind).name, 1)
    assert XP.asarray(kind(1), dtype="float64").dtype.name == "float64"
    with pytest.raises(ValueError, match="copy=False"):
        XP.asarray(kind(1), copy=False)
    assert cc.namespace("jax/x32").asarray(np.float64(0.5)).dtype.name == "float32"


@pytest.mark.parametrize(
    ("made_of", "words"),
    [
        ([[1], [1, 2]], "lists of different lengths"),
        ([1, [2]], "numbers beside lists"),
        (["a"], "not a str"),
        (object(), "not object"),
        ([None], "not NoneType"),
        ({1: 2}, "not dict"),
    ],
)
def test_what_is_no_array_says_so(made_of, words):
    with pytest.raises((TypeError, ValueError), match=words):
        XP.asarray(made_of)


def test_an_array_of_one_namespace_becomes_one_of_another():
    mine = XP.asarray([1, 2], dtype="int16")
    theirs = cc.namespace("numpy").asarray(mine)
    assert theirs.ruleset.name == "numpy" and address(np.asarray(theirs)) == address(np.asarray(mine))
    with pytest.raises(cc.PromotionError, match="complex128"):
        cc.namespace("megengine").asarray(XP.asarray([1j], dtype="complex128"))


@pytest.mark.parametrize("dtype", [one for one in DTYPES if one != "bool" and not one.startswith("complex")])
def test_arrow_shares_elements_both_ways(dtype):
    mine = XP.asarray(np.arange(5).astype(dtype))
    theirs = nanoarrow.c_array(mine)
    assert nanoarrow.Array(theirs).to_pylist() == [0, 1, 2, 3, 4]
    back = XP.asarray(theirs)
    assert back.dtype.name == dtype and back.tolist() == mine.tolist()
    assert address(back) == address(mine)
    mine[0] = 4
    assert back[0].item() == 4
    with pytest.raises(ValueError, match="read-only"):
        back[0] = 1


def test_arrow_has_bools_as_bits_which_are_copied():
    mine = XP.asarray([True, False, True] * 5)
    theirs = nanoarrow.Array(mine)
    assert theirs.to_pylist() == [True, False, True] * 5
    assert XP.asarray(theirs).tolist() == [True, False, True] * 5


@pytest.mark.parametrize("dtype", ["bfloat16", "complex64", "complex128", "float8_e5m2"])
def test_what_arrow_has_no_type_of_is_an_extension_type(dtype):
    mine = XP.asarray([0.5, 2.0], dtype=dtype)
    back = XP.asarray(nanoarrow.c_array(mine))
    assert back.dtype.name == dtype and back.tolist() == mine.tolist()


def test_arrow_arrays_with_nulls_or_of_text_and_ours_of_two_axes_are_refused():
    with pytest.raises(BufferError, match="1 nulls.*fill them first"):
        XP.asarray(nanoarrow.Array([1, None, 3], nanoarrow.int64()))
    with pytest.raises(TypeError, match="Utf8"):
        XP.asarray(nanoarrow.Array(["a"], nanoarrow.string()))
    with pytest.raises(BufferError, match=r"one axis.*reshape"):
        nanoarrow.c_array(XP.zeros((2, 2)))
    with pytest.raises(cc.PromotionError, match="uint64"):
        cc.namespace("megengine").asarray(nanoarrow.Array([1], nanoarrow.uint64()))


def test_elements_of_arrow_that_do_not_lie_in_order_are_copied_and_slices_are_not():
    mine = XP.arange(6)[::2]
    assert nanoarrow.Array(mine).to_pylist() == [0, 2, 4]
    theirs = nanoarrow.Array(XP.arange(6))
    assert XP.asarray(theirs).tolist() == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("dtype", XP.ruleset.dtypes, ids=str)
def test_arrays_survive_a_pickle(dtype):
    x = XP.asarray([[1, 0, 1], [0, 1, 1]], dtype=dtype)[:, ::2]
    back = pickle.loads(pickle.dumps(x))
    assert (back.dtype, back.shape, back.tolist()) == (x.dtype, x.shape, x.tolist())
    assert back.__array_namespace__() is x.__array_namespace__()
    assert pickle.loads(pickle.dumps(cc.namespace("tensorflow/numpy-all").asarray(1.5))).weak_type


def test_arrays_of_ctypes_have_a_byte_order():
    for kind, dtype in [(ctypes.c_float, "float32"), (ctypes.c_double, "float64"), (ctypes.c_int32, "int32")]:
        theirs = (kind * 3)(1, 2, 3)
        mine = XP.asarray(theirs)
        assert mine.dtype.name == dtype and mine.tolist() == [1, 2, 3]
        mine[0] = 7
        assert theirs[0] == 7


def test_a_buffer_that_is_copied_is_refused_where_a_copy_is():
    for copied in (b"ab", memoryview(bytearray(4))[::2]):
        with pytest.raises(ValueError, match="copy=False, and a buffer that is read-only or has gaps"):
            XP.asarray(copied, copy=False)
    with pytest.raises(ValueError, match="copy=False: Arrow has bools as bits"):
        XP.asarray(nanoarrow.Array([True, False], nanoarrow.bool_()), copy=False)
    assert XP.asarray(bytearray(b"ab"), copy=False).tolist() == [97, 98]


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"shape": (2, 2), "strides": (8,)}, "of 2 axes, and strides of 1"),
        ({"shape": (2,), "strides": (8, 8)}, "of 1 axes, and strides of 2"),
        ({"shape": (2**40, 2**40)}, "no memory has so many elements"),
    ],
)
def test_an_interface_that_contradicts_itself_is_refused(facts, words):
    theirs = np.arange(4.0)

    class Lent:
        __array_interface__ = {"version": 3, "typestr": "<f8", "data": theirs.__array_interface__["data"], **facts}

    with pytest.raises(BufferError, match=words):
        XP.asarray(Lent())
