// SPDX-License-Identifier: Apache-2.0
#include "testing/linalg_reference.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace thalweg::testing {

Plain product(const Plain& a, const Plain& b) {
  Plain c(a.rows, b.cols);
  for (std::int64_t i = 0; i < a.rows; ++i) {
    for (std::int64_t j = 0; j < b.cols; ++j) {
      for (std::int64_t k = 0; k < a.cols; ++k) c(i, j) += a(i, k) * b(k, j);
    }
  }
  return c;
}

Plain transposed(const Plain& a) {
  Plain t(a.cols, a.rows);
  for (std::int64_t i = 0; i < a.rows; ++i) {
    for (std::int64_t j = 0; j < a.cols; ++j) t(j, i) = a(i, j);
  }
  return t;
}

Array for_matrices(const std::function<Plain(const std::vector<Plain>&)>& f,
                   const std::vector<Array>& x) {
  const int rank = x[0].shape.size();
  Shape shape(std::span(x[0].shape.begin(), rank - 2));
  const std::int64_t count = element_count(shape);
  std::vector<double> values;
  for (std::int64_t i = 0; i < count; ++i) {
    std::vector<Plain> operands;
    for (const Array& a : x) {
      Plain p(a.shape[rank - 2], a.shape[rank - 1]);
      const auto from = a.values.begin() + i * p.rows * p.cols;
      std::copy(from, from + p.rows * p.cols, p.values.begin());
      operands.push_back(std::move(p));
    }
    const Plain y = f(operands);
    if (i == 0) {
      shape.push_back(y.rows);
      shape.push_back(y.cols);
    }
    values.insert(values.end(), y.values.begin(), y.values.end());
  }
  Array result(shape);
  result.values = std::move(values);
  return result;
}

Plain solution(Plain a, Plain b) {
  const std::int64_t n = a.rows;
  for (std::int64_t k = 0; k < n; ++k) {
    std::int64_t pivot = k;
    for (std::int64_t i = k + 1; i < n; ++i) {
      if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
    }
    for (std::int64_t j = 0; j < n; ++j) std::swap(a(k, j), a(pivot, j));
    for (std::int64_t j = 0; j < b.cols; ++j) std::swap(b(k, j), b(pivot, j));
    for (std::int64_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = a(i, k) / a(k, k);
      for (std::int64_t j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
      for (std::int64_t j = 0; j < b.cols; ++j) b(i, j) -= factor * b(k, j);
    }
  }
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < b.cols; ++j) b(i, j) /= a(i, i);
  }
  return b;
}

PlainSvd plain_svd(Plain a) {
  const std::int64_t n = a.cols;
  Plain v(n, n);
  for (std::int64_t i = 0; i < n; ++i) v(i, i) = 1;
  const auto rotate = [](Plain& x, std::int64_t p, std::int64_t q, double c, double s) {
    for (std::int64_t i = 0; i < x.rows; ++i) {
      const double left = x(i, p), right = x(i, q);
      x(i, p) = c * left - s * right;
      x(i, q) = s * left + c * right;
    }
  };
  for (int sweep = 0; sweep < 40; ++sweep) {
    for (std::int64_t p = 0; p < n; ++p) {
      for (std::int64_t q = p + 1; q < n; ++q) {
        double pp = 0, qq = 0, pq = 0;
        for (std::int64_t i = 0; i < a.rows; ++i) {
          pp += a(i, p) * a(i, p);
          qq += a(i, q) * a(i, q);
          pq += a(i, p) * a(i, q);
        }
        if (pq == 0) continue;
        const double tau = (qq - pp) / (2 * pq);
        const double t = (tau < 0 ? -1 : 1) / (std::abs(tau) + std::sqrt(1 + tau * tau));
        const double c = 1 / std::sqrt(1 + t * t);
        rotate(a, p, q, c, c * t);
        rotate(v, p, q, c, c * t);
      }
    }
  }
  std::vector<double> norms(n);
  for (std::int64_t j = 0; j < n; ++j) {
    for (std::int64_t i = 0; i < a.rows; ++i) norms[j] += a(i, j) * a(i, j);
    norms[j] = std::sqrt(norms[j]);
  }
  std::vector<std::int64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](auto x, auto y) { return norms[x] > norms[y]; });
  PlainSvd result{Plain(a.rows, n), Plain(1, n), Plain(n, n)};
  for (std::int64_t j = 0; j < n; ++j) {
    const std::int64_t from = order[j];
    std::int64_t largest = 0;
    for (std::int64_t i = 1; i < a.rows; ++i) {
      if (std::abs(a(i, from)) > std::abs(a(largest, from))) largest = i;
    }
    const double sign = a(largest, from) < 0 ? -1 : 1;
    result.s(0, j) = norms[from];
    for (std::int64_t i = 0; i < a.rows; ++i) result.u(i, j) = sign * a(i, from) / norms[from];
    for (std::int64_t i = 0; i < n; ++i) result.v(i, j) = sign * v(i, from);
  }
  return result;
}

}  // namespace thalweg::testing
