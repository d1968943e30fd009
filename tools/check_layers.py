#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the rules of the house (docs/architecture.md): who may include whom, sizes, macros.

usage: check_layers.py [REPOSITORY]     prints each broken rule as file:line: text
       check_layers.py --self-test      plants each kind of violation and sees it reported
"""
import pathlib
import re
import shutil
import sys
import tempfile

# Folders in order: a folder may include itself and those above it; those of one row do not
# include each other. Tests, benchmarks and examples stand below everything.
HOUSE = [
    ["thalweg/base"],
    ["thalweg/tensor"],
    ["thalweg/ops"],
    ["thalweg/autograd"],
    ["thalweg/io"], ["thalweg/parallel"],
    ["thalweg/nn", "thalweg/optim", "thalweg/metrics"],
    ["thalweg/data"],
    ["thalweg/trees"],
    ["thalweg/model"],
    ["thalweg/train"],
    ["thalweg/app"],
    ["cudasim"],
    ["testing"],
    ["tests", "bench", "examples", "tools"],
]
ROW = {folder: row for row, folders in enumerate(HOUSE) for folder in folders}
SOURCES = {".h", ".cpp", ".cu", ".cuh"}
TEXTS = SOURCES | {".py", ".cmake", ".sh"}
MAX_LINES = 400
SPDX = "SPDX-License-Identifier: Apache-2.0"
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')
DEFINE = re.compile(r"\s*#\s*define\s+(\w+)(\(|\s+\S)")
CONDITION = re.compile(r"\s*#\s*(if|ifdef|ifndef|elif)\b.*(CUDA|NVCC)")


def folder_of(path):
    """The row's folder a path lives in, or None: thalweg/ops/linalg/qr.h -> thalweg/ops."""
    parts = path.split("/")
    return next((f for f in ("/".join(parts[:2]), parts[0]) if f in ROW), None)


def may_include(source, target):
    above, below = folder_of(target), folder_of(source)
    if above is None or below is None:
        return False
    if above == "cudasim":  # it stands in for the CUDA headers, which come with <>
        return below == "cudasim" or source.startswith("tests/cudasim/")
    return above == below or ROW[above] < ROW[below]


class Report:
    def __init__(self):
        self.lines = []

    def add(self, path, line, text):
        self.lines.append(f"{path}:{line}: {text}")


def check_text(report, path, lines):
    if len(lines) > MAX_LINES:
        report.add(path, len(lines), f"longer than {MAX_LINES} lines: a file is one idea")
    if not any(SPDX in line for line in lines[:2]):
        report.add(path, 1, f"the first line must hold {SPDX}")


def check_source(report, path, lines, sources):
    """Line by line; returns what the file includes as [(line, target)]."""
    folder = folder_of(path)
    in_base = folder == "thalweg/base"
    is_cuda = path.endswith((".cu", ".cuh"))
    includes = []
    if folder is None:
        report.add(path, 1, "stands in no folder of the house")
    if path.endswith((".h", ".cuh")) and not any(line == "#pragma once" for line in lines[:4]):
        report.add(path, 1, "a header starts with #pragma once")
    for number, line in enumerate(lines, 1):
        line = line.split("//")[0]
        if include := INCLUDE.match(line):
            kind, target = include.groups()
            if folder == "cudasim" and "cudasim/include/" + target in sources:
                target = "cudasim/include/" + target  # CUDA's own names for its headers
            if kind == '"' and target not in sources:
                report.add(path, number, f'no such file from the root: "{target}"')
            elif kind == '"':
                includes.append((number, target))
                if not may_include(path, target):
                    report.add(path, number, f"{folder} may not include {target}")
                if target.endswith(".cuh") and not is_cuda:
                    report.add(path, number, "only .cu and .cuh include a .cuh")
            elif target.startswith("cuda") and not is_cuda and folder != "cudasim":
                report.add(path, number, "only .cu and .cuh include CUDA's headers")
        if DEFINE.match(line) and not (in_base or path.startswith("cudasim/include/")):
            report.add(path, number, "macros with a body stand in thalweg/base only")
        if CONDITION.match(line) and not in_base:
            report.add(path, number, "CUDA conditionals stand in thalweg/base and CMake only")
        if "#pragma omp parallel" in line and path != "thalweg/base/threads.cpp":
            report.add(path, number, "OpenMP regions stand in run_team only")
        if "<<<" in line and path != "thalweg/base/launch.cuh":
            report.add(path, number, "kernels start through launch() of thalweg/base/launch.cuh")
    return includes


