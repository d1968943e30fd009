#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if the PTX in a library uses approximate or subnormal-flushing arithmetic.

usage: check_ptx.py LIBRARY                 built with nvcc -no-compress
       check_ptx.py --self-test NVCC        plants .approx and sees it reported
"""
import pathlib
import re
import subprocess
import sys
import tempfile

INSTRUCTION = re.compile(rb"^\s*(?:@!?%p\d+\s+)?([a-z]\w*(?:\.\w+)*\.(?:approx|ftz)(?:\.\w+)*)\s",
                         re.MULTILINE)
TARGET = re.compile(rb"^\.target sm_\d+", re.MULTILINE)


def check(path):
    data = pathlib.Path(path).read_bytes()
    return len(TARGET.findall(data)), sorted(set(INSTRUCTION.findall(data)))


def self_test(nvcc):
    kernel = "__global__ void k(float* x) { x[0] = CALL; }\n"
    with tempfile.TemporaryDirectory() as folder:
        for call, expected in (("__expf(x[0])", True), ("x[0] / x[1]", False)):
            file = pathlib.Path(folder, "k.cu")
            file.write_text(kernel.replace("CALL", call))
            subprocess.run([nvcc, "-no-compress", "-fmad=false", "-c", file,
                            "-gencode=arch=compute_80,code=compute_80", "-o", folder + "/k.o"],
                           check=True)
            texts, found = check(folder + "/k.o")
            if texts != 1 or bool(found) != expected:
                sys.exit(f"self-test: {call}: expected {expected}; got {texts} texts, {found}")
    print("self-test: 2 passed, 0 failed")


def main():
    if sys.argv[1] == "--self-test":
        return self_test(sys.argv[2])
    texts, found = check(sys.argv[1])
    if texts == 0:
        sys.exit(f"{sys.argv[1]}: no PTX in it")
    for name in found:
        print(f"{sys.argv[1]}: {name.decode()}: not the arithmetic of the CPU")
    print(f"{texts} PTX texts, {len(found)} forbidden instructions")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
