"""The command `concord`, which is the same program as the one of the Rust package."""

from __future__ import annotations

import sys

from concord import _core


def main() -> int:
    """Answers the question on the command line, and returns the exit code."""
    return _core.run(["concord", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
