// SPDX-License-Identifier: Apache-2.0
#include "thalweg/data/idx.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/io/files.h"
#include "thalweg/io/digest.h"
#include "thalweg/tensor/create.h"

namespace thalweg::data {
namespace {

using testing::contents;
using testing::file_error;
using testing::golden;
using testing::has;
using Doubles = std::vector<double>;

TEST_CASE("load_idx: every type, plain and gzipped") {
  const Doubles floats{-1.5, -0.5, 0.5, 1.5, 2.5, 3.5}, integers{-2, -1, 0, 1, 2, 3};
  const auto check = [](const std::string& name, Dtype dtype, const Doubles& values) {
    const Tensor x = load_idx(golden("idx/" + name));
    CAPTURE(name);
    CHECK(x.dtype() == dtype);
    CHECK(x.shape() == Shape{2, 3});
    CHECK(to_vector<double>(x) == values);
  };
  check("type_08.idx", u8, {0, 1, 2, 3, 4, 5});
  check("type_09.idx", i32, integers);
  check("type_0b.idx", i32, integers);
  check("type_0c.idx", i32, integers);
  check("type_0d.idx", f32, floats);
  check("type_0e.idx", f64, floats);
  check("type_0d.idx.gz", f32, floats);
}

std::string error_of(const std::string& text) {
  return file_error([&] { parse_idx(io::bytes_of(text), "x.idx"); });
}

TEST_CASE("parse_idx: broken files") {
  const std::string whole = contents(golden("idx/type_0c.idx"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK(has(error_of(whole.substr(0, size)), "must lie inside the file"));
  }
  CHECK(has(error_of(whole + "x"), "the array ends the file; got 1 bytes more than [2,3]"));
  CHECK(error_of("\1\2\3\4") ==
        "load_idx: an IDX file starts with two zero bytes; got '\\x01\\x02' at byte 0 of x.idx");
  CHECK(has(error_of(std::string("\0\0\x0a\1\0\0\0\0", 8)),
            "the type is one of 08 09 0b 0c 0d 0e; got 0a at byte 2"));
  CHECK(has(error_of(std::string("\0\0\x08\x09", 4)), "a tensor has at most 8 axes; got 9"));
  CHECK(has(error_of(std::string("\0\0\x0e\2\xff\xff\xff\xff\xff\xff\xff\xff", 12)),
            "a shape must have sizes that can exist; got [4294967295,4294967295]"));
  CHECK(has(error_of(std::string("\0\0\x08\1\xff\xff\xff\xff", 8)),
            "the elements of an array must lie inside the file; got 4294967295 bytes of 0"));
  CHECK(parse_idx(io::bytes_of(std::string("\0\0\x08\0\x07", 5))).item() == 7);
}

TEST_CASE("parse_idx: broken gzip") {
  const std::string whole = contents(golden("idx/type_0d.idx.gz"));
  for (std::size_t size = 2; size < whole.size(); ++size) {
    CHECK(has(error_of(whole.substr(0, size)), "packed data must be whole and undamaged"));
  }
  for (std::size_t i = 10; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] ^= 4;
    CHECK(error_of(changed) != "none");
  }
  CHECK(has(error_of(whole + "tail"), "the packed data ends the file; got 4 bytes more"));
  // Two members are one content: twice the array is more than the header says.
  CHECK(has(error_of(whole + whole), "the array ends the file; got 36 bytes more"));
}

void check_set(const std::string& folder, const std::string& images, const std::string& labels) {
  const Tensor x = load_idx(folder + "/" + images), y = load_idx(folder + "/" + labels);
  CHECK(x.shape() == Shape{10000, 28, 28});
  CHECK(x.dtype() == u8);
  CHECK(y.shape() == Shape{10000});
  for (std::uint8_t label : y.span<std::uint8_t>()) {
    if (label > 9) FAIL_CHECK("a label above 9");
  }
}

TEST_CASE("load_idx: MNIST and Fashion-MNIST") {
  const std::string mnist = testing::shared("mnist");
  if (!mnist.empty()) {
    check_set(mnist, "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz");
    const Tensor y = load_idx(mnist + "/t10k-labels-idx1-ubyte.gz");
    std::vector<int> counts(10);
    for (std::uint8_t label : y.span<std::uint8_t>()) ++counts[label];
    CHECK(counts == std::vector<int>{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009});
  }
  const std::string fashion = "/usr/share/datasets/fashion-mnist";
  if (std::filesystem::exists(fashion)) {
    check_set(fashion, "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz");
  } else {
    testing::skip("no Debian package dataset-fashion-mnist");
  }
}

}  // namespace
}  // namespace thalweg::data
