"""Asks the HiFloat8 of Ascend's operator base what every bit pattern is, and what bfloat16 and float32 become in it.

The file has the form of that of ml_dtypes in `../conversions/`; subnormal numbers are left out of the digests.
"""

import argparse
import json
import os
import platform
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = "src/nnopbase/common/utils/hifloat8.cpp"


def answers():
    """What the program prints: a line for the patterns, then one for the digest of each dtype."""
    checkout = os.environ.get("OPBASE")
    if not checkout or not os.path.isfile(os.path.join(checkout, SOURCE)):
        raise SystemExit(f"OPBASE names no checkout of hicann/opbase: {SOURCE} is not in {checkout!r}")
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "hifloat8")
        # What stands beside is found before the checkout's: its own needs the rest of the library.
        includes = ["-I" + os.path.join(HERE, "beside"), "-I" + os.path.join(checkout, "include/nnopbase")]
        sources = [os.path.join(HERE, "dump.cpp"), os.path.join(checkout, SOURCE)]
        compiler = os.environ.get("CXX", "g++")
        subprocess.run([compiler, "-std=c++17", "-O2", *includes, *sources, "-o", program], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--journal")
    given = arguments.parse_args()
    wide, *digests = [line.split() for line in answers()]
    told = {"hifloat8": {"wide": wide, "of": dict(digests), "subnormal": False}}
    lines = [
        f'"date": {json.dumps(time.strftime("%Y-%m-%d"))},',
        f'"platform": {json.dumps(f"{platform.system()} {platform.machine()}")},',
        '"package": "hicann/opbase aa3cd74b7f6d772acd64ff48292a7e65a9bc8142",',
        f'"dtypes": {json.dumps(told)}',
    ]
    with open(given.out + ".new", "w", encoding="utf-8") as out:
        out.write("\n".join(["{", *lines, "}"]) + "\n")
    os.replace(given.out + ".new", given.out)


if __name__ == "__main__":
    main()
