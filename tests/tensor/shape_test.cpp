// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/shape.h"

#include <doctest/doctest.h>

#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg {
namespace {

constexpr std::int64_t kHuge = std::int64_t{1} << 62;

TEST_CASE("element_count: product, 1 for no axis, 0 when a size is 0") {
  CHECK(element_count({}) == 1);
  CHECK(element_count({2, 3, 4}) == 24);
  CHECK(element_count({kHuge, 4, 0}) == 0);
  CHECK(element_count({kHuge}) == kHuge);
  CHECK_THROWS_WITH_AS(element_count({kHuge, 4}),
                       "shape: more than 2^63 - 1 elements; got [4611686018427387904,4]",
                       ShapeError);
  CHECK_THROWS_WITH_AS(element_count({0, -1}), "shape: a size is negative; got [0,-1]", ShapeError);
}

TEST_CASE("empty: what cannot exist is refused before anything is allocated") {
  CHECK_THROWS_WITH_AS(empty({kHuge}),
                       "empty: more bytes than can exist; got f32[4611686018427387904]",
                       MemoryError);
  CHECK_THROWS_AS(empty({std::int64_t{1} << 50}, u8), MemoryError);
  CHECK_THROWS_AS(empty({-2}), ShapeError);
}

TEST_CASE("Dims: at most eight axes") {
  const std::vector<std::int64_t> nine(9, 1);
  CHECK_THROWS_WITH_AS(Shape{std::span(nine)},
                       "shape: a tensor has at most 8 axes; got more; reshape it first",
                       ShapeError);
  Shape shape(8, 1);
  CHECK_THROWS_AS(shape.push_back(1), ShapeError);
  CHECK_THROWS_AS(shape.insert(0, 1), ShapeError);
}

TEST_CASE("Dims: insert, erase, compare") {
  Dims dims{1, 2, 3};
  dims.insert(1, 9);
  CHECK(dims == Dims{1, 9, 2, 3});
  dims.insert(4, 7);
  CHECK(dims == Dims{1, 9, 2, 3, 7});
  dims.erase(0);
  dims.erase(3);
  CHECK(dims == Dims{9, 2, 3});
  CHECK_FALSE(dims == Dims{9, 2});
  CHECK_FALSE(dims == Dims{9, 2, 4});
}

TEST_CASE("Dims: positions outside are refused") {
  Shape shape{2, 3};
  const Shape& read = shape;
  CHECK_THROWS_WITH_AS(read[5], "shape: a position outside the list; got 5; positions are 0 to 1",
                       IndexError);
  CHECK_THROWS_AS(read[2], IndexError);
  CHECK_THROWS_AS(read[-1], IndexError);
  CHECK_THROWS_AS(shape[2] = 1, IndexError);
  CHECK_THROWS_AS(shape.erase(2), IndexError);
  CHECK_THROWS_AS(shape.erase(-1), IndexError);
  CHECK_THROWS_AS(shape.insert(3, 1), IndexError);
  CHECK_THROWS_AS(shape.insert(-1, 1), IndexError);
  CHECK(shape == Shape{2, 3});
  Shape none;
  CHECK_THROWS_WITH_AS(none.back(), "shape: a position outside the list; got -1; the list is empty",
                       IndexError);
  CHECK_THROWS_AS(none.pop_back(), IndexError);
  CHECK(none.empty());
}

TEST_CASE("contiguous_strides: row-major; a size of 0 beside huge ones overflows nothing") {
  CHECK(contiguous_strides({2, 3, 4}) == Strides{12, 4, 1});
  CHECK(contiguous_strides({}) == Strides{});
  CHECK(contiguous_strides({2, 0}) == Strides{0, 1});
  CHECK(contiguous_strides({0, kHuge, kHuge}).size() == 3);
  CHECK(empty({0, kHuge, kHuge}).is_contiguous());
}

TEST_CASE("normalize_axis and normalize_axes") {
  CHECK(normalize_axis("sum", -1, 3) == 2);
  CHECK(normalize_axis("sum", 0, 3) == 0);
  CHECK_THROWS_WITH_AS(
      normalize_axis("sum", 3, 3),
      "sum: axis out of range; got axis 3 for a tensor with 3 axes; axes are -3 to 2", IndexError);
  CHECK_THROWS_AS(normalize_axis("sum", -4, 3), IndexError);
  CHECK_THROWS_WITH_AS(
      normalize_axis("sum", 0, 0),
      "sum: axis out of range; got axis 0 for a tensor with 0 axes; there are none; use reshape",
      IndexError);
  CHECK(normalize_axes("sum", {-1, 0}, 3) == Axes{0, 2});
  CHECK(normalize_axes("sum", {}, 2) == Axes{0, 1});
  CHECK_THROWS_WITH_AS(normalize_axes("sum", {1, -1}, 2),
                       "sum: an axis is named twice; got axes [1,-1]; name each once", IndexError);
}

TEST_CASE("broadcasting: shapes and strides") {
  CHECK(broadcast_shapes("add", {3, 1}, {2, 1, 4}) == Shape{2, 3, 4});
  CHECK(broadcast_shapes("add", {}, {0}) == Shape{0});
  CHECK(broadcast_shapes("add", {1}, {0}) == Shape{0});
  CHECK_THROWS_WITH_AS(broadcast_shapes("add", {2, 3}, {2}),
                       "add: sizes must be equal or 1, compared from the last axis; got a=[2,3], "
                       "b=[2]; use reshape or expand",
                       ShapeError);
  CHECK_THROWS_AS(broadcast_shapes("add", {0}, {2}), ShapeError);
  CHECK(broadcast_strides({3, 1}, {1, 1}, {2, 3, 4}) == Strides{0, 1, 0});
}

TEST_CASE("dtypes: sizes, names, refusals") {
  CHECK(size_of(f32) == 4);
  CHECK(size_of(f64) == 8);
  CHECK(size_of(i64) == 8);
  CHECK(size_of(i32) == 4);
  CHECK(size_of(u8) == 1);
  CHECK(size_of(boolean) == 1);
  CHECK(name_of(boolean) == "bool");
  const auto nothing = []<class T>() {};
  CHECK_THROWS_WITH_AS(visit_float(i64, "exp", nothing),
                       "exp: wants a float dtype (f32, f64); got i64; use cast", DtypeError);
  CHECK_THROWS_WITH_AS(visit_index(f32, "embedding", nothing),
                       "embedding: wants an index dtype (i64, i32); got f32; use cast", DtypeError);
  CHECK_THROWS_WITH_AS(visit_number(boolean, "add", nothing),
                       "add: wants a number dtype (f32, f64, i64, i32, u8); got bool; use cast",
                       DtypeError);
  for (Dtype dtype : kDtypes) {
    visit_any(dtype, [&]<class T>() {
      CHECK(dtype_of<T> == dtype);
      CHECK(sizeof(T) == size_of(dtype));
    });
  }
}

}  // namespace
}  // namespace thalweg
