#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs an example and compares the last lines it prints with those in its header comment.

usage: check_example.py SOURCE EXECUTABLE [ARGUMENT...]
       check_example.py --self-test

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


def difference(expected, output):
    """What differs between the expected lines and the last ones of the output; empty if nothing."""
    printed = [line.rstrip() for line in output.splitlines()][-len(expected):]
    if len(printed) != len(expected):
        return [f"expected {len(expected)} lines; got {len(printed)}"]
    return [f"expected: {want}\n     got: {got}"
            for want, got in zip(expected, printed) if not matches(want, got)]


def self_test():
    source = "// Topic.\n//\n// Expected last lines:\n//   a .5\n//   in ... s\n\n//   later\n"
    expected = expected_lines(source)
    failed = [output for output, right in [
        ("x\na .5\nin 1.25 s\n", True), ("a .5\nin 3 s\n", True),
        ("a .6\nin 3 s\n", False), ("a 15\nin 3 s\n", False), ("a .5\nin no s\n", False),
        ("a .5\nin 3 s\nmore\n", False), ("in 3 s\n", False), ("", False),
    ] if (not difference(expected, output)) != right]
    if expected != ["a .5", "in ... s"] or failed:
        sys.exit(f"self-test: read {expected}; wrong on {failed}")
    print("self-test: 9 passed, 0 failed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
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
    if wrong := difference(expected, run.stdout):
        sys.exit("\n".join(wrong + [f"{source}: the last lines differ from those it states"]))


if __name__ == "__main__":
    main()
