// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "thalweg/base/error.h"

namespace thalweg {

/// Most axes that a tensor can have.
inline constexpr int kMaxRank = 8;

/// A short list of sizes, strides or axes, kept in place. More than kMaxRank is a ShapeError, a
/// position outside 0..size()-1 an IndexError.
class Dims {
 public:
  using value_type = std::int64_t;

  Dims() = default;
  Dims(std::initializer_list<std::int64_t> values)
      : Dims(std::span(values.begin(), values.size())) {}
  explicit Dims(std::span<const std::int64_t> values);
  Dims(int rank, std::int64_t value) {
    for (int i = 0; i < rank; ++i) push_back(value);
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::int64_t operator[](int i) const { return values_[checked(i)]; }
  std::int64_t& operator[](int i) { return values_[checked(i)]; }
  const std::int64_t* begin() const { return values_; }
  const std::int64_t* end() const { return values_ + size_; }
  std::int64_t* begin() { return values_; }
  std::int64_t* end() { return values_ + size_; }
  std::int64_t back() const { return values_[checked(size_ - 1)]; }

  void push_back(std::int64_t value) {
    if (size_ == kMaxRank) refuse_rank();
    values_[size_++] = value;
  }
  void pop_back() { size_ = checked(size_ - 1); }
  void insert(int at, std::int64_t value);  // before position `at`, or at the end
  void erase(int at);

  bool operator==(const Dims& other) const {
    if (size_ != other.size_) return false;
    for (int i = 0; i < size_; ++i) {
      if (values_[i] != other.values_[i]) return false;
    }
    return true;
  }

 private:
  int checked(int i) const {
    if (static_cast<unsigned>(i) >= static_cast<unsigned>(size_)) [[unlikely]] {
      refuse_position(i, size_);
    }
    return i;
  }
  [[noreturn]] static void refuse_rank();
  [[noreturn]] static void refuse_position(int i, int size);

  std::int64_t values_[kMaxRank];
  int size_ = 0;
};

using Shape = Dims;
using Strides = Dims;
using Axes = Dims;

/// Product of the sizes; 1 for a 0-d shape. ShapeError for a negative size or one past 2^63 - 1.
std::int64_t element_count(const Shape& shape);

/// Strides (in elements) of a row-major tensor of this shape.
Strides contiguous_strides(const Shape& shape);

/// "[2,3]"; "[]" for a scalar.
std::string text_of(const Dims& dims);

/// Axis counted from the end when negative, brought into 0..rank-1; IndexError that names `op`.
int normalize_axis(std::string_view op, std::int64_t axis, int rank);

/// The axes in ascending order without repetition; an empty list means all. IndexError when one is
/// out of range or named twice.
Axes normalize_axes(std::string_view op, const Axes& axes, int rank);

/// NumPy's rule: sizes are compared from the last axis; equal, or one of them 1. Nothing when they
/// do not fit.
std::optional<Shape> broadcast(const Shape& a, const Shape& b);

/// broadcast(a, b), or a ShapeError that names `op` and both shapes. Ops that have the tensors say
/// more (broadcast_shape_of in ops/check.h).
Shape broadcast_shapes(std::string_view op, const Shape& a, const Shape& b);

/// Strides that read a tensor of `from` as `to`: 0 on the axes that are repeated.
Strides broadcast_strides(const Shape& from, const Strides& strides, const Shape& to);

}  // namespace thalweg
