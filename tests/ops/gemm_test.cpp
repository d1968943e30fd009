// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/gemm.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "testing/product_rule.h"
#include "thalweg/base/platform.h"
#include "thalweg/base/threads.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;
using std::int64_t;

namespace {

enum class Values { kPlain, kSpecial };

/// Numbers in +-[2^-11, 2): sums of them depend on their order. The special ones too: NaN,
/// infinities, both zeros, subnormals, numbers whose products are subnormal.
template <class T>
T value(std::uint64_t& state, Values kind) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  const auto word = static_cast<std::uint32_t>(state >> 33);
  using Limits = std::numeric_limits<T>;
  if (kind == Values::kSpecial) {
    const T few[] = {T{0},
                     -T{0},
                     Limits::denorm_min(),
                     -Limits::denorm_min(),
                     T{-3},
                     Limits::min(),
                     std::sqrt(Limits::min()),
                     T{1},
                     Limits::epsilon()};
    if (word % 4 != 0) return few[(word >> 8) % 9];
    if (word % 1024 == 0) return Limits::quiet_NaN();
    if (word % 1024 == 4) return -Limits::infinity();
    if (word % 1024 == 8) return Limits::max();
  }
  const T size = std::ldexp(T(1 + (word >> 9) * 0x1p-23), -static_cast<int>(word % 12));
  return word & 256 ? -size : size;
}

/// How a matrix lies in memory.
enum class Layout { kRows, kColumns, kSpaced, kBackwards, kOneRow, kOneColumn };
constexpr Layout kLayouts[] = {Layout::kRows,      Layout::kColumns, Layout::kSpaced,
                               Layout::kBackwards, Layout::kOneRow,  Layout::kOneColumn};

template <class T>
struct Matrix {
  std::vector<T> storage;
  MatrixView<T> view;

  Matrix(int64_t rows, int64_t cols, Layout layout, std::uint64_t seed,
         Values kind = Values::kPlain)
      : storage(2 * (rows + 3) * (cols + 3) + 8) {
    for (T& x : storage) x = value<T>(seed, kind);
    const T* start = storage.data() + 1;
    switch (layout) {
      case Layout::kRows:
        view = {start, cols + 3, 1};
        break;
      case Layout::kColumns:
        view = {start, 1, rows + 3};
        break;
      case Layout::kSpaced:
        view = {start, 2 * cols + 1, 2};
        break;
      case Layout::kBackwards:
        view = {start + rows * cols, -cols, -1};
        break;
      case Layout::kOneRow:
        view = {start, 0, 1};
        break;
      case Layout::kOneColumn:
        view = {start, 1, 0};
        break;
    }
  }
};

template <class T>
bool same(T x, T y) {
  return bits_of(x) == bits_of(y) || (std::isnan(x) && std::isnan(y));
}

template <class T>
constexpr T kUntouched = T{-77.25};

/// Elements of C that differ from the rule, or lie between its rows and were written.
template <class T>
int64_t wrong(int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b, const T* c,
              int64_t ldc) {
  int64_t count = 0;
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < ldc; ++j) {
      const auto x = [&](int64_t p) { return *a.at(i, p); };
      const auto y = [&](int64_t p) { return *b.at(p, j); };
      const T right = j < n ? testing::product_rule<T>(k, x, y) : kUntouched<T>;
      count += !same(c[i * ldc + j], right);
    }
  }
  return count;
}

template <class T>
void check(int64_t m, int64_t n, int64_t k, Layout la, Layout lb, Values kind = Values::kPlain) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(k);
  CAPTURE(static_cast<int>(la));
  CAPTURE(static_cast<int>(lb));
  const Matrix<T> a(m, k, la, 17 * m + k, kind), b(k, n, lb, 31 * n + k + 5, kind);
  const int64_t ldc = n + 2;
  std::vector<T> c(m * ldc, kUntouched<T>);
  gemm(m, n, k, a.view, b.view, c.data(), ldc);
  CHECK(wrong(m, n, k, a.view, b.view, c.data(), ldc) == 0);
}

struct Threads {
  int before = num_threads();
  explicit Threads(int count) { set_num_threads(count); }
  ~Threads() { set_num_threads(before); }
};

}  // namespace

TEST_CASE_TEMPLATE("gemm: the product rule around the edges of tiles and blocks", T, float,
                   double) {
  for (int64_t m : {1, 2, 6, 7, 14, 15, 29, 47}) {
    for (int64_t n : {1, 2, 7, 8, 9, 16, 17, 31, 32, 33}) {
      for (int64_t k : {0, 1, 257}) check<T>(m, n, k, Layout::kRows, Layout::kRows);
    }
  }
}

TEST_CASE_TEMPLATE("gemm: long k, in order up to 4096 and in groups above", T, float, double) {
  for (int64_t k : {255, 256, 4096, 4097, 9000}) {
    for (auto [m, n] : {std::pair{1, 1}, {1, 70}, {70, 1}, {3, 5}, {15, 33}}) {
      check<T>(m, n, k, Layout::kRows, Layout::kRows);
      check<T>(m, n, k, Layout::kColumns, Layout::kColumns);
    }
  }
}

TEST_CASE_TEMPLATE("gemm: views of every kind are read as they lie", T, float, double) {
  for (Layout la : kLayouts) {
    for (Layout lb : kLayouts) {
      for (auto [m, n] : {std::pair{1, 75}, {75, 1}, {1, 1}, {20, 37}, {31, 64}}) {
        for (int64_t k : {3, 70, 260}) check<T>(m, n, k, la, lb);
      }
    }
  }
}

