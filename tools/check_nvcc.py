#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles every kernel with nvcc, for sm_80 and sm_90, and fails on any warning, register spill,
or approximate or subnormal-flushing instruction.

usage: check_nvcc.py ROOT CACHE_DIR [FILE...]   files default to thalweg/ and tests/ but tests/cudasim
       check_nvcc.py --self-test                plants each fault and sees it reported
The host halves are the business of a build with -DTHALWEG_CUDA=ON (./dev check has one).
Exit status 77 where there is no nvcc. A file that passed is not compiled again until it, a header
of the project that it includes, the flags or nvcc change (CACHE_DIR remembers).
"""
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import check_ptx

ARCHITECTURES = (80, 90)
FLAGS = ["-std=c++20", "-O3", "-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true",
         "-Xcompiler", "-ffp-contract=off", "-Werror", "all-warnings", "-Xptxas", "-v",
         "-DFMT_USE_CONSTEXPR=1"]  # fmt 9 turns constexpr off under nvcc
for arch in ARCHITECTURES:
    FLAGS.append(f"-gencode=arch=compute_{arch},code=sm_{arch}")

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
ENTRY = re.compile(r"Compiling entry function '(\S+)' for '(sm_\d+)'.*?"
                   r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads.*?"
                   r"Used (\d+) registers", re.DOTALL)


def find_nvcc():
    return shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")


def sources_of(root, file, seen):
    """The file and every header of the project that it includes."""
    if file not in seen and (root / file).is_file():
        seen.add(file)
        for name in INCLUDE.findall((root / file).read_text(errors="replace")):
            sources_of(root, name, seen)
    return seen


def key_of(root, file, version):
    digest = hashlib.sha256(f"{version}{FLAGS}".encode())
    for name in sorted(sources_of(root, file, set())):
        digest.update(name.encode() + b"\0" + (root / name).read_bytes() + b"\0")
    digest.update(pathlib.Path(__file__).read_bytes())
    return digest.hexdigest()


def faults_of(root, file, nvcc):
    """What is wrong with one file, and the kernels it holds."""
    with tempfile.TemporaryDirectory() as folder:
        # The device half alone takes less than half the time.
        done = subprocess.run([nvcc, *FLAGS, f"-I{root}", "-fatbin", str(root / file), "-o",
                               folder + "/kernels.fatbin", "--keep", "--keep-dir", folder],
                              capture_output=True, text=True)
        texts = list(pathlib.Path(folder).glob("*.ptx"))
        ptx = [text.read_bytes() for text in texts]
    said = done.stdout + done.stderr
    if done.returncode != 0:
        return [f"{file}: does not compile cleanly:\n{said.strip()}"], 0
    if len(ptx) != len(ARCHITECTURES):
        return [f"{file}: {len(ptx)} PTX texts instead of {len(ARCHITECTURES)}"], 0
    faults = []
    entries = ENTRY.findall(said)
    for name, arch, _, stores, loads, registers in entries:
        if int(stores) or int(loads):
            faults.append(f"{file}: {name} spills on {arch}: {stores} bytes stored, {loads} loaded, "
                          f"with {registers} registers")
    for name in sorted({name for text in ptx for name in check_ptx.INSTRUCTION.findall(text)}):
        faults.append(f"{file}: {name.decode()}: not the arithmetic of the CPU")
    if len(entries) != sum(text.count(b".entry ") for text in ptx):
        faults.append(f"{file}: ptxas reported on {len(entries)} kernels only")
    return faults, len(entries)


def check(root, cache, files, nvcc):
    version = subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout
    cache.mkdir(parents=True, exist_ok=True)

    def one(file):
        passed = cache / key_of(root, file, version)
        if passed.exists():
            return [], int(passed.read_text()), False
        faults, kernels = faults_of(root, file, nvcc)
        if not faults:
            passed.write_text(str(kernels))
        return faults, kernels, True

    with concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        results = list(pool.map(one, files))
    faults = [fault for found, _, _ in results for fault in found]
    kernels = sum(count for _, count, _ in results)
    compiled = sum(fresh for _, _, fresh in results)
    return faults, f"{len(files)} files ({compiled} compiled now), {kernels} kernels"


def all_files(root):
    found = [*root.glob("thalweg/**/*.cu"), *root.glob("tests/**/*.cu")]
    names = sorted(path.relative_to(root).as_posix() for path in found)
    return [name for name in names if not name.startswith("tests/cudasim/")]


SELF_TEST = {
    "clean": ("__global__ void k(float* x) { x[0] = x[1] / x[2] + x[3] * x[4]; }", None),
    "approx": ("__global__ void k(float* x) { x[0] = __expf(x[1]); }", "ex2.approx"),
    "ftz": ('__global__ void k(float* x) { asm("add.ftz.f32 %0, %0, %0;" : "+f"(x[0])); }',
            "add.ftz.f32"),
    "warning": ("__global__ void k(float* x) { int unused = 0; x[0] = 1; }", "unused"),
    "spill": ("""__global__ void __launch_bounds__(1024, 2) k(float* x) {
                 float a[96];
                 _Pragma("unroll") for (int i = 0; i < 96; ++i) a[i] = x[threadIdx.x + 999 * i];
                 __syncthreads();
                 _Pragma("unroll") for (int i = 0; i < 96; ++i) x[threadIdx.x * int(a[95 - i])] = a[i];
               }""", "spills on sm_80"),
}


def self_test(nvcc):
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, (text, _) in SELF_TEST.items():
            (root / f"{name}.cu").write_text(text + "\n")
        faults, _ = check(root, root / "cache", [f"{name}.cu" for name in SELF_TEST], nvcc)
        for name, (_, expected) in SELF_TEST.items():
            about = " ".join(fault for fault in faults if fault.startswith(f"{name}.cu"))
            if bool(about) != bool(expected) or (expected and expected not in about):
                failed += 1
                print(f"self-test: {name}: expected {expected}; got '{about}'")
        remembered = len(list((root / "cache").iterdir()))
        if remembered != 1:
            failed += 1
            print(f"self-test: the one clean file is remembered; got {remembered}")
    print(f"self-test: {len(SELF_TEST) + 1 - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def main():
    nvcc = find_nvcc()
    if not nvcc:
        print("skipped: no nvcc")
        sys.exit(77)
    if sys.argv[1] == "--self-test":
        self_test(nvcc)
    root, cache = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    faults, summary = check(root, cache, sys.argv[3:] or all_files(root), nvcc)
    print(*faults, summary, f"{len(faults)} faults", sep="\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
