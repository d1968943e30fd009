// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/npy.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/io/files.h"
#include "thalweg/base/platform.h"
#include "thalweg/io/safetensors.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg::io {
namespace {

using testing::contents;
using testing::file_error;
using testing::golden;
using testing::has;
using Doubles = std::vector<double>;

struct Kind {
  const char* name;
  Dtype dtype;
  Doubles values;
};
const Doubles kFloats{-1.5, -0.5, 0.5, 1.5, 2.5, 3.5}, kSigned{-2, -1, 0, 1, 2, 3},
    kUnsigned{0, 1, 2, 3, 4, 5};
const Kind kKinds[] = {{"f2", f32, kFloats},
                       {"f4", f32, kFloats},
                       {"f8", f64, kFloats},
                       {"i1", i32, kSigned},
                       {"i2", i32, kSigned},
                       {"i4", i32, kSigned},
                       {"i8", i64, kSigned},
                       {"u1", u8, kUnsigned},
                       {"u2", i32, kUnsigned},
                       {"u4", i64, kUnsigned},
                       {"b1", boolean, {0, 1, 0, 1, 0, 1}}};

TEST_CASE("load_npy: every dtype that fits, both byte orders") {
  for (const Kind& kind : kKinds) {
    for (const std::string order : {"little_", "big_"}) {
      if (order == "big_" && kind.name[1] == '1') continue;
      const Tensor x = load_npy(golden("npy/" + order + kind.name + ".npy"));
      CAPTURE(order);
      CAPTURE(kind.name);
      CHECK(x.shape() == Shape{2, 3});
      CHECK(x.dtype() == kind.dtype);
      CHECK(x.is_contiguous());
      CHECK(to_vector<double>(x) == kind.values);
    }
  }
}

TEST_CASE("load_npy: versions, Fortran order, no axis, no elements") {
  for (const char* name : {"npy/version_2.npy", "npy/version_3.npy", "npy/fortran.npy"}) {
    const Tensor x = load_npy(golden(name));
    CHECK(x.shape() == Shape{2, 3});
    CHECK(x.is_contiguous());
    CHECK(to_vector<double>(x) == kFloats);
  }
  const Tensor cube = load_npy(golden("npy/fortran_3d.npy"));
  CHECK(cube.shape() == Shape{2, 3, 4});
  const auto values = to_vector<std::int32_t>(cube);
  for (int i = 0; i < 24; ++i) CHECK(values[i] == i);
  CHECK(load_npy(golden("npy/scalar.npy")).shape() == Shape{});
  CHECK(load_npy(golden("npy/scalar.npy")).item() == 2.5);
  CHECK(load_npy(golden("npy/one_axis.npy")).shape() == Shape{5});
  CHECK(load_npy(golden("npy/empty.npy")).shape() == Shape{0, 3});
}

TEST_CASE("load_npy: what cannot be held is refused by name") {
  const auto refused = [](const std::string& name, const std::string& kind,
                          const std::string& descr) {
    const std::string path = golden("npy/refused_" + name + ".npy");
    const std::string text = file_error([&] { load_npy(path); });
    CAPTURE(text);
    CHECK(has(text, "load_npy: " + kind + " cannot be read; got "));
    CHECK(has(text, descr));
    CHECK(has(text, " at byte 2"));
    CHECK(has(text, path));
  };
  refused("u8", "elements of another type", "'<u8'");
  refused("c8", "complex numbers", "'<c8'");
  refused("text", "text", "'<U2'");
  refused("bytes", "text", "'|S2'");
  refused("time", "times", "'<M8[D]'");
  refused("records", "records (structured arrays)", "[('x'");
  refused("objects", "pickled Python objects", "'|O'");
}

std::string npy(const std::string& dictionary, const std::string& data = "",
                const std::string& start = std::string("\x93NUMPY\1\0", 8)) {
  std::string text = start;
  append_little(text, static_cast<std::uint16_t>(dictionary.size()));
  return text + dictionary + data;
}

std::string error_of(const std::string& text) {
  return file_error([&] { parse_npy(bytes_of(text), "x.npy"); });
}

TEST_CASE("parse_npy: broken files") {
  const std::string dict = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n";
  const std::string data(8, 'x');
  CHECK(error_of(npy(dict, data)) == "none");
  CHECK(error_of("") ==
        "load_npy: the magic bytes must lie inside the file; got 6 bytes of 0 at byte 0 of x.npy; "
        "the file is cut short, or not what its name says");
  CHECK(error_of("PK\3\4abcd") ==
        "load_npy: an npy file starts with \\x93NUMPY; got 'PK\\x03\\x04ab' at byte 0 of x.npy; "
        "a zip archive: use load_npz");
  CHECK(has(error_of("PKabcdefg"), "use load_npz"));
  CHECK(has(error_of("PNG-no-archive"), "got 'PNG-no' at byte 0 of x.npy"));
  CHECK(has(error_of(npy(dict, data, std::string("\x93NUMPY\4\0", 8))),
            "versions 1.0, 2.0 and 3.0 can be read; got version 4 at byte 6"));
  const std::string whole = npy(dict, data);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK(has(error_of(whole.substr(0, size)), "must lie inside the file"));
  }
  CHECK(has(error_of(whole + "y"), "the array ends the file; got 1 bytes more"));
  std::string lying = whole;
  lying[9] = '\x7f';
  CHECK(has(error_of(lying), "the header must lie inside the file; got 32570 bytes of 66"));
  std::string longer = std::string("\x93NUMPY\2\0\xff\xff\xff\xff", 12) + dict;
  CHECK(has(error_of(longer), "the header must lie inside the file; got 4294967295 bytes of"));
}

