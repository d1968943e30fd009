// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/safetensors_header.h"

#include <nlohmann/json.hpp>
#include <set>

#include "thalweg/tensor/shape.h"

namespace thalweg::io {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kHint = "is it a safetensors file, and whole?";

/// Takes the events of the parser in the one order that the format knows:
///   { "__metadata__": {text: text}, name: {"dtype": text, "shape": [n], "data_offsets": [n, n]} }
class Reader : public Json::json_sax_t {
 public:
  explicit Reader(const Source& source) : source_(source) {}

  SafetensorsHeader header;

  bool start_object(std::size_t) override {
    if (where_ == kStart) {
      where_ = kTop;
    } else if (where_ == kValueOfName) {
      where_ = kEntry;
    } else if (where_ == kValueOfMetadata) {
      where_ = kMetadata;
    } else {
      unexpected("an object");
    }
    return true;
  }

  bool end_object() override {
    if (where_ == kEntry) finish_entry();
    where_ = where_ == kTop ? kEnd : kTop;
    return true;
  }

  bool key(std::string& text) override {
    if (where_ == kTop) {
      if (!names_.insert(text).second) fail("a name stands once", in_quotes(text) + " twice");
      where_ = text == "__metadata__" ? kValueOfMetadata : kValueOfName;
      if (where_ == kValueOfName) header.entries.emplace_back().name = text;
    } else if (where_ == kMetadata) {
      if (header.metadata.count(text)) {
        fail("a key of the metadata stands once", in_quotes(text) + " twice");
      }
      key_ = text;
      where_ = kValueOfText;
    } else {
      entry_key(text);
    }
    return true;
  }

  bool string(std::string& text) override {
    if (where_ == kDtype) {
      header.entries.back().dtype = text;
      where_ = kEntry;
    } else if (where_ == kValueOfText) {
      header.metadata[key_] = text;
      where_ = kMetadata;
    } else {
      unexpected("the text " + in_quotes(text));
    }
    return true;
  }

  bool start_array(std::size_t) override {
    if (where_ != kShape && where_ != kOffsets) unexpected("an array");
    list_ = where_ == kShape ? &header.entries.back().shape : &header.entries.back().offsets;
    most_ = where_ == kShape ? kMaxRank : 2;
    where_ = kList;
    return true;
  }

  bool number_unsigned(number_unsigned_t value) override {
    if (where_ != kList) unexpected("the number " + std::to_string(value));
    if (list_->size() == most_) {
      fail(most_ == 2 ? "data_offsets are two numbers" : "a tensor has at most 8 axes",
           "a list of more for " + in_quotes(header.entries.back().name));
    }
    list_->push_back(value);
    return true;
  }

  bool end_array() override {
    where_ = kEntry;
    return true;
  }

  bool null() override { unexpected("null"); }
  bool boolean(bool value) override { unexpected(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override {
    unexpected("the number " + std::to_string(value));
  }
  bool number_float(number_float_t, const std::string& text) override {
    unexpected("the number " + text);
  }
  bool binary(Json::binary_t&) override { unexpected("binary data"); }

  bool parse_error(std::size_t position, const std::string& token,
                   const Json::exception&) override {
    source_.fail(8 + position, "the header must be JSON", in_quotes(token), kHint);
  }

 private:
  enum Where {
    kStart,
    kTop,
    kValueOfName,
    kEntry,
    kDtype,
    kShape,
    kOffsets,
    kList,
    kValueOfMetadata,
    kMetadata,
    kValueOfText,
    kEnd
  };

  void entry_key(const std::string& text) {
    SafetensorsEntry& entry = header.entries.back();
    const bool again = (text == "dtype" && entry.has_dtype) ||
                       (text == "shape" && entry.has_shape) ||
                       (text == "data_offsets" && entry.has_offsets);
    if (again)
      fail("a key of a tensor stands once",
           in_quotes(text) + " twice for " + in_quotes(entry.name));
    if (text == "dtype") {
      where_ = kDtype;
      entry.has_dtype = true;
    } else if (text == "shape") {
      where_ = kShape;
      entry.has_shape = true;
    } else if (text == "data_offsets") {
      where_ = kOffsets;
      entry.has_offsets = true;
    } else {
      fail("a tensor has dtype, shape and data_offsets",
           "the key " + in_quotes(text) + " for " + in_quotes(entry.name));
    }
  }

  void finish_entry() {
    const SafetensorsEntry& entry = header.entries.back();
    const char* missing = !entry.has_dtype     ? "dtype"
                          : !entry.has_shape   ? "shape"
                          : !entry.has_offsets ? "data_offsets"
                                               : nullptr;
    if (missing != nullptr) {
      fail("a tensor has dtype, shape and data_offsets",
           in_quotes(entry.name) + " without " + missing);
    }
    if (entry.offsets.size() != 2) {
      fail("data_offsets are two numbers",
           fmt::format("a list of {} for {}", entry.offsets.size(), in_quotes(entry.name)));
    }
  }

  [[noreturn]] void fail(std::string_view rule, const std::string& got) {
    source_.fail(8, rule, got + " in the header", kHint);
  }

  [[noreturn]] void unexpected(const std::string& what) {
    const std::string near =
        header.entries.empty() ? "" : " near " + in_quotes(header.entries.back().name);
    fail("the header must map names to {dtype, shape, data_offsets}", what + near);
  }

  const Source& source_;
  Where where_ = kStart;
  std::set<std::string> names_;
  std::string key_;
  std::vector<std::uint64_t>* list_ = nullptr;
  std::size_t most_ = 0;
};

}  // namespace

SafetensorsHeader parse_safetensors_header(const Source& source, std::uint64_t size) {
  const std::string_view text = text_of_bytes(source.take(8, size, "the header"));
  Reader reader(source);
  Json::sax_parse(text.begin(), text.end(), &reader);
  return std::move(reader.header);
}

}  // namespace thalweg::io
