"""Asks NumPy, which has bfloat16 and complex32 from ml_dtypes, what every op gives, and writes it down."""

import warnings

import ml_dtypes
import numpy as np

import numpys
import record

if __name__ == "__main__":
    np.seterr(all="ignore")
    # What a cast discards, and what a kind of dtypes counts as.
    warnings.simplefilter("ignore")
    record.main("NumPy", np.__version__,
                f"wheel from PyPI; bfloat16 and complex32 by ml_dtypes {ml_dtypes.__version__}", [numpys.Run()])
