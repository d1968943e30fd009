// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/strided.h"

#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace thalweg {
namespace {

using Offsets = std::vector<std::array<std::int64_t, 2>>;

/// Offsets of both operands in row-major order, by plain counting.
Offsets plain_offsets(const Shape& shape, const std::array<Strides, 2>& strides) {
  Offsets list;
  const std::int64_t count = element_count(shape);
  for (std::int64_t i = 0; i < count; ++i) {
    std::array<std::int64_t, 2> at{};
    std::int64_t rest = i;
    for (int axis = shape.size() - 1; axis >= 0; --axis) {
      for (int k = 0; k < 2; ++k) at[k] += rest % shape[axis] * strides[k][axis];
      rest /= shape[axis];
    }
    list.push_back(at);
  }
  return list;
}

struct Case {
  Shape shape;
  Strides a, b;
  int rank;  // axes that remain
};

const Case kCases[] = {
    {{}, {}, {}, 1},
    {{1, 1}, {5, 7}, {0, 0}, 1},
    {{0, 3}, {3, 1}, {3, 1}, 1},
    {{2, 3, 4}, {12, 4, 1}, {12, 4, 1}, 1},
    {{2, 3, 4}, {12, 4, 1}, {0, 0, 0}, 1},
    {{2, 3, 4}, {12, 4, 1}, {0, 4, 1}, 2},
    {{2, 3, 4}, {12, 4, 1}, {1, 2, 6}, 3},
    {{2, 1, 4}, {4, 99, 1}, {4, -7, 1}, 1},
    {{3, 4}, {1, 3}, {1, 3}, 2},
    {{3, 4}, {-4, -1}, {4, 1}, 1},
    {{2, 2, 2, 2, 2, 2, 2, 2}, {128, 64, 32, 16, 8, 4, 2, 1}, {1, 2, 4, 8, 16, 32, 64, 128}, 8},
    {{5, 1, 3, 2}, {6, 6, 2, 1}, {12, 1, 2, 1}, 2},
};

TEST_CASE("StridedLoop: offset and walk agree with plain counting from any begin to any end") {
  for (const Case& c : kCases) {
    CAPTURE(text_of(c.shape));
    const StridedLoop<2> loop(c.shape, {c.a, c.b});
    const Offsets right = plain_offsets(c.shape, {c.a, c.b});
    const auto count = static_cast<std::int64_t>(right.size());
    CHECK(loop.count == count);
    if (count > 0) CHECK(loop.rank == c.rank);
    for (std::int64_t i = 0; i < count; ++i) {
      CHECK(loop.offset(0, i) == right[i][0]);
      CHECK(loop.offset(1, i) == right[i][1]);
    }
    const int last = loop.rank - 1;
    const std::int64_t step = count > 100 ? 11 : 1;
    int wrong = 0;
    for (std::int64_t begin = 0; begin <= count; begin += step) {
      for (std::int64_t end = begin; end <= count; end += step) {
        Offsets seen;
        loop.walk(begin, end, [&](const std::array<std::int64_t, 2>& offsets, std::int64_t n) {
          for (std::int64_t i = 0; i < n; ++i) {
            seen.push_back(
                {offsets[0] + i * loop.stride[0][last], offsets[1] + i * loop.stride[1][last]});
          }
        });
        wrong += seen != Offsets(right.begin() + begin, right.begin() + end);
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("StridedLoop: contiguous says whether memory is walked in order") {
  const StridedLoop<2> loop({2, 3}, {Strides{3, 1}, Strides{0, 0}});
  CHECK(loop.contiguous(0));
  CHECK_FALSE(loop.contiguous(1));
  const StridedLoop<2> one({1}, {Strides{9}, Strides{0}});
  CHECK(one.contiguous(0));
  CHECK(one.contiguous(1));
  const StridedLoop<2> two({2, 3}, {Strides{3, 1}, Strides{1, 2}});
  CHECK_FALSE(two.contiguous(0));
}

}  // namespace
}  // namespace thalweg