def check_cycles(report, includes):
    """Depth first; a file met again while it is open closes a cycle."""
    done = set()

    def visit(path, open_files):
        for line, target in includes.get(path, []):
            if target in open_files:
                cycle = open_files[open_files.index(target):] + [target]
                report.add(path, line, "include cycle: " + " -> ".join(cycle))
            elif target not in done:
                visit(target, open_files + [target])
        done.add(path)

    for path in sorted(includes):
        if path not in done:
            visit(path, [path])


def check_stems(report, sources):
    """An op is one stem with its code for both devices: ops/<stem>.h, .cpp and .cu."""
    for path in sorted(sources):
        if not re.fullmatch(r"thalweg/ops/\w+\.cu", path):
            continue
        for ending in (".h", ".cpp"):
            if path[:-3] + ending not in sources:
                report.add(path, 1, f"an op's .cu has no {ending} beside it")


def check(root):
    root = pathlib.Path(root)
    report = Report()
    texts = {}
    for top in ("thalweg", "cudasim", "testing", "tests", "bench", "examples", "tools", "cmake"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix in TEXTS and file.is_file():
                texts[file.relative_to(root).as_posix()] = file.read_text().splitlines()
    for name in ("CMakeLists.txt", "dev"):
        texts[name] = (root / name).read_text().splitlines()
    sources = {path for path in texts if pathlib.Path(path).suffix in SOURCES}
    includes = {}
    for path, lines in texts.items():
        check_text(report, path, lines)
        if path in sources:
            includes[path] = check_source(report, path, lines, sources)
    check_cycles(report, includes)
    check_stems(report, sources)
    return report.lines


HEADER = f"// {SPDX}\n#pragma once\n"
PLANTED = [  # file, its text, what must be said
    ("thalweg/base/x.h", HEADER + '#include "thalweg/tensor/x.h"\n', "may not include"),
    ("thalweg/nn/x.h", HEADER + '#include "thalweg/optim/x.h"\n', "may not include"),
    ("thalweg/nn/x.h", HEADER + '#include "cudasim/x.h"\n', "may not include"),
    ("thalweg/nn/x.h", HEADER + '#include "x.h"\n', "no such file"),
    ("thalweg/ops/x.h", HEADER + '#include "thalweg/ops/y.h"\n', "include cycle"),
    ("thalweg/ops/x.h", HEADER + "#include <cuda_runtime.h>\n", "include CUDA's headers"),
    ("thalweg/ops/x.h", HEADER + "#if defined(__CUDACC__)\n#endif\n", "CUDA conditionals"),
    ("thalweg/ops/x.h", HEADER + "#define TWICE(x) (2 * (x))\n", "macros with a body"),
    ("thalweg/ops/x.h", HEADER + "#pragma omp parallel\n", "OpenMP regions"),
    ("thalweg/ops/x.h", HEADER + "k<<<1, 2>>>();\n", "kernels start through"),
    ("thalweg/ops/x.h", HEADER + "\n" * 400, "longer than 400"),
    ("thalweg/ops/x.h", "#pragma once\n", "must hold SPDX"),
    ("thalweg/ops/x.h", f"// {SPDX}\n", "#pragma once"),
    ("thalweg/ops/lonely.cu", f"// {SPDX}\n", "has no .cpp"),
    ("thalweg/misc/x.h", HEADER, "no folder of the house"),
]


def self_test():
    """A small house in which nothing is wrong, then with each violation in turn."""
    failures = 0
    for path, text, said in [("", "", "")] + PLANTED:
        root = pathlib.Path(tempfile.mkdtemp())
        files = {f"{folder}/x.h": HEADER for row in HOUSE for folder in row}
        files["thalweg/ops/y.h"] = HEADER + '#include "thalweg/ops/x.h"\n'
        files["CMakeLists.txt"] = files["dev"] = f"# {SPDX}\n"
        if path:
            files[path] = text
        for name, content in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content)
        lines = check(root)
        shutil.rmtree(root)
        right = any(said in line and path in line for line in lines) if path else not lines
        if not right:
            failures += 1
            print(f"self-test: {path or 'a clean house'}: expected '{said}'; got {lines}")
    print(f"self-test: {len(PLANTED) + 1 - failures} passed, {failures} failed")
    return failures


def main():
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(1 if self_test() else 0)
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    lines = check(root)
    print("\n".join(lines) if lines else "the house is in order")
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    main()
