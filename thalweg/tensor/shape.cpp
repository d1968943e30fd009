// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/shape.h"

#include <limits>

#include "thalweg/tensor/dtype.h"

namespace thalweg {

void refuse_dtype(std::string_view op, Dtype dtype, std::string_view wanted) {
  throw DtypeError("{}: wants {}; got {}; use cast", op, wanted, name_of(dtype));
}

void Dims::refuse_position(int i, int size) {
  if (size == 0) {
    throw IndexError("shape: a position outside the list; got {}; the list is empty", i);
  }
  throw IndexError("shape: a position outside the list; got {}; positions are 0 to {}", i,
                   size - 1);
}

void Dims::refuse_rank() {
  throw ShapeError("shape: a tensor has at most {} axes; got more; reshape it first", kMaxRank);
}

Dims::Dims(std::span<const std::int64_t> values) {
  for (std::int64_t v : values) push_back(v);
}

void Dims::insert(int at, std::int64_t value) {
  if (at != size_) checked(at);
  push_back(0);
  for (int i = size_ - 1; i > at; --i) values_[i] = values_[i - 1];
  values_[at] = value;
}

void Dims::erase(int at) {
  for (int i = checked(at); i + 1 < size_; ++i) values_[i] = values_[i + 1];
  --size_;
}

std::int64_t element_count(const Shape& shape) {
  std::int64_t count = 1;
  bool empty = false;
  for (std::int64_t size : shape) {
    if (size < 0) throw ShapeError("shape: a size is negative; got {}", text_of(shape));
    empty |= size == 0;
  }
  if (empty) return 0;
  for (std::int64_t size : shape) {
    if (__builtin_mul_overflow(count, size, &count)) {
      throw ShapeError("shape: more than 2^63 - 1 elements; got {}", text_of(shape));
    }
  }
  return count;
}

Strides contiguous_strides(const Shape& shape) {
  Strides strides(shape.size(), 1);
  for (int i = shape.size() - 2; i >= 0; --i) {
    // Sizes beside a 0 may multiply to more than there are numbers; such strides are never used.
    if (__builtin_mul_overflow(strides[i + 1], shape[i + 1], &strides[i])) strides[i] = 0;
  }
  return strides;
}

std::string text_of(const Dims& dims) {
  std::string text = "[";
  for (int i = 0; i < dims.size(); ++i) {
    if (i) text += ',';
    text += std::to_string(dims[i]);
  }
  return text + ']';
}

int normalize_axis(std::string_view op, std::int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) {
    const std::string hint = rank == 0 ? std::string("there are none; use reshape")
                                       : fmt::format("axes are {} to {}", -rank, rank - 1);
    throw IndexError("{}: axis out of range; got axis {} for a tensor with {} {}; {}", op, axis,
                     rank, rank == 1 ? "axis" : "axes", hint);
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

Axes normalize_axes(std::string_view op, const Axes& axes, int rank) {
  bool named[kMaxRank] = {};
  for (std::int64_t axis : axes) {
    const int i = normalize_axis(op, axis, rank);
    if (named[i])
      throw IndexError("{}: an axis is named twice; got axes {}; name each once", op,
                       text_of(axes));
    named[i] = true;
  }
  Axes sorted;
  for (int i = 0; i < rank; ++i) {
    if (named[i] || axes.empty()) sorted.push_back(i);
  }
  return sorted;
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  if (a == b) return a;
  const int rank = a.size() > b.size() ? a.size() : b.size();
  Shape shape(rank, 1);
  for (int i = 1; i <= rank; ++i) {
    const std::int64_t x = i <= a.size() ? a[a.size() - i] : 1;
    const std::int64_t y = i <= b.size() ? b[b.size() - i] : 1;
    if (x != y && x != 1 && y != 1) return std::nullopt;
    shape[rank - i] = x == 1 ? y : x;
  }
  return shape;
}

Shape broadcast_shapes(std::string_view op, const Shape& a, const Shape& b) {
  if (const auto shape = broadcast(a, b)) return *shape;
  throw ShapeError(
      "{}: sizes must be equal or 1, compared from the last axis; got a={}, b={}; use reshape or "
      "expand",
      op, text_of(a), text_of(b));
}

Strides broadcast_strides(const Shape& from, const Strides& strides, const Shape& to) {
  Strides result(to.size(), 0);
  const int shift = to.size() - from.size();
  for (int i = 0; i < from.size(); ++i) {
    if (from[i] != 1 || to[i + shift] == 1) result[i + shift] = strides[i];
  }
  return result;
}

}  // namespace thalweg