TEST_CASE("parse_npy: broken dictionaries") {
  const auto with_shape = [](const std::string& shape) {
    return error_of(npy("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}"));
  };
  CHECK(with_shape("(0,)") == "none");
  CHECK(with_shape("(0L, 3L)") == "none");
  CHECK(has(with_shape("(4611686018427387904, 4611686018427387904)"),
            "a shape must have sizes that can exist"));
  CHECK(has(with_shape("(1000000000000,)"), "the elements of an array must lie inside the file"));
  CHECK(with_shape("(0, 9223372036854775807)") == "none");
  CHECK(has(with_shape("(99999999999999999999,)"), "a shape has sizes that can exist"));
  CHECK(has(with_shape("(-1,)"), "a shape has sizes that can exist; got '-1,)}'"));
  CHECK(has(with_shape("(1.5,)"), "')' must stand here"));
  CHECK(has(with_shape("(2)"), "a shape of one axis has a comma, (2,); got (2) at byte"));
  CHECK(has(with_shape("( 0 )"), "a shape of one axis has a comma, (2,); got (0) at byte"));
  CHECK(with_shape("(0, 3)") == "none");
  CHECK(has(with_shape("(0,0,0,0,0,0,0,0,0)"), "a tensor has at most 8 axes"));
  CHECK(has(with_shape("3"), "'(' must stand here; got '3}'"));
  CHECK(has(with_shape("(0,) garbage"), "'}' must stand here; got 'garbage}'"));
  CHECK(has(with_shape("(0,"), "a shape has sizes"));
  CHECK(has(with_shape("(0,)} {"), "the dictionary ends the header; got '{}'"));
  const std::string rule = "the header has descr, fortran_order and shape";
  CHECK(has(error_of(npy("{'descr': '<f4', 'shape': (0,)}")), rule));
  CHECK(has(error_of(npy("{'descr': '<f4', 'descr': '<f4'}")), rule + ", each once; got 'descr'"));
  CHECK(has(error_of(npy("{'other': 1}")), rule));
  CHECK(has(error_of(npy("{descr: 1}")), "a text in quotes must stand here"));
  CHECK(has(error_of(npy("{'descr")), "a text must end with its quote"));
  CHECK(has(error_of(npy("{'descr': '<f4', 'fortran_order': 1}")), "True or False; got '1}'"));
  CHECK(has(error_of(npy("{'descr': ''}")), "got descr ''"));
}

TEST_CASE("parse_npy: a bool is 0 or 1") {
  const std::string text =
      npy("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}", std::string("\1\0\2", 3));
  CHECK(has(error_of(text), "a bool is 0 or 1; got 2 at byte 67 of x.npy"));
}

