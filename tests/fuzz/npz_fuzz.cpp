// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "thalweg/io/npy.h"

// Whatever the bytes are: tensors, or a FileError.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace thalweg;
  try {
    io::parse_npz(std::as_bytes(std::span(data, size)));
  } catch (const FileError&) {
  }
  return 0;
}
