#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if an object file holds a fused operation that nobody wrote.

usage: check_contraction.py LIBRARY...               static libraries or objects
       check_contraction.py --self-test COMPILER     plants one and sees it reported

std::fma in the sources becomes vfmadd, vfmsub, vfnmadd or vfnmsub. Those that add in some lanes and
subtract in others can only come from a compiler that contracts a * b + c: g++ 12 does, of pairs such
as the two lines of a rotation, even with -ffp-contract=off.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

CONTRACTED = re.compile(r"\bvfm(?:addsub|subadd)\d*p[sd]\b")
ROTATION = """
void rotate(double* x, double* y, double c, double s) {
  for (int i = 0; i < 2; ++i) {
    const double left = x[i], right = y[i];
    x[i] = c * left OPERATION s * right;
    y[i] = s * left + c * right;
  }
}
void pair(double* __restrict to, const double* x, const double* y, const double* z) {
  to[0] = x[0] * y[0] OPERATION z[0];
  to[1] = x[1] * y[1] + z[1];
}
"""


def contracted(library):
    found, where = [], library
    run = subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", library],
                           stdout=subprocess.PIPE, text=True)
    for line in run.stdout:
        if line.endswith(">:\n"):
            where = line.split("<", 1)[1][:-3]
        elif CONTRACTED.search(line):
            found.append(f"{library}: {where}: {line.split(':', 1)[1].strip()}")
    if run.wait() != 0:
        sys.exit(f"check_contraction: objdump failed on {library}")
    return found


def self_test(compiler):
    flags = ["-O3", "-march=x86-64-v3", "-ffp-contract=fast"]
    with tempfile.TemporaryDirectory() as folder:
        for name, operation, expected in (("planted", "-", True), ("plain", "+", False)):
            file = pathlib.Path(folder, f"{name}.cpp")
            file.write_text(ROTATION.replace("OPERATION", operation))
            subprocess.run([compiler, *flags, "-c", file, "-o", file.with_suffix(".o")], check=True)
            found = contracted(str(file.with_suffix(".o")))
            if bool(found) != expected:
                sys.exit(f"self-test: {name}: expected {expected}; got {found}")
    print("self-test: 2 passed, 0 failed")


def main():
    if sys.argv[1] == "--self-test":
        return self_test(sys.argv[2])
    found = [line for library in sys.argv[1:] for line in contracted(library)]
    print("\n".join(found[:20]) if found else "no contracted operations")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
