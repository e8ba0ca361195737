"""Asks ml_dtypes what every bit pattern of a narrow dtype is, and what float16, bfloat16 and float32 become in it.

Of each dtype `wide` is the float32 of every pattern, or the integer, and `of` the CRC-32 of the bytes that all bit
patterns of a dtype become, in order: of float16 and bfloat16 2^16, of float32 2^32.
"""

import argparse
import json
import os
import platform
import time
import zlib

import ml_dtypes
import numpy as np

FLOATS = ["float8_e3m4", "float8_e4m3", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e4m3b11fnuz", "float8_e5m2",
          "float8_e5m2fnuz", "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn"]
INTEGERS = ["int4", "int2", "int1", "uint4", "uint2", "uint1"]
# Of float32 so many at a time.
CHUNK = 1 << 24


def wide(name):
    dtype = np.dtype(getattr(ml_dtypes, name))
    bits = ml_dtypes.finfo(dtype).bits if name in FLOATS else ml_dtypes.iinfo(dtype).bits
    patterns = np.arange(1 << bits, dtype=np.uint8).view(dtype)
    if name in INTEGERS:
        return [int(value) for value in patterns.astype(np.int16)]
    return [f"{value:08x}" for value in patterns.astype(np.float32).view(np.uint32)]


def crc(values, name, before=0):
    dtype = np.dtype(getattr(ml_dtypes, name))
    return zlib.crc32(values.astype(dtype).view(np.uint8).tobytes(), before)


def of(name, progress):
    halves = np.arange(1 << 16, dtype=np.uint16)
    answers = {"float16": crc(halves.view(np.float16), name), "bfloat16": crc(halves.view(ml_dtypes.bfloat16), name)}
    if name in FLOATS:
        digest = 0
        for begin in range(0, 1 << 32, CHUNK):
            values = np.arange(begin, begin + CHUNK, dtype=np.uint64).astype(np.uint32).view(np.float32)
            digest = crc(values, name, digest)
            progress()
        answers["float32"] = digest
    return {dtype: f"{digest:08x}" for dtype, digest in answers.items()}


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--journal")
    given = arguments.parse_args()
    np.seterr(all="ignore")
    total, done = len(FLOATS) * ((1 << 32) // CHUNK), [0]

    def progress():
        done[0] += 1
        print(f"progress {done[0]} {total} float32", flush=True)

    lines = [
        f'"date": {json.dumps(time.strftime("%Y-%m-%d"))},',
        f'"platform": {json.dumps(f"{platform.system()} {platform.machine()}, Python {platform.python_version()}")},',
        f'"package": {json.dumps(f"ml_dtypes {ml_dtypes.__version__}, NumPy {np.__version__}")},',
        '"dtypes": {',
    ]
    for name in FLOATS + INTEGERS:
        lines.append(f'{json.dumps(name)}: {json.dumps({"wide": wide(name), "of": of(name, progress)})},')
    lines[-1] = lines[-1][:-1]
    lines.append("}")
    with open(given.out + ".new", "w", encoding="utf-8") as out:
        out.write("\n".join(["{", *lines, "}"]) + "\n")
    os.replace(given.out + ".new", given.out)


if __name__ == "__main__":
    main()
