// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/cast.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

// Elementwise comparisons with broadcasting, of equal dtypes, any of them; the result is bool and
// has no history. Floats by IEEE 754, as in NumPy and PyTorch: every comparison with NaN is false
// but ne, and -0 equals +0 (sort, max and the like order them instead, base/compare.h). A scalar
// takes the tensor's dtype. ShapeError, DtypeError, DeviceError when a and b do not fit together;
// DtypeError when a scalar beside integers is none of them (0.5).
//   where(gt(x, 0.0), x, 0.0)

/// a == b
Tensor eq(const Tensor& a, const Tensor& b);
Tensor eq(const Tensor& a, double b);

/// a != b
Tensor ne(const Tensor& a, const Tensor& b);
Tensor ne(const Tensor& a, double b);

/// a < b
Tensor lt(const Tensor& a, const Tensor& b);
Tensor lt(const Tensor& a, double b);

/// a <= b
Tensor le(const Tensor& a, const Tensor& b);
Tensor le(const Tensor& a, double b);

/// a > b
Tensor gt(const Tensor& a, const Tensor& b);
Tensor gt(const Tensor& a, double b);

/// a >= b
Tensor ge(const Tensor& a, const Tensor& b);
Tensor ge(const Tensor& a, double b);

struct Eq {
  static constexpr bool kIntegers = true, kBool = true;
  template <class T>
  THALWEG_HD bool operator()(T a, T b) const {
    return a == b;
  }
};

struct Ne {
  static constexpr bool kIntegers = true, kBool = true;
  template <class T>
  THALWEG_HD bool operator()(T a, T b) const {
    return a != b;
  }
};

struct Lt {
  static constexpr bool kIntegers = true, kBool = true;
  template <class T>
  THALWEG_HD bool operator()(T a, T b) const {
    return a < b;
  }
};

struct Le {
  static constexpr bool kIntegers = true, kBool = true;
  template <class T>
  THALWEG_HD bool operator()(T a, T b) const {
    return a <= b;
  }
};

struct Gt {
  static constexpr bool kIntegers = true, kBool = true;
  template <class T>
  THALWEG_HD bool operator()(T a, T b) const {
    return a > b;
  }
};

struct Ge {
  static constexpr bool kIntegers = true, kBool = true;
  template <class T>
  THALWEG_HD bool operator()(T a, T b) const {
    return a >= b;
  }
};

/// One of them beside a scalar.
template <class F>
struct CompareScalar {
  static constexpr bool kIntegers = true, kBool = true;
  double b;
  template <class T>
  THALWEG_HD bool operator()(T a) const {
    return F{}(a, cast<T>(b));
  }
};

}  // namespace thalweg
