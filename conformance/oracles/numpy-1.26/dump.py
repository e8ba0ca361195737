"""Asks NumPy 1.26, to which the value of a 0-d array or a number counts, what every op gives, and writes it down."""

import warnings

import ml_dtypes
import numpy as np

import numpys
import record


class Run(numpys.Run):
    about = "operators and functions on arrays, executed; a 0-d array holds 1"
    zero_dim = ("add", "multiply", "pow", "maximum", "where")
    # An int beyond uint64 makes it compute with Python's own, which take any time.
    seconds = 20
    # Names that only this NumPy has: its table of strings, and the attributes that it has but does not list.
    strings = [*dict.fromkeys([*numpys.STRINGS, *(name for name in np.sctypeDict if isinstance(name, str))])]
    attributes = [*dir(np), "bool8", "int0", "uint0"]


if __name__ == "__main__":
    np.seterr(all="ignore")
    # What a cast discards, what a kind of dtypes counts as, and what is deprecated.
    warnings.simplefilter("ignore")
    record.main("NumPy", np.__version__, f"wheel from PyPI; bfloat16 by ml_dtypes {ml_dtypes.__version__}; "
                f"NPY_PROMOTION_STATE {np._get_promotion_state()}", [Run()])
