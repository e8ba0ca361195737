"""Libraries that take any array namespace take these."""

import array_api_compat
import array_api_extra as xpx
import pytest

import concord as cc


@pytest.mark.parametrize("name", ["array-api@2024.12", "numpy", "torch", "jax"])
def test_array_api_compat_finds_the_namespace(name):
    xp = cc.namespace(name)
    x = xp.asarray([1.0, 2.0])
    assert array_api_compat.array_namespace(x, x + 1) is xp
    assert array_api_compat.is_array_api_obj(x)
    assert array_api_compat.device(x) == "cpu" and array_api_compat.size(x) == 2


@pytest.mark.parametrize(("name", "wanted"), [("numpy", "float64"), ("torch", "float32")])
def test_array_api_extra_computes_by_the_ruleset(name, wanted):
    xp = cc.namespace(name)
    one, other = xp.asarray([1, 2, 3], dtype="int64"), xp.asarray([0.5, 0.5, 0.5], dtype="float32")
    assert xpx.default_dtype(xp).name == ("float64" if name == "numpy" else "float32")
    assert (one * other).dtype.name == wanted
    assert xpx.atleast_nd(xp.asarray(1), ndim=2, xp=xp).shape == (1, 1)
    assert xpx.pad(one, 1, xp=xp).tolist() == [0, 1, 2, 3, 0]
    assert xpx.nunique(xp.asarray([1, 2, 1]), xp=xp).item() == 2
    assert xpx.isclose(other, other + 1e-9, xp=xp).tolist() == [True] * 3
    assert xpx.setdiff1d(one, xp.asarray([2], dtype="int64"), xp=xp).tolist() == [1, 3]
