// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/safetensors.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/io/files.h"
#include "thalweg/base/platform.h"
#include "thalweg/io/digest.h"
#include "thalweg/io/stored.h"
#include "thalweg/tensor/create.h"

namespace thalweg::io {
namespace {

using testing::contents;
using testing::file_error;
using testing::golden;
using testing::has;
using Doubles = std::vector<double>;
using Bits = std::vector<std::uint32_t>;

Bits bits_of_all(const Tensor& x) {
  Bits bits;
  for (float v : x.span<float>()) bits.push_back(bits_of(v));
  return bits;
}

TEST_CASE("load_safetensors: a file of the reference writer, every type") {
  const SafetensorsFile file = load_safetensors(golden("safetensors/all.safetensors"));
  CHECK(file.metadata == Metadata{{"format", "np"}, {"text", "caf\xc3\xa9 \xe2\x98\x83"}});
  CHECK(file.tensors.size() == 9);
  const Doubles floats{-1.5, -0.5, 0.5, 1.5, 2.5, 3.5}, integers{-2, -1, 0, 1, 2, 3};
  const auto check = [&](const char* name, Dtype dtype, const Doubles& values) {
    const Tensor& x = find_tensor(file.tensors, name);
    CAPTURE(name);
    CHECK(x.dtype() == dtype);
    CHECK(x.shape() == Shape{2, 3});
    CHECK(to_vector<double>(x) == values);
  };
  check("a.f32", f32, floats);
  check("b.f64", f64, floats);
  check("c.i64", i64, integers);
  check("d.i32", i32, integers);
  check("e.u8", u8, {0, 1, 2, 3, 4, 5});
  check("f.bool", boolean, {0, 1, 0, 1, 0, 1});
  check("g.f16", f32, floats);
  CHECK(find_tensor(file.tensors, "scalar").shape() == Shape{});
  CHECK(find_tensor(file.tensors, "scalar").item() == 2.5);
  CHECK(find_tensor(file.tensors, "empty").shape() == Shape{0, 3});
  CHECK_THROWS_AS(find_tensor(file.tensors, "none"), IndexError);
}

TEST_CASE("load_safetensors: BF16 and F16 keep their bits, NaN payloads too") {
  const auto bf16 = load_safetensors(golden("safetensors/bf16.safetensors"));
  CHECK(bits_of_all(bf16.tensors[0].tensor) ==
        Bits{0x3f800000, 0x7fc10000, 0xff800000, 0x00010000});
  CHECK(file_error([] { load_safetensors(golden("safetensors/refused_i16.safetensors")); }) ==
        "load_safetensors: only F64, F32, F16, BF16, I64, I32, U8 and BOOL can be read; got "
        "dtype 'I16' for 'x' in the header at byte 8 of " +
            golden("safetensors/refused_i16.safetensors") +
            "; convert the tensor before it is saved");
}

TEST_CASE("float_of_half: all 65536 values by their formula") {
  int wrong = 0;
  for (int half = 0; half < 65536; ++half) {
    const int exponent = half >> 10 & 31, mantissa = half & 1023;
    const float got = float_of_half(static_cast<std::uint16_t>(half));
    if (exponent == 31 && mantissa != 0) {
      wrong += !std::isnan(got) || (bits_of(got) >> 13 & 1023) != static_cast<unsigned>(mantissa);
      continue;
    }
    double size = exponent == 31  ? INFINITY
                  : exponent == 0 ? std::ldexp(mantissa, -24)
                                  : std::ldexp(1024 + mantissa, exponent - 25);
    wrong += got != static_cast<float>(half & 0x8000 ? -size : size);
    wrong += std::signbit(got) != ((half & 0x8000) != 0);
  }
  CHECK(wrong == 0);
}

TEST_CASE("save_safetensors: what was saved comes back in order, with metadata") {
  const testing::TemporaryFolder folder;
  const NamedTensors tensors{
      {"z", tensor<float>({1, 2, 3, 4, 5, 6}, {2, 3}).view({3, 2}, {1, 3}, 0)},
      {"mask", tensor<bool>({true, false, true})},
      {"layer.0 \"q\"\n", full({}, -7, i64)},
      {"d", tensor<double>({0.1})},
      {"none", zeros({3, 0}, u8)},
      {"i", full({3}, 2, i32)}};
  const Metadata metadata{{"b", "2"}, {"a", "quote \" and \\"}};
  save_safetensors(folder / "x.safetensors", tensors, metadata);
  const SafetensorsFile file = load_safetensors(folder / "x.safetensors");
  CHECK(file.metadata == metadata);
  CHECK(file.tensors.size() == tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    CHECK(file.tensors[i].name == tensors[i].name);
    CHECK(file.tensors[i].tensor.shape() == tensors[i].tensor.shape());
    CHECK(to_vector<double>(file.tensors[i].tensor) == to_vector<double>(tensors[i].tensor));
  }
  CHECK(digest(file.tensors) == digest(tensors));
  CHECK(folder.names() == std::vector<std::string>{"x.safetensors"});
}

TEST_CASE("save_safetensors: the bytes, aligned and with one NaN") {
  const testing::TemporaryFolder folder;
  const float odd = float_of(std::uint32_t{0xffc12345});
  save_safetensors(folder / "x", {{"b", full({1}, 5, u8)}, {"f", tensor<float>({odd})}});
  const std::string header = R"({"b":{"dtype":"U8","shape":[1],"data_offsets":[4,5]},)"
                             R"("f":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  CHECK(header.size() == 106);
  std::string right("\x70\0\0\0\0\0\0\0", 8);
  right += header + std::string(6, ' ') + std::string("\0\0\xc0\x7f\5", 5);
  CHECK(contents(folder / "x") == right);
  save_safetensors(folder / "x", {});
  CHECK(contents(folder / "x") == std::string("\x8\0\0\0\0\0\0\0{}      ", 16));
  CHECK(load_safetensors(folder / "x").tensors.empty());
}

TEST_CASE("save_safetensors: names that cannot be saved; the old file stays") {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "x";
  save_safetensors(path, {{"a", zeros({1})}});
  const std::string before = contents(path);
  CHECK_THROWS_WITH_AS(save_safetensors(path, {{"a", zeros({1})}, {"a", zeros({1})}}),
                       "save_safetensors: names must differ; got 'a' twice", ValueError);
  CHECK_THROWS_WITH_AS(
      save_safetensors(path, {{"__metadata__", zeros({1})}}),
      "save_safetensors: __metadata__ is no name for a tensor; got f32[1] on cpu:0", ValueError);
  CHECK_THROWS_WITH_AS(save_safetensors(path, {{"\xff", zeros({1})}}),
                       "save_safetensors: names and metadata must be UTF-8; got '\\xff'",
                       ValueError);
  CHECK_THROWS_AS(save_safetensors(path, {{"a", Tensor()}}), ValueError);
  CHECK(contents(path) == before);
  CHECK(folder.names().size() == 1);
}

std::string file_of(const std::string& header, const std::string& data = "") {
  std::string text;
  append_little(text, std::uint64_t{header.size()});
  return text + header + data;
}

std::string error_of(const std::string& text) {
  return file_error([&] { parse_safetensors(bytes_of(text), "x.st"); });
}

std::string error_of_entry(const std::string& entry, const std::string& data = "12345678") {
  return error_of(file_of("{\"x\":" + entry + "}", data));
}

TEST_CASE("parse_safetensors: broken lengths") {
  const std::string whole = contents(golden("safetensors/all.safetensors"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK(error_of(whole.substr(0, size)) != "none");
  }
  CHECK(error_of("") ==
        "load_safetensors: the length of the header must lie inside the file; got 8 bytes of 0 at "
        "byte 0 of x.st; the file is cut short, or not what its name says");
  CHECK(has(error_of(whole + "x"), "the last tensor ends the file; got 1 bytes more"));
  CHECK(has(error_of(std::string(16, '\xff')),
            "a header has at most 100 MB; got a length of "
            "18446744073709551615"));
  std::string lying(16, '\0');
  lying[2] = '\x10';
  lying[8] = '{';
  CHECK(has(error_of(lying), "the header must lie inside the file; got 1048576 bytes of 8"));
  CHECK(has(error_of(file_of("")), "the header must lie inside the file"));
}

TEST_CASE("parse_safetensors: headers that are not the format's") {
  const std::string rule = "the header must map names to {dtype, shape, data_offsets}; got ";
  CHECK(error_of(file_of("{}")) == "none");
  CHECK(error_of(file_of("{}   ")) == "none");
  CHECK(has(error_of(file_of(" {}")), "a header starts with {"));
  CHECK(has(error_of(file_of("\xef\xbb\xbf{}")), "a header starts with {"));
  CHECK(has(error_of(file_of("[1]")), "a header starts with {"));
  CHECK(has(error_of(file_of("{} x")), "the header must be JSON; got "));
  CHECK(has(error_of(file_of("{\"x\"")), "the header must be JSON"));
  CHECK(has(error_of(file_of("{\"\xff\":1}")), "the header must be JSON"));
  CHECK(has(error_of_entry("1"), rule + "the number 1 near 'x' in the header at byte 8"));
  CHECK(has(error_of_entry("[]"), rule + "an array near 'x' in the header"));
  CHECK(has(error_of_entry("null"), rule));
  CHECK(has(error_of_entry("{\"dtype\":1}"), rule));
  CHECK(has(error_of_entry("{\"dtype\":{}}"), rule));
  CHECK(has(error_of_entry("{\"shape\":\"a\"}"), rule + "the text 'a' near 'x' in the header"));
  CHECK(has(error_of_entry("{\"shape\":[[1]]}"), rule));
  CHECK(has(error_of_entry("{\"shape\":[-1]}"), rule + "the number -1 near 'x'"));
  CHECK(has(error_of_entry("{\"shape\":[1.5]}"), rule + "the number 1.5 near 'x'"));
  CHECK(has(error_of_entry("{\"shape\":[true]}"), rule));
  CHECK(has(error_of(file_of("{\"__metadata__\":{\"a\":1}}")), rule));
  CHECK(has(error_of(file_of("{\"__metadata__\":{\"a\":{}}}")), rule));
  CHECK(has(error_of(file_of("{\"__metadata__\":\"a\"}")), rule));
  CHECK(has(error_of(file_of("{\"__metadata__\":{\"a\":\"1\",\"a\":\"2\"}}")),
            "a key of the metadata stands once; got 'a' twice in the header"));
  const std::string parts = "a tensor has dtype, shape and data_offsets; got ";
  CHECK(has(error_of_entry("{\"other\":1}"), parts + "the key 'other' for 'x' in the header"));
  CHECK(error_of_entry("{\"dtype\":\"F32\",\"shape\":[2]}") ==
        "load_safetensors: " + parts +
            "'x' without data_offsets in the header at byte 8 of x.st; is it a safetensors file, "
            "and whole?");
  CHECK(has(error_of_entry("{\"dtype\":\"F32\",\"data_offsets\":[0,8]}"), "'x' without shape"));
  CHECK(has(error_of_entry("{\"shape\":[2],\"data_offsets\":[0,8]}"), "'x' without dtype"));
  CHECK(has(error_of_entry("{\"data_offsets\":[0,1,2]}"),
            "data_offsets are two numbers; got a list of more for 'x' in the header"));
  CHECK(has(error_of_entry("{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8]}"),
            "data_offsets are two numbers; got a list of 1 for 'x' in the header"));
  CHECK(has(error_of_entry("{\"shape\":[0,0,0,0,0,0,0,0,0]}"),
            "a tensor has at most 8 axes; got a list of more for 'x' in the header"));
  std::string deep = "{\"x\":";
  for (int i = 0; i < 100000; ++i) deep += "{\"a\":";
  CHECK(has(error_of(file_of(deep)), "a tensor has dtype, shape and data_offsets"));
}

TEST_CASE("parse_safetensors: a key of a tensor stands once, whatever its first value") {
  const auto twice = [](const std::string& key, const std::string& first) {
    return error_of_entry("{\"" + key + "\":" + first +
                          ",\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}");
  };
  const std::string rule = "a key of a tensor stands once; got ";
  CHECK(has(twice("dtype", "\"\""), rule + "'dtype' twice for 'x' in the header"));
  CHECK(has(twice("shape", "[]"), rule + "'shape' twice for 'x' in the header"));
  CHECK(has(twice("data_offsets", "[]"), rule + "'data_offsets' twice for 'x' in the header"));
}

std::string entry(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return "{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}";
}

TEST_CASE("parse_safetensors: types, shapes and offsets that do not fit") {
  CHECK(error_of_entry(entry("F32", "[2]", "[0,8]")) == "none");
  CHECK(has(error_of_entry(entry("F8_E4M3", "[8]", "[0,8]")), "dtype 'F8_E4M3' for 'x'"));
  CHECK(has(error_of_entry(entry("f32", "[2]", "[0,8]")), "dtype 'f32' for 'x'"));
  const std::string span = "data_offsets must span the bytes of dtype and shape; got ";
  CHECK(has(error_of_entry(entry("F32", "[2]", "[0,7]")), span + "F32[2] and 0..7 for 'x'"));
  CHECK(has(error_of_entry(entry("F32", "[2]", "[8,0]")), span));
  CHECK(has(error_of_entry(entry("F64", "[4611686018427387904,4]", "[0,8]")), span));
  CHECK(has(error_of_entry(entry("F64", "[18446744073709551615,0]", "[0,0]")), span));
  CHECK(has(error_of_entry(entry("U8", "[9]", "[0,9]")), "data_offsets must lie inside the file"));
  CHECK(has(error_of_entry(entry("U8", "[4]", "[18446744073709551611,18446744073709551615]")),
            "data_offsets must lie inside the file"));
  CHECK(has(error_of_entry(entry("U8", "[1000000000000]", "[0,1000000000000]")),
            "data_offsets must lie inside the file"));
  CHECK(error_of_entry(entry("F32", "[0,4611686018427387904,4]", "[0,0]"), "") == "none");
  CHECK(has(error_of_entry(entry("BOOL", "[8]", "[0,8]")), "a bool is 0 or 1; got 49"));
  CHECK(error_of_entry(entry("F32", "[2]", "[0,8]"), "1234").find("load_safetensors: ") == 0);
}

TEST_CASE("parse_safetensors: names twice, overlaps and gaps") {
  const auto two = [](const std::string& name, const std::string& first,
                      const std::string& second) {
    return error_of(file_of("{\"x\":" + entry("U8", "[4]", first) + ",\"" + name +
                                "\":" + entry("U8", "[4]", second) + "}",
                            "12345678"));
  };
  CHECK(two("y", "[0,4]", "[4,8]") == "none");
  CHECK(two("y", "[4,8]", "[0,4]") == "none");
  CHECK(has(two("x", "[0,4]", "[4,8]"), "a name stands once; got 'x' twice in the header"));
  CHECK(has(two("y", "[0,4]", "[2,6]"),
            "data_offsets leave no gaps and do not overlap; got 2..6 for 'y' after an end at 4"));
  CHECK(has(two("y", "[0,4]", "[0,4]"), "data_offsets leave no gaps and do not overlap"));
  CHECK(has(two("y", "[1,5]", "[0,4]"), "data_offsets leave no gaps"));
  CHECK(has(error_of_entry(entry("U8", "[4]", "[4,8]")), "got 4..8 for 'x' after an end at 0"));
  CHECK(has(error_of_entry(entry("U8", "[4]", "[0,4]")), "the last tensor ends the file"));
}

TEST_CASE("load_safetensors: the files of ref_safetensors") {
  if (testing::shared("ref_safetensors").empty()) return;
  const auto load = [](const std::string& name) {
    return load_safetensors(testing::shared("ref_safetensors/" + name)).tensors;
  };
  CHECK(bits_of_all(load("bf16_bit_exact.safetensors")[0].tensor) ==
        Bits{0x00000000, 0x00010000, 0x3f800000, 0x7f800000, 0x7fc10000});
  CHECK(bits_of_all(load("f16_bit_exact.safetensors")[0].tensor) ==
        Bits{0x00000000, 0x33800000, 0x3f800000, 0x7f800000, 0x7fc02000});
  const NamedTensors codes = load("jfk-codes.safetensors");
  CHECK(codes[0].name == "codes");
  CHECK(codes[0].tensor.shape() == Shape{1, 2, 828});
  CHECK(codes[0].tensor.span<std::int64_t>()[0] == 0x361);
  const NamedTensors mnist = load("examples/import-model-weights/weights/mnist.safetensors");
  std::int64_t bytes = 0;
  for (const auto& [name, x] : mnist) bytes += x.numel() * size_of(x.dtype());
  CHECK(bytes > 1'500'000);
  CHECK(
      load("crates/burn-store/safetensors-tests/tests/multi_layer/multi_layer.safetensors").size() >
      3);
}

}  // namespace
}  // namespace thalweg::io
