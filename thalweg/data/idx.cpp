// SPDX-License-Identifier: Apache-2.0
#include "thalweg/data/idx.h"

#include <vector>

#include "thalweg/io/file.h"
#include "thalweg/io/inflate.h"
#include "thalweg/io/stored.h"

namespace thalweg::data {
namespace {

using io::Stored;

Stored type_of(const io::Source& source) {
  const int type = source.big<std::uint8_t>(2, "the type");
  switch (type) {
    case 0x08:
      return Stored::u8;
    case 0x09:
      return Stored::i8;
    case 0x0b:
      return Stored::i16;
    case 0x0c:
      return Stored::i32;
    case 0x0d:
      return Stored::f32;
    case 0x0e:
      return Stored::f64;
    default:
      source.fail(2, "the type is one of 08 09 0b 0c 0d 0e", fmt::format("{:02x}", type));
  }
}

Tensor parse_plain(const io::Source& source) {
  if (source.big<std::uint16_t>(0, "the magic bytes") != 0) {
    source.fail(0, "an IDX file starts with two zero bytes",
                io::in_quotes(io::text_of_bytes(source.bytes.first(2))));
  }
  io::StoredArray array{};
  array.type = type_of(source);
  array.big_endian = true;
  const int axes = source.big<std::uint8_t>(3, "the number of axes");
  if (axes > kMaxRank) source.fail(3, "a tensor has at most 8 axes", std::to_string(axes));
  for (int axis = 0; axis < axes; ++axis) {
    array.shape.push_back(source.big<std::uint32_t>(4 + 4 * axis, "the sizes"));
  }
  array.at = 4 + 4 * axes;
  const auto size = io::stored_bytes(array.shape, io::size_of(array.type));
  if (size && *size < source.bytes.size() - array.at) {
    source.fail(array.at + *size, "the array ends the file",
                fmt::format("{} bytes more than {}", source.bytes.size() - array.at - *size,
                            text_of(array.shape)));
  }
  return io::decode(source, array);
}

}  // namespace

Tensor parse_idx(io::Bytes bytes, std::string_view name) {
  const io::Source source{"load_idx", name, bytes};
  if (!io::is_gzip(bytes)) return parse_plain(source);
  const std::vector<std::byte> content = io::gunzip(source);
  return parse_plain({"load_idx", name, content});
}

Tensor load_idx(const std::string& path) {
  return parse_idx(io::read_file("load_idx", path).bytes(), path);
}

}  // namespace thalweg::data
