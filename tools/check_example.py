#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs an example and compares the last lines it prints with those in its header comment.

usage: check_example.py SOURCE EXECUTABLE [ARGUMENT...]

The source states them like this; `...` stands for digits that vary from run to run (times):

    // Expected last lines:
    //   test accuracy 0.8841
    //   trained in ... s
"""
import re
import subprocess
import sys

SKIPPED = 77  # an example whose data is not on this machine returns it


def expected_lines(source):
    lines = []
    inside = False
    for line in source.splitlines():
        if line.strip() == "// Expected last lines:":
            inside = True
        elif inside and line.startswith("//   "):
            lines.append(line[5:].rstrip())
        elif inside:
            break
    return lines


def matches(expected, printed):
    digits = r"[-+0-9.,e]+"
    pattern = digits.join(re.escape(part) for part in expected.split("..."))
    return re.fullmatch(pattern, printed) is not None


def main():
    source, command = sys.argv[1], sys.argv[2:]
    with open(source, encoding="utf-8") as file:
        expected = expected_lines(file.read())
    if not expected:
        sys.exit(f"{source}: no '// Expected last lines:' in its header comment")
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    print(run.stdout, end="")
    if run.returncode == SKIPPED:
        sys.exit(SKIPPED)
    if run.returncode != 0:
        sys.exit(f"{command[0]}: exit status {run.returncode}")
    printed = [line.rstrip() for line in run.stdout.splitlines()][-len(expected):]
    wrong = len(printed) != len(expected)
    for want, got in zip(expected, printed):
        if not matches(want, got):
            wrong = True
            print(f"expected: {want}\n     got: {got}")
    if wrong:
        sys.exit(f"{source}: the last lines differ from those it states")


if __name__ == "__main__":
    main()
