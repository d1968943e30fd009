// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/npy.h"

#include "thalweg/io/file.h"
#include "thalweg/io/npy_header.h"

namespace thalweg::io {

Tensor parse_npy(Bytes bytes, std::string_view name) {
  const Source source{"load_npy", name, bytes};
  const StoredArray array = parse_npy_header(source);
  const auto size = stored_bytes(array.shape, size_of(array.type));
  if (size && *size < bytes.size() - array.at) {
    source.fail(array.at + *size, "the array ends the file",
                fmt::format("{} bytes more", bytes.size() - array.at - *size),
                "one file holds one array; use npz for several");
  }
  return decode(source, array);
}

Tensor load_npy(const std::string& path) {
  return parse_npy(read_file("load_npy", path).bytes(), path);
}

void save_npy(const std::string& path, const Tensor& x) {
  FileWriter file("save_npy", path);
  file.write(npy_header(x.dtype(), x.shape()));
  encode(x, [&](Bytes bytes) { file.write(bytes); });
  file.commit();
}

}  // namespace thalweg::io
