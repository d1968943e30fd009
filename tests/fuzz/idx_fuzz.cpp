// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "thalweg/data/idx.h"

// Whatever the bytes are: tensors, or a FileError.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace thalweg;
  try {
    data::parse_idx(std::as_bytes(std::span(data, size)));
  } catch (const FileError&) {
  }
  return 0;
}
