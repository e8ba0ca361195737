"""What the spec has, for dump scripts to ask of."""

import os
import re


def ops():
    """Every op of the spec and its group, in order."""
    found, group = {}, None
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "spec", "ops.toml"), encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("["):
                group = line.strip("[]\n")
            named = re.match(r"(\w+)\s*= \{", line)
            if named:
                found[named.group(1)] = group
    return found
