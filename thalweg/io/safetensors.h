// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "thalweg/io/bytes.h"
#include "thalweg/io/named_tensors.h"

// The safetensors format (github.com/huggingface/safetensors): 8 bytes with the length of a JSON
// header, the header, the elements.
namespace thalweg::io {

using Metadata = std::map<std::string, std::string>;

struct SafetensorsFile {
  NamedTensors tensors;  // in the order of the header
  Metadata metadata;     // the header's __metadata__
};

/// Reads a file: F32, F64, I64, I32, U8 and BOOL as they are, F16 and BF16 as f32, bit for bit.
/// FileError, which names file and place, for other types and whatever the format does not allow:
/// a header over 100 MB, keys that stand twice, offsets that overlap, leave gaps or lie outside;
/// MemoryError. The tensors are row-major, on the CPU.
///   const Tensor w = find_tensor(load_safetensors("net.safetensors").tensors, "0.weight");
SafetensorsFile load_safetensors(const std::string& path);

/// The same from memory; `name` stands for the file in error texts.
SafetensorsFile parse_safetensors(Bytes bytes, std::string_view name = "memory");

/// Writes a file (see FileWriter: whole or not at all). The header has the tensors in the order
/// given; in the data larger elements come first, so that all are aligned. The bytes depend on
/// names, dtypes, shapes, elements and metadata alone; every NaN is written as the same one.
/// ValueError for a name that stands twice, is `__metadata__` or not UTF-8, for an undefined
/// tensor and a header over 100 MB; FileError when the file cannot be written.
///   save_safetensors("net.safetensors", {{"0.weight", w}}, {{"made by", "thalweg"}})
void save_safetensors(const std::string& path, const NamedTensors& tensors,
                      const Metadata& metadata = {});

}  // namespace thalweg::io
