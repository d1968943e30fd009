// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "thalweg/io/stored.h"

namespace thalweg::io {

/// Reads magic, version and dictionary; array.at is where the elements start.
StoredArray parse_npy_header(const Source& source);

/// Magic to dictionary of a version 1.0 file, a multiple of 64 bytes.
std::string npy_header(Dtype dtype, const Shape& shape);

}  // namespace thalweg::io
