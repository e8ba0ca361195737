"""Libraries that take any array namespace take these."""

import array_api_compat
import array_api_extra as xpx
import numpy as np
import pytest
import scipy.special
import scipy.stats
from sklearn import config_context, metrics, preprocessing

import concord as cc

RULESETS = ["numpy", "torch"]


@pytest.mark.parametrize("name", ["array-api@2024.12", "numpy", "torch", "jax"])
def test_array_api_compat_finds_the_namespace(name):
    xp = cc.namespace(name)
    x = xp.asarray([1.0, 2.0])
    assert array_api_compat.array_namespace(x, x + 1) is xp
    assert array_api_compat.is_array_api_obj(x)
    assert array_api_compat.device(x) == "cpu" and array_api_compat.size(x) == 2


@pytest.mark.parametrize("name", RULESETS)
def test_array_api_extra_computes_by_the_ruleset(name):
    xp = cc.namespace(name)
    one, other = xp.asarray([1, 2, 3], dtype="int64"), xp.asarray([0.5, 0.5, 0.5], dtype="float32")
    wanted = "float64" if name == "numpy" else "float32"
    assert xpx.default_dtype(xp).name == wanted and (one * other).dtype.name == wanted
    assert xpx.atleast_nd(xp.asarray(1), ndim=2, xp=xp).shape == (1, 1)
    assert xpx.pad(one, 1, xp=xp).tolist() == [0, 1, 2, 3, 0]
    assert xpx.nunique(xp.asarray([1, 2, 1]), xp=xp).item() == 2
    assert xpx.isclose(other, other + 1e-9, xp=xp).tolist() == [True] * 3
    assert xpx.setdiff1d(one, xp.asarray([2], dtype="int64"), xp=xp).tolist() == [1, 3]


@pytest.mark.parametrize("name", RULESETS)
def test_scikit_learn_scales_and_scores(name):
    xp = cc.namespace(name)
    theirs = np.asarray([[1, 2, 3], [4, 5, 7], [1, 9, 3], [2, 2, 2]], dtype="f4")
    truth, guess = np.asarray([0.5, 1, 1.5, 0], dtype="f4"), np.asarray([0.4, 1, 1.2, 0.1], dtype="f4")
    classes, found = np.asarray([0, 1, 1, 0]), np.asarray([0, 1, 0, 0])
    with config_context(array_api_dispatch=True):
        for scaler in ("StandardScaler", "MinMaxScaler", "MaxAbsScaler", "Normalizer"):
            scaled = getattr(preprocessing, scaler)().fit_transform(xp.asarray(theirs))
            assert isinstance(scaled, cc.Array) and scaled.dtype.name == "float32"
            wanted = getattr(preprocessing, scaler)().fit_transform(theirs)
            np.testing.assert_allclose(np.asarray(scaled), wanted, rtol=1e-5)
        for score in ("mean_squared_error", "mean_absolute_error", "r2_score"):
            score = getattr(metrics, score)
            assert score(xp.asarray(truth), xp.asarray(guess)) == pytest.approx(score(truth, guess), rel=1e-5)
        assert metrics.accuracy_score(xp.asarray(classes), xp.asarray(found)) == 0.75
        labels = preprocessing.LabelEncoder().fit_transform(xp.asarray([7, 3, 7]))
        assert labels.tolist() == [1, 0, 1]


@pytest.mark.parametrize("name", RULESETS)
def test_scipy_computes_statistics(name):
    theirs = np.asarray([0.5, 1, 1.5, 0.25], dtype="f4")
    mine = cc.namespace(name).asarray(theirs)
    for function in (
        scipy.stats.skew,
        scipy.stats.kurtosis,
        scipy.stats.gmean,
        scipy.stats.hmean,
        scipy.stats.sem,
        scipy.special.logsumexp,
        scipy.special.softmax,
    ):
        result = function(mine)
        assert isinstance(result, cc.Array) and result.dtype.name == "float32", function
        np.testing.assert_allclose(np.asarray(result), function(theirs), rtol=1e-5)
