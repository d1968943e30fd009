#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the small files of tests/io and tests/data with the libraries whose formats they are.

usage: make_io_files.py      in an environment with numpy and safetensors
The files in the repository were made by Python 3.11, numpy 2.4.6 and safetensors 0.8.0.
"""
import gzip
import pathlib
import struct
import zipfile

import numpy as np
import safetensors.numpy

HERE = pathlib.Path(__file__).resolve().parent
RAMP = np.arange(6).reshape(2, 3)


def values(dtype):
    """-1.5 -0.5 .. for floats, -2 -1 .. for signed, 0 1 .. for unsigned, and so on."""
    kind = np.dtype(dtype).kind
    if kind == "f":
        return (RAMP - 1.5).astype(dtype)
    if kind == "i":
        return (RAMP - 2).astype(dtype)
    return (RAMP % 2 == 1) if kind == "b" else RAMP.astype(dtype)


def npy():
    folder = HERE / "npy"
    for name in ("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "b1"):
        np.save(folder / f"little_{name}.npy", values("<" + name))
        if name[1] != "1":
            np.save(folder / f"big_{name}.npy", values(">" + name))
    np.save(folder / "fortran.npy", np.asfortranarray(values("<f4")))
    np.save(folder / "fortran_3d.npy", np.asfortranarray(np.arange(24, dtype="<i4").reshape(2, 3, 4)))
    np.save(folder / "scalar.npy", np.float64(2.5))
    np.save(folder / "one_axis.npy", np.arange(5, dtype="<i8"))
    np.save(folder / "empty.npy", np.zeros((0, 3), "<f4"))
    for major in (2, 3):
        with open(folder / f"version_{major}.npy", "wb") as file:
            np.lib.format.write_array(file, values("<f4"), version=(major, 0))
    np.save(folder / "refused_u8.npy", RAMP.astype("<u8"))
    np.save(folder / "refused_c8.npy", RAMP.astype("<c8"))
    np.save(folder / "refused_text.npy", np.array(["a", "bc"]))
    np.save(folder / "refused_bytes.npy", np.array([b"a", b"bc"]))
    np.save(folder / "refused_time.npy", np.array(["2020-01-01"], "<M8[D]"))
    np.save(folder / "refused_records.npy", np.zeros(2, [("x", "<f4"), ("y", "<i4")]))
    np.save(folder / "refused_objects.npy", np.array([{}, None], object))


def npz():
    folder = HERE / "npz"
    arrays = {"weight": values("<f4"), "bias": np.arange(3, dtype="<f8"), "steps": np.int64(7)}
    np.savez(folder / "stored.npz", **arrays)
    np.savez_compressed(folder / "deflated.npz", zeros=np.zeros(5000, "<f4"), **arrays)
    limit, zipfile.ZIP64_LIMIT = zipfile.ZIP64_LIMIT, 0  # every size and offset in zip64 fields
    np.savez(folder / "zip64.npz", **arrays)
    zipfile.ZIP64_LIMIT = limit
    with zipfile.ZipFile(folder / "refused_member.npz", "w") as archive:
        archive.writestr("readme.txt", "not an array")
    with zipfile.ZipFile(folder / "refused_method.npz", "w", zipfile.ZIP_LZMA) as archive:
        archive.write(folder.parent / "npy/little_f4.npy", "x.npy")


def safetensors_files():
    folder = HERE / "safetensors"
    arrays = {name: values(dtype) for name, dtype in (
        ("a.f32", "<f4"), ("b.f64", "<f8"), ("c.i64", "<i8"), ("d.i32", "<i4"), ("e.u8", "u1"),
        ("f.bool", "bool"), ("g.f16", "<f2"))}
    arrays["scalar"] = np.array(2.5, "<f4")
    arrays["empty"] = np.zeros((0, 3), "<f4")
    safetensors.numpy.save_file(arrays, folder / "all.safetensors",
                                metadata={"format": "np", "text": "caf\u00e9 \u2603"})
    bits = np.array([0x3F80, 0x7FC1, 0xFF80, 0x0001], "<u2")
    header = b'{"x":{"dtype":"BF16","shape":[4],"data_offsets":[0,8]}}'  # numpy has no bfloat16
    (folder / "bf16.safetensors").write_bytes(
        struct.pack("<Q", len(header)) + header + bits.tobytes())
    safetensors.numpy.save_file({"x": np.zeros(2, "<i2")}, folder / "refused_i16.safetensors")


def idx():
    folder = HERE / "idx"
    codes = {0x08: ">u1", 0x09: ">i1", 0x0B: ">i2", 0x0C: ">i4", 0x0D: ">f4", 0x0E: ">f8"}
    for code, dtype in codes.items():
        data = struct.pack(">HBBII", 0, code, 2, 2, 3) + values(dtype).tobytes()
        (folder / f"type_{code:02x}.idx").write_bytes(data)
    packed = gzip.compress((folder / "type_0d.idx").read_bytes(), mtime=0)
    (folder / "type_0d.idx.gz").write_bytes(packed)


if __name__ == "__main__":
    npy()
    npz()
    safetensors_files()
    idx()
