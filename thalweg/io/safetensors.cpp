// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/safetensors.h"

#include <nlohmann/json.hpp>
#include <numeric>

#include "thalweg/io/file.h"
#include "thalweg/io/safetensors_header.h"
#include "thalweg/io/stored.h"

namespace thalweg::io {
namespace {

constexpr std::uint64_t kMostHeader = 100'000'000;  // as the reference reader

struct TypeName {
  std::string_view name;
  Stored type;
};
constexpr TypeName kTypes[] = {
    {"F32", Stored::f32}, {"F64", Stored::f64},      {"I64", Stored::i64}, {"I32", Stored::i32},
    {"U8", Stored::u8},   {"BOOL", Stored::boolean}, {"F16", Stored::f16}, {"BF16", Stored::bf16}};

// The reader's part of one entry: names, sizes and offsets that fit each other and the file.
StoredArray array_of(const Source& source, const SafetensorsEntry& entry, std::uint64_t data_at) {
  const auto type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                 [&](const TypeName& t) { return t.name == entry.dtype; });
  if (type == std::end(kTypes)) {
    source.fail(
        8, "only F64, F32, F16, BF16, I64, I32, U8 and BOOL can be read",
        fmt::format("dtype {} for {} in the header", in_quotes(entry.dtype), in_quotes(entry.name)),
        "convert the tensor before it is saved");
  }
  Shape shape;
  for (std::uint64_t size : entry.shape) shape.push_back(static_cast<std::int64_t>(size));
  const std::uint64_t begin = entry.offsets[0], end = entry.offsets[1];
  const auto wanted = stored_bytes(shape, size_of(type->type));
  if (!wanted || end < begin || end - begin != *wanted) {
    source.fail(8, "data_offsets must span the bytes of dtype and shape",
                fmt::format("{}{} and {}..{} for {} in the header", type->name, text_of(shape),
                            begin, end, in_quotes(entry.name)));
  }
  source.take(data_at, 0, "the elements");
  if (end > source.bytes.size() - data_at) {
    source.fail(data_at, "data_offsets must lie inside the file",
                fmt::format("{}..{} of {} bytes for {}", begin, end, source.bytes.size() - data_at,
                            in_quotes(entry.name)),
                "the file is cut short, or not what its name says");
  }
  return {type->type, false, false, shape, data_at + begin};
}

// The format wants data without gaps or overlaps: what one reader takes and another does not.
void check_cover(const Source& source, const std::vector<SafetensorsEntry>& entries,
                 std::uint64_t data_at) {
  std::vector<const SafetensorsEntry*> sorted;
  for (const SafetensorsEntry& entry : entries) sorted.push_back(&entry);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto* a, const auto* b) { return a->offsets < b->offsets; });
  std::uint64_t at = 0;
  for (const SafetensorsEntry* entry : sorted) {
    if (entry->offsets[0] != at) {
      source.fail(data_at + std::min(at, entry->offsets[0]),
                  "data_offsets leave no gaps and do not overlap",
                  fmt::format("{}..{} for {} after an end at {}", entry->offsets[0],
                              entry->offsets[1], in_quotes(entry->name), at));
    }
    at = entry->offsets[1];
  }
  if (at != source.bytes.size() - data_at) {
    source.fail(data_at + at, "the last tensor ends the file",
                fmt::format("{} bytes more", source.bytes.size() - data_at - at));
  }
}

std::string json_text(const std::string& text) {
  try {
    return nlohmann::json(text).dump();
  } catch (const nlohmann::json::exception&) {
    throw ValueError("save_safetensors: names and metadata must be UTF-8; got {}", in_quotes(text));
  }
}

std::string header_text(const NamedTensors& tensors, const std::vector<std::uint64_t>& begins,
                        const Metadata& metadata) {
  std::string text = "{";
  const auto separate = [&] { text += text.back() == '{' ? "" : ","; };
  if (!metadata.empty()) {
    text += "\"__metadata__\":{";
    for (const auto& [key, value] : metadata) {
      separate();
      text += json_text(key) + ':' + json_text(value);
    }
    text += '}';
  }
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const std::string& name = tensors[i].name;
    const Tensor& x = tensors[i].tensor;
    if (name == "__metadata__") {
      throw ValueError("save_safetensors: __metadata__ is no name for a tensor; got {}",
                       x.describe());
    }
    const auto type = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const TypeName& t) {
      return dtype_of_stored(t.type) == x.dtype();
    });
    separate();
    text += fmt::format(R"({}:{{"dtype":"{}","shape":{},"data_offsets":[{},{}]}})", json_text(name),
                        type->name, text_of(x.shape()), begins[i],
                        begins[i] + x.numel() * thalweg::size_of(x.dtype()));
  }
  text += '}';
  text.resize((text.size() + 7) / 8 * 8, ' ');
  if (text.size() > kMostHeader) {
    throw ValueError("save_safetensors: a header has at most 100 MB; got {} bytes", text.size());
  }
  return text;
}

}  // namespace

SafetensorsFile parse_safetensors(Bytes bytes, std::string_view name) {
  const Source source{"load_safetensors", name, bytes};
  const auto header_size = source.little<std::uint64_t>(0, "the length of the header");
  if (header_size > kMostHeader) {
    source.fail(0, "a header has at most 100 MB", fmt::format("a length of {}", header_size),
                "is it a safetensors file?");
  }
  if (source.little<char>(8, "the header") != '{') {
    source.fail(8, "a header starts with {", "another character", "is it a safetensors file?");
  }
  SafetensorsHeader header = parse_safetensors_header(source, header_size);
  const std::uint64_t data_at = 8 + header_size;
  std::vector<StoredArray> arrays;
  for (const SafetensorsEntry& entry : header.entries) {
    arrays.push_back(array_of(source, entry, data_at));
  }
  check_cover(source, header.entries, data_at);
  SafetensorsFile file;
  file.metadata = std::move(header.metadata);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    file.tensors.push_back({std::move(header.entries[i].name), decode(source, arrays[i])});
  }
  return file;
}

SafetensorsFile load_safetensors(const std::string& path) {
  return parse_safetensors(read_file("load_safetensors", path).bytes(), path);
}

void save_safetensors(const std::string& path, const NamedTensors& tensors,
                      const Metadata& metadata) {
  check_names("save_safetensors", tensors);
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), 0);
  const auto element = [&](std::size_t i) { return size_of(tensors[i].tensor.dtype()); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return element(a) > element(b); });
  std::vector<std::uint64_t> begins(tensors.size());
  std::uint64_t end = 0;
  for (std::size_t i : order) {
    begins[i] = end;
    end += tensors[i].tensor.numel() * element(i);
  }
  std::string header = header_text(tensors, begins, metadata);
  FileWriter file("save_safetensors", path);
  std::string length;
  append_little(length, std::uint64_t{header.size()});
  file.write(length);
  file.write(header);
  for (std::size_t i : order) {
    encode(tensors[i].tensor, [&](Bytes bytes) { file.write(bytes); });
  }
  file.commit();
}

}  // namespace thalweg::io
