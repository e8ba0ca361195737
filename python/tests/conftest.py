"""SciPy takes arrays of other namespaces only where this is set before it is imported."""

import os

os.environ.setdefault("SCIPY_ARRAY_API", "1")