TEST_CASE_TEMPLATE("gemm: NaN, infinities, signed zeros and subnormals", T, float, double) {
  for (Layout l : {Layout::kRows, Layout::kColumns}) {
    for (auto [m, n] : {std::pair{1, 40}, {40, 1}, {1, 1}, {30, 41}}) {
      for (int64_t k : {1, 2, 40, 300, 5000}) check<T>(m, n, k, l, l, Values::kSpecial);
    }
  }
}

TEST_CASE("gemm: a product that underflows to -0 stays -0 in the first block") {
  const float a[] = {-0x1p-149f}, b[] = {0x1p-10f};
  float c = 5;
  gemm(1, 1, 1, {a, 1, 1}, {b, 1, 1}, &c, 1);
  CHECK(bits_of(c) == bits_of(-0.0f));
}

TEST_CASE_TEMPLATE("gemm: the same bits on 1, 2 and 7 threads", T, float, double) {
  struct Shape {
    int64_t m, n, k;
  };
  const Shape shapes[] = {{170, 170, 170}, {33, 600, 60},  {600, 10, 180}, {1, 900, 300},
                          {900, 1, 300},   {20, 30, 9000}, {60, 70, 4200}, {1, 1, 70000}};
  for (const Shape& s : shapes) {
    CAPTURE(s.m);
    CAPTURE(s.n);
    const Matrix<T> a(s.m, s.k, Layout::kColumns, 1), b(s.k, s.n, Layout::kRows, 2);
    std::vector<T> one(s.m * s.n);
    for (int threads : {1, 2, 7}) {
      const Threads scope(threads);
      std::vector<T> c(s.m * s.n, kUntouched<T>);
      gemm(s.m, s.n, s.k, a.view, b.view, c.data(), s.n);
      if (threads == 1) {
        one = c;
        if (s.m * s.n * s.k < 6'000'000) {
          CHECK(wrong(s.m, s.n, s.k, a.view, b.view, c.data(), s.n) == 0);
        }
      }
      int64_t different = 0;
      for (std::size_t i = 0; i < c.size(); ++i) different += !same(c[i], one[i]);
      CHECK(different == 0);
    }
  }
}

TEST_CASE_TEMPLATE("gemm: an element does not depend on the rows and columns around it", T, float,
                   double) {
  const int64_t m = 45, n = 70, k = 600;
  const Matrix<T> a(m, k, Layout::kRows, 3), b(k, n, Layout::kRows, 4);
  std::vector<T> whole(m * n), part(m * n);
  gemm(m, n, k, a.view, b.view, whole.data(), n);
  for (auto [i, rows, j, cols] : {std::array{44, 1, 0, 70}, {0, 45, 69, 1}, {7, 9, 30, 33}}) {
    gemm(rows, cols, k, a.view.from(i, 0), b.view.from(0, j), part.data(), cols);
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t q = 0; q < cols; ++q) {
        CHECK(same(part[r * cols + q], whole[(i + r) * n + j + q]));
      }
    }
  }
}

TEST_CASE_TEMPLATE("gemm: a result written past the caches has the bits of its parts", T, float,
                   double) {
  const int64_t k = 70, n = 1056, m = (int64_t{33} << 20) / static_cast<int64_t>(n * sizeof(T));
  const Matrix<T> a(m, k, Layout::kRows, 5), b(k, n, Layout::kRows, 6);
  Tensor whole = empty({m, n}, dtype_of<T>), part = empty({32, n}, dtype_of<T>);
  const Threads two(2);
  gemm(m, n, k, a.view, b.view, whole.mutable_data<T>(), n);
  for (int64_t i = 0; i + 32 <= m; i += 32) {
    gemm(32, n, k, a.view.from(i, 0), b.view, part.mutable_data<T>(), n);
    const T *left = whole.data<T>() + i * n, *right = part.data<T>();
    REQUIRE(std::equal(left, left + 32 * n, right, same<T>));
  }
}

TEST_CASE_TEMPLATE("gemm_batched: each item by the rule, operands shared by a step of 0", T, float,
                   double) {
  struct Shape {
    int64_t batch, m, n, k;
  };
  for (const Shape& s : {Shape{0, 3, 3, 3}, Shape{1, 5, 6, 7}, Shape{9, 4, 33, 20},
                         Shape{40, 1, 17, 300}, Shape{3, 100, 64, 300}}) {
    for (int threads : {1, 2, 7}) {
      const Threads scope(threads);
      for (bool share_a : {false, true}) {
        for (bool share_b : {false, true}) {
          const int64_t a_rows = share_a ? s.m : s.batch * s.m;
          const int64_t b_rows = share_b ? s.k : s.batch * s.k;
          // Exactly one item after the other, so that a shared B makes one tall product.
          const Matrix<T> a(a_rows, s.k, Layout::kRows, 5), b(b_rows, s.n, Layout::kRows, 6);
          const int64_t a_step = share_a ? 0 : s.m * a.view.row_stride;
          const int64_t b_step = share_b ? 0 : s.k * b.view.row_stride;
          std::vector<T> c(s.batch * s.m * s.n, kUntouched<T>);
          gemm_batched(s.batch, s.m, s.n, s.k, a.view, a_step, b.view, b_step, c.data(), s.n,
                       s.m * s.n);
          int64_t bad = 0;
          for (int64_t q = 0; q < s.batch; q += 1 + s.batch / 4) {
            bad += wrong(s.m, s.n, s.k, {a.view.data + q * a_step, a.view.row_stride, 1},
                         {b.view.data + q * b_step, b.view.row_stride, 1}, c.data() + q * s.m * s.n,
                         s.n);
          }
          CHECK(bad == 0);
        }
      }
    }
  }
}