TEST_CASE("save_npy: every dtype, views and devices come back") {
  const testing::TemporaryFolder folder;
  for (const Kind& kind : kKinds) {
    const Tensor x = contiguous_copy(tensor(kind.values, {2, 3}), kind.dtype, cpu());
    const Tensor turned = x.view({3, 2}, {1, 3}, 0);
    for (const Tensor& y : {x, turned, empty({0, 2}, kind.dtype), full({}, 1, kind.dtype)}) {
      save_npy(folder / "x.npy", y);
      const Tensor z = load_npy(folder / "x.npy");
      CHECK(z.shape() == y.shape());
      CHECK(z.dtype() == y.dtype());
      CHECK(to_vector<double>(z) == to_vector<double>(y));
    }
  }
  if (cuda_device_count() > 0) {
    save_npy(folder / "x.npy", full({4}, 3, i32, cuda()));
    CHECK(to_vector<double>(load_npy(folder / "x.npy")) == Doubles(4, 3));
  }
  CHECK(folder.names() == std::vector<std::string>{"x.npy"});
}

TEST_CASE("readers and writers: paths that name no file") {
  const std::string empty = ": a path names a file; got an empty one";
  const std::string cut = ": a path has no zero byte; got one after 'a'";
  const std::string zero("a\0b", 3);
  CHECK(file_error([] { load_npy(""); }) == "load_npy" + empty);
  CHECK(file_error([] { load_npz(""); }) == "load_npz" + empty);
  CHECK(file_error([] { save_npy("", zeros({1})); }) == "save_npy" + empty);
  CHECK(file_error([] { save_npz("", {}); }) == "save_npz" + empty);
  CHECK(file_error([] { save_safetensors("", {}); }) == "save_safetensors" + empty);
  CHECK(file_error([&] { load_npy(zero); }) == "load_npy" + cut);
  CHECK(file_error([&] { save_npy(zero, zeros({1})); }) == "save_npy" + cut);
}

TEST_CASE("save_npy: the header is NumPy's, the elements start at a multiple of 64") {
  const testing::TemporaryFolder folder;
  for (const Shape& shape : {Shape{}, Shape{3}, Shape{2, 3}, Shape{1, 1, 1, 1, 1, 1, 1, 1}}) {
    save_npy(folder / "x.npy", ones(shape, u8));
    const std::string text = contents(folder / "x.npy");
    CHECK((text.size() - element_count(shape)) % 64 == 0);
    CHECK(text[text.size() - element_count(shape) - 1] == '\n');
  }
  save_npy(folder / "x.npy", zeros({2, 3}));
  CHECK(has(contents(folder / "x.npy"),
            "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"));
  save_npy(folder / "x.npy", zeros({3}, boolean));
  CHECK(
      has(contents(folder / "x.npy"), "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }"));
}

TEST_CASE("save_npy: every NaN is written as the same one") {
  const testing::TemporaryFolder folder;
  const float odd = float_of(std::uint32_t{0xffc12345});
  save_npy(folder / "x.npy", tensor<float>({odd, 1}));
  CHECK(bits_of(load_npy(folder / "x.npy").span<float>()[0]) == 0x7fc00000);
  save_npy(folder / "x.npy", tensor<double>({-NAN}));
  CHECK(bits_of(load_npy(folder / "x.npy").span<double>()[0]) == 0x7ff8000000000000);
}

TEST_CASE("load_npy: the files of ref_npy") {
  if (testing::shared("ref_npy").empty()) return;
  const auto path = [](const std::string& name) { return testing::shared("ref_npy/" + name); };
  const auto ten = to_vector<double>(load_npy(path("candle_test.npy")));
  CHECK(ten == Doubles{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(to_vector<double>(load_npy(path("npyz_plain.npy"))) == Doubles{1, 3.5, -6, 2.3});
  const Tensor c = load_npy(path("npyz_c-order.npy")), f = load_npy(path("npyz_f-order.npy"));
  CHECK(c.shape() == Shape{2, 3, 4});
  CHECK(f.shape() == c.shape());
  for (const char* name :
       {"npyz_pickle", "numpy_py2-np0-objarr", "numpy_py2-objarr", "numpy_py3-objarr"}) {
    CHECK(has(file_error([&] { load_npy(path(std::string(name) + ".npy")); }),
              "pickled Python objects cannot be read"));
  }
  CHECK(has(file_error([&] { load_npy(path("npyz_structured.npy")); }), "records"));
  for (const char* name : {"ok", "surrogate", "surrogate-pair"}) {
    CHECK(has(file_error([&] { load_npy(path(std::string("npyz_unicode_") + name + ".npy")); }),
              "text cannot be read"));
  }
}

}  // namespace
}  // namespace thalweg::io
