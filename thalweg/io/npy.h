// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "thalweg/io/bytes.h"
#include "thalweg/io/named_tensors.h"

// NumPy's files (numpy.org/doc/stable/reference/generated/numpy.lib.format.html): .npy holds one
// array, .npz is a zip archive of them.
namespace thalweg::io {

/// Reads an array of versions 1, 2 and 3, either byte order, C or Fortran order:
///   f4 f8 i8 i4 u1 b1    as they are        f2    as f32
///   i1 i2 u2             as i32             u4    as i64
/// FileError, which names file and place, for what does not fit (u8, complex, text, times,
/// records), for pickled objects, for a length that is not the file's, for more than 8 axes;
/// MemoryError. The tensor is row-major, on the CPU, of the file's shape.
///   load_npy("x.npy")     f64[3,4]
Tensor load_npy(const std::string& path);

/// The same from memory; `name` stands for the file in error texts.
Tensor parse_npy(Bytes bytes, std::string_view name = "memory");

/// Writes version 1.0 in C order (see FileWriter: whole or not at all). Every NaN is written as the
/// same one. FileError when the file cannot be written.
///   save_npy("x.npy", x)
void save_npy(const std::string& path, const Tensor& x);

/// Reads the arrays of an archive, stored or deflated, in its order; with `only`, those alone, and
/// IndexError when one is missing. FileError for what load_npy refuses, encrypted members, wrong
/// checksums, members that overlap; ValueError for arrays of one name.
///   const Tensor w = find_tensor(load_npz("net.npz"), "weight");
NamedTensors load_npz(const std::string& path, std::span<const std::string> only = {});

/// The same from memory; `name` stands for the file in error texts.
NamedTensors parse_npz(Bytes bytes, std::string_view name = "memory",
                       std::span<const std::string> only = {});

/// Writes an archive of stored arrays up to 4 GiB, like numpy.savez. The bytes depend on names and
/// tensors alone (no clock). ValueError for a name that stands twice, an undefined tensor, more
/// than 4 GiB or 65534 arrays; FileError when the file cannot be written.
///   save_npz("net.npz", {{"weight", w}, {"bias", b}})
void save_npz(const std::string& path, const NamedTensors& tensors);

}  // namespace thalweg::io
