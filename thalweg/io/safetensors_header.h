// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "thalweg/io/bytes.h"
#include "thalweg/io/safetensors.h"

namespace thalweg::io {

/// One tensor of the header, as it is written there.
struct SafetensorsEntry {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape, offsets;
  bool has_dtype = false, has_shape = false, has_offsets = false;
};

struct SafetensorsHeader {
  std::vector<SafetensorsEntry> entries;
  Metadata metadata;
};

/// Reads `size` bytes of JSON at byte 8 of the source. Only the form that the format has is taken;
/// FileError for anything else, so that memory follows the header's size.
SafetensorsHeader parse_safetensors_header(const Source& source, std::uint64_t size);

}  // namespace thalweg::io
