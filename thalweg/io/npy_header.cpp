// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/npy_header.h"

#include <charconv>
#include <string>

namespace thalweg::io {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

struct TypeName {
  std::string_view name;  // kind and bytes
  Stored type;
};
constexpr TypeName kTypes[] = {{"f4", Stored::f32}, {"f8", Stored::f64}, {"i8", Stored::i64},
                               {"i4", Stored::i32}, {"u1", Stored::u8},  {"b1", Stored::boolean},
                               {"f2", Stored::f16}, {"i1", Stored::i8},  {"i2", Stored::i16},
                               {"u2", Stored::u16}, {"u4", Stored::u32}};

std::string_view kind_of(char c) {
  switch (c) {
    case 'O':
      return "pickled Python objects";
    case 'U':
    case 'S':
    case 'a':
      return "text";
    case 'c':
      return "complex numbers";
    case 'M':
    case 'm':
      return "times";
    case 'V':
      return "records or raw bytes";
    default:
      return "elements of another type";
  }
}

/// The dictionary: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }. Only Python's
/// literals that stand in such files are read.
class Dictionary {
 public:
  Dictionary(const Source& source, std::uint64_t at, std::uint64_t size)
      : source_(source), start_(at), text_(text_of_bytes(source.take(at, size, "the header"))) {}

  StoredArray read() {
    StoredArray array{};
    bool descr = false, order = false, shape = false;
    expect('{');
    while (!skip_if('}')) {
      const std::string_view key = text();
      expect(':');
      if (key == "descr" && !descr) {
        descr = true;
        read_type(array);
      } else if (key == "fortran_order" && !order) {
        order = true;
        array.fortran_order = truth();
      } else if (key == "shape" && !shape) {
        shape = true;
        array.shape = sizes();
      } else {
        fail("the header has descr, fortran_order and shape, each once", in_quotes(key));
      }
      if (!skip_if(',')) {
        expect('}');
        break;
      }
    }
    if (!descr || !order || !shape) {
      fail("the header has descr, fortran_order and shape", "a header without one of them");
    }
    skip_spaces();
    if (at_ != text_.size()) fail("the dictionary ends the header", rest());
    return array;
  }

 private:
  void read_type(StoredArray& array) {
    if (peek() == '[') {
      fail("records (structured arrays) cannot be read", rest(), "save each field by itself");
    }
    const std::string_view name = text();
    const bool order = !name.empty() && std::string_view("<>|=").find(name[0]) != name.npos;
    const std::string_view plain = order ? name.substr(1) : name;
    for (const TypeName& t : kTypes) {
      if (t.name != plain) continue;
      array.type = t.type;
      array.big_endian = name[0] == '>';
      return;
    }
    fail(fmt::format("{} cannot be read", kind_of(plain.empty() ? ' ' : plain[0])),
         "descr " + in_quotes(name), "use f4 f8 f2 i8 i4 i2 i1 u1 u2 u4 or b1");
  }

  Shape sizes() {
    Shape shape;
    expect('(');
    while (!skip_if(')')) {
      if (shape.size() == kMaxRank) fail("a tensor has at most 8 axes", rest());
      shape.push_back(number());
      if (!skip_if(',')) {
        expect(')');
        if (shape.size() == 1) {  // to Python a number in parentheses, which NumPy refuses
          fail("a shape of one axis has a comma, (2,)", fmt::format("({})", shape[0]));
        }
        break;
      }
    }
    return shape;
  }

  std::int64_t number() {
    skip_spaces();
    std::int64_t value = 0;
    const char* from = text_.data() + at_;
    const auto [end, error] = std::from_chars(from, text_.data() + text_.size(), value);
    if (error != std::errc() || value < 0) fail("a shape has sizes that can exist", rest());
    at_ += end - from;
    skip_if('L');  // Python 2
    return value;
  }

  bool truth() {
    skip_spaces();
    for (const std::string_view word : {"True", "False"}) {
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return word == "True";
    }
    fail("fortran_order is True or False", rest());
  }

  std::string_view text() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail("a text in quotes must stand here", rest());
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == text_.npos) fail("a text must end with its quote", rest());
    const std::string_view result = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return result;
  }

  char peek() {
    skip_spaces();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  void skip_spaces() {
    while (at_ < text_.size() && std::string_view(" \n\t\r").find(text_[at_]) != text_.npos) ++at_;
  }
  bool skip_if(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!skip_if(c)) fail(fmt::format("'{}' must stand here", c), rest());
  }
  std::string rest() const { return at_ < text_.size() ? in_quotes(text_.substr(at_)) : "its end"; }

  [[noreturn]] void fail(std::string_view rule, const std::string& got,
                         std::string_view hint = "") const {
    source_.fail(start_ + at_, rule, got, hint);
  }

  const Source& source_;
  std::uint64_t start_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

StoredArray parse_npy_header(const Source& source) {
  const Bytes magic = source.take(0, kMagic.size(), "the magic bytes");
  if (text_of_bytes(magic) != kMagic) {
    source.fail(0, "an npy file starts with \\x93NUMPY", in_quotes(text_of_bytes(magic)),
                text_of_bytes(magic).starts_with("PK") ? "a zip archive: use load_npz" : "");
  }
  const int version = source.little<std::uint8_t>(6, "the version");
  if (version < 1 || version > 3 || source.little<std::uint8_t>(7, "the version") != 0) {
    source.fail(6, "versions 1.0, 2.0 and 3.0 can be read", fmt::format("version {}", version));
  }
  const std::uint64_t size = version == 1 ? source.little<std::uint16_t>(8, "the header's length")
                                          : source.little<std::uint32_t>(8, "the header's length");
  const std::uint64_t at = version == 1 ? 10 : 12;
  StoredArray array = Dictionary(source, at, size).read();
  array.at = at + size;
  return array;
}

std::string npy_header(Dtype dtype, const Shape& shape) {
  constexpr std::string_view names[] = {"<f4", "<f8", "<i8", "<i4", "|u1", "|b1"};
  std::string sizes;
  for (std::int64_t size : shape) sizes += fmt::format("{}, ", size);
  if (shape.size() > 1) sizes.resize(sizes.size() - 2);
  if (shape.size() == 1) sizes.resize(sizes.size() - 1);
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                 names[static_cast<int>(dtype)], sizes);
  constexpr std::size_t kBefore = 10;  // magic, version, length
  const std::size_t whole = (kBefore + text.size() + 1 + 63) / 64 * 64;
  text.resize(whole - kBefore - 1, ' ');
  text += '\n';
  std::string header(kMagic);
  header += '\1';
  header += '\0';
  append_little(header, static_cast<std::uint16_t>(text.size()));
  return header + text;
}

}  // namespace thalweg::io
