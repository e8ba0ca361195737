"""Random expressions under the namespace `numpy` give the dtypes, and nearly the values, that NumPy gives."""

import warnings

import numpy as np
from expressions import Library, Walk

COUNT = 20_000


def test_random_expressions():
    walk = Walk(Library("numpy"), 17)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for _ in range(COUNT):
            walk.expression()
    print(f"\n{COUNT} expressions: {dict(walk.counts)}")
    assert walk.undeclared == []
    assert walk.counts["ops"] > 24_000 and walk.counts["equal"] > 20_000
