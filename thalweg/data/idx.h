// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "thalweg/io/bytes.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg::data {

/// Reads an IDX file (the format of MNIST; yann.lecun.com/exdb/mnist), plain or gzipped: two zero
/// bytes, type, number of axes, sizes and elements in big-endian order.
///   08 u8    09 i8 as i32    0b i16 as i32    0c i32    0d f32    0e f64
/// FileError, which names file and place, for anything else and for a length that is not the
/// file's.
///   load_idx("train-images-idx3-ubyte.gz")     u8[60000,28,28]
Tensor load_idx(const std::string& path);

/// The same from memory; `name` stands for the file in error texts.
Tensor parse_idx(io::Bytes bytes, std::string_view name = "memory");

}  // namespace thalweg::data
