#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds docs/add_an_op.md to what it says: its files prove an op, and its planted fault is found.

usage: check_add_an_op.py write PAGE FOLDER [planted]    writes the page's files, with the fault
       check_add_an_op.py PAGE PROGRAM PLANTED_PROGRAM   runs the proofs of both
       check_add_an_op.py --self-test

A file is a fenced block under a line that is its path in backquotes. The fault is the one block of
`diff`; the lines of the block of `text` after it are part of what the proofs then print.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FAULT = re.compile(r"^```diff\n-(.*?)\n\+(.*?)\n```$.*?^```text\n(.*?)^```$",
                   re.MULTILINE | re.DOTALL)


def files_of(page, planted):
    files = dict(FILE.findall(page))
    fault = FAULT.search(page)
    if not files or not fault:
        sys.exit("the page has no files, or no diff with the text that is printed for it")
    right, wrong = fault.group(1), fault.group(2)
    places = sum(text.count(right) for text in files.values())
    if places != 1:
        sys.exit(f"the diff must fit one place of the files; got {places}: {right}")
    if planted:
        files = {path: text.replace(right, wrong) for path, text in files.items()}
    return files


def write(page, folder, planted):
    for path, text in files_of(page, planted).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text() != text:  # else it would be compiled again
            file.write_text(text)


def missing_lines(expected, output):
    """The expected lines that the output does not have in this order."""
    printed = iter(output.splitlines())
    return [line for line in expected
            if not any(line in got for got in printed)]


def check(page, program, planted_program):
    run = subprocess.run(program, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        return [run.stdout, "the op of the page has not passed its proofs"]
    run = subprocess.run(planted_program, stdout=subprocess.PIPE, text=True)
    if run.returncode == 0:
        return ["the planted fault was not found"]
    missing = missing_lines(FAULT.search(page).group(3).splitlines(), run.stdout)
    return [run.stdout] + [f"not printed: {line}" for line in missing] if missing else []


def self_test():
    page = ("`a/b.h`\n\n```cpp\nx = 1;\ny = x;\n```\n\n```sh\nls\n```\n"
            "```diff\n-y = x;\n+y = 2;\n```\nthen\n```text\nb: error 3\nat y\n```\n")
    fails = ["sh", "-c", "echo start; echo x.cpp: b: error 3; echo at y; exit 1"]
    results = [
        files_of(page, False) == {"a/b.h": "x = 1;\ny = x;\n"},
        files_of(page, True) == {"a/b.h": "x = 1;\ny = 2;\n"},
        check(page, ["true"], fails) == [],
        "not passed" in check(page, ["false"], fails)[-1],
        "not found" in check(page, ["true"], ["true"])[-1],
        "not printed: at y" in check(page, ["true"], ["sh", "-c", "echo b: error 3; exit 1"]),
        "not printed: b: error 3" in check(page, ["true"], ["sh", "-c", "echo at y; exit 1"]),
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "a/b.h"
        write(page, pathlib.Path(folder), True)
        results.append(file.read_text() == "x = 1;\ny = 2;\n")
    for broken in [page.replace("diff", "text"), page.replace("-y = x;", "-z;"), ""]:
        try:
            files_of(broken, False)
            results.append(False)
        except SystemExit:
            results.append(True)
    print(f"self-test: {sum(results)} passed, {len(results) - sum(results)} failed")
    sys.exit(0 if all(results) else 1)


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    if sys.argv[1] == "write":
        page = pathlib.Path(sys.argv[2]).read_text()
        return write(page, pathlib.Path(sys.argv[3]), sys.argv[4:] == ["planted"])
    page = pathlib.Path(sys.argv[1]).read_text()
    if wrong := check(page, [sys.argv[2]], [sys.argv[3]]):
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
