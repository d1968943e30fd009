// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/print.h"

#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "tests/tensor/devices.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

TEST_CASE("print: scalars, vectors, empty and undefined tensors") {
  CHECK(to_string(scalar(2.5)) == "2.5000 f32[] on cpu:0");
  CHECK(to_string(scalar(3, i64)) == "3 i64[] on cpu:0");
  CHECK(to_string(tensor<float>({1, -2, 3})) == "[ 1., -2.,  3.] f32[3] on cpu:0");
  CHECK(to_string(tensor<bool>({true, false})) == "[ true, false] bool[2] on cpu:0");
  CHECK(to_string(tensor<std::int64_t>({9007199254740993, -1})) ==
        "[9007199254740993,               -1] i64[2] on cpu:0");
  CHECK(to_string(zeros({0})) == "[] f32[0] on cpu:0");
  CHECK(to_string(zeros({2, 0}, f64)) == "[] f64[2,0] on cpu:0");
  CHECK(to_string(zeros({0, 2})) == "[] f32[0,2] on cpu:0");
  CHECK(to_string(empty({std::int64_t{1} << 40, 0})) == "[] f32[1099511627776,0] on cpu:0");
  CHECK(to_string(Tensor()) == "an undefined tensor");
}

TEST_CASE("print: columns are aligned, special values are named") {
  const Tensor x = tensor<float>({1, -2.5f, NAN, -INFINITY, INFINITY, -0.0f}, {2, 3});
  CHECK(to_string(x) ==
        "[[ 1.0000, -2.5000,     nan],\n"
        " [   -inf,     inf, -0.0000]] f32[2,3] on cpu:0");
  CHECK(to_string(tensor<float>({-NAN, 1})) == "[nan,  1.] f32[2] on cpu:0");
  CHECK(to_string(transpose(x, 0, 1)) ==
        "[[ 1.0000,    -inf],\n"
        " [-2.5000,     inf],\n"
        " [    nan, -0.0000]] f32[3,2] on cpu:0");
}

TEST_CASE("print: scientific when sizes differ much or are extreme") {
  CHECK(to_string(tensor<double>({1e-5, 2.5})) == "[1.0000e-05, 2.5000e+00] f64[2] on cpu:0");
  CHECK(to_string(tensor<double>({1e12, 2})) == "[1.0000e+12, 2.0000e+00] f64[2] on cpu:0");
  CHECK(to_string(tensor<double>({1e-7})) == "[1.0000e-07] f64[1] on cpu:0");
  CHECK(to_string(tensor<double>({20000, 1})) == "[20000.,     1.] f64[2] on cpu:0");
  PrintOptions options;
  options.precision = 2;
  CHECK(to_string(tensor<double>({0.125, 3}), options) == "[0.12, 3.00] f64[2] on cpu:0");
}

TEST_CASE("print: blocks are set apart, long rows are broken") {
  CHECK(to_string(full({2, 1, 2}, 7, u8)) == "[[[7, 7]],\n\n [[7, 7]]] u8[2,1,2] on cpu:0");
  PrintOptions options;
  options.line_width = 10;
  CHECK(to_string(full({5}, 42, i32), options) == "[42, 42,\n 42, 42,\n 42] i32[5] on cpu:0");
}

TEST_CASE("print: large tensors show their edges") {
  for (Device device : test_devices()) {
    std::vector<std::int32_t> values(40 * 30);
    for (int i = 0; i < 1200; ++i) values[i] = i;
    CHECK(to_string(tensor(values, {1200}, device)) ==
          "[   0,    1,    2, ..., 1197, 1198, 1199] i32[1200] on " + name_of(device));
    CHECK(to_string(tensor(values, {40, 30}, device)) ==
          "[[   0,    1,    2, ...,   27,   28,   29],\n"
          " [  30,   31,   32, ...,   57,   58,   59],\n"
          " [  60,   61,   62, ...,   87,   88,   89],\n"
          " ...,\n"
          " [1110, 1111, 1112, ..., 1137, 1138, 1139],\n"
          " [1140, 1141, 1142, ..., 1167, 1168, 1169],\n"
          " [1170, 1171, 1172, ..., 1197, 1198, 1199]] i32[40,30] on " +
              name_of(device));
    CHECK(to_string(tensor(values, {600, 2}, device)).substr(0, 45) ==
          "[[   0,    1],\n [   2,    3],\n [   4,    5],\n");
  }
}

TEST_CASE("print: options that say nothing are refused") {
  const Tensor x = zeros({40, 40});
  for (int edge : {0, -1}) {
    PrintOptions options;
    options.edge = edge;
    CHECK_THROWS_WITH_AS(
        to_string(x, options),
        fmt::format("to_string: edge is at least 1, precision at least 0; got edge={}, precision=4",
                    edge)
            .c_str(),
        ValueError);
  }
  PrintOptions options;
  options.precision = -1;
  CHECK_THROWS_AS(to_string(x, options), ValueError);
  options = {};
  options.edge = 1 << 30;  // twice as many are more than an int holds
  CHECK(to_string(x, options).size() > 1600 * 3);
}

TEST_CASE("print: history, streams and fmt") {
  Tensor x = ones({2});
  x.set_requires_grad();
  CHECK(to_string(x) == "[1., 1.] f32[2] on cpu:0, requires a gradient");
  CHECK(to_string(exp(x)).substr(16) == " f32[2] on cpu:0, made by exp");
  std::ostringstream out;
  out << scalar(1);
  CHECK(out.str() == "1. f32[] on cpu:0");
  CHECK(fmt::format("x = {}", scalar(1)) == "x = 1. f32[] on cpu:0");
}

}  // namespace
}  // namespace thalweg
