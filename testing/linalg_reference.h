// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testing/array.h"

// Plain dense matrices in doubles for the references of linalg: slow and simple.
namespace thalweg::testing {

struct Plain {
  std::int64_t rows, cols;
  std::vector<double> values;

  Plain(std::int64_t m, std::int64_t n) : rows(m), cols(n), values(m * n) {}
  double& operator()(std::int64_t i, std::int64_t j) { return values[i * cols + j]; }
  double operator()(std::int64_t i, std::int64_t j) const { return values[i * cols + j]; }
};

Plain product(const Plain& a, const Plain& b);
Plain transposed(const Plain& a);

/// Every matrix of the last two axes of x through f, which makes matrices of one size.
Array for_matrices(const std::function<Plain(const std::vector<Plain>&)>& f,
                   const std::vector<Array>& x);

/// The solution of a x = b by elimination with pivots.
Plain solution(Plain a, Plain b);

struct PlainSvd {
  Plain u, s, v;  // s as a row
};
/// Of a matrix with at least as many rows as columns: columns are rotated in pairs until all are
/// orthogonal. The largest element of each column of u is positive.
PlainSvd plain_svd(Plain a);

}  // namespace thalweg::testing
