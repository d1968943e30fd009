#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if an object file calls a function of libm other than fma and fmaf.

usage: check_symbols.py LIBRARY...               static libraries or objects
       check_symbols.py --self-test COMPILER     plants a call and sees it reported

libm's functions differ in the last bit from one C library and processor to the next, so the
mathematics of the project is its own (thalweg/base). The forbidden names are those that the
libm of this machine defines.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ALLOWED = {"fma", "fmaf"}


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def libm_names():
    path = output_of("g++", "-print-file-name=libm.so.6").strip()
    names = set()
    for line in output_of("nm", "-D", "--defined-only", path).splitlines():
        _, kind, name = line.split()
        if kind in "TWi":
            names.add(re.sub("@.*", "", name))
    if "expf" not in names:
        sys.exit(f"check_symbols: {path} defines no expf: not a libm")
    return names - ALLOWED


def forbidden_calls(library, names):
    found = []
    member = library
    for line in output_of("nm", "-u", library).splitlines():
        words = line.split()
        if line.endswith(":"):
            member = line[:-1]
        elif words and words[-1] in names:
            found.append(f"{member}: calls {words[-1]} of libm")
    return found


def self_test(compiler):
    source = "#include <cmath>\nfloat f(float x) { return std::CALL(x, x); }\n"
    with tempfile.TemporaryDirectory() as folder:
        for call, expected in (("pow", True), ("fma", False)):
            file = pathlib.Path(folder, f"{call}.cpp")
            text = source.replace("CALL(x, x)", "fma(x, x, x)" if call == "fma" else "pow(x, x)")
            file.write_text(text)
            subprocess.run([compiler, "-O1", "-c", file, "-o", file.with_suffix(".o")], check=True)
            found = forbidden_calls(str(file.with_suffix(".o")), libm_names())
            if bool(found) != expected:
                sys.exit(f"self-test: {call}: expected {expected}; got {found}")
    print("self-test: 2 passed, 0 failed")


def main():
    if sys.argv[1] == "--self-test":
        return self_test(sys.argv[2])
    names = libm_names()
    found = [line for library in sys.argv[1:] for line in forbidden_calls(library, names)]
    print("\n".join(found) if found else f"none of {len(names)} libm functions is called")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
