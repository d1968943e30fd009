// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "thalweg/tensor/shape.h"

namespace thalweg::testing {

/// Row-major doubles with a shape: what the plain reference loops read and write. Integers up to
/// 2^53 and f32 values are exact in it.
struct Array {
  Shape shape;
  std::vector<double> values;

  Array() = default;
  explicit Array(const Shape& s, double value = 0)
      : shape(s), values(static_cast<std::size_t>(element_count(s)), value) {}

  std::int64_t count() const { return static_cast<std::int64_t>(values.size()); }

  /// Element at an index list, one position per axis.
  double& at(const Dims& index) { return values[position(index)]; }
  double at(const Dims& index) const { return values[position(index)]; }

  std::size_t position(const Dims& index) const {
    std::int64_t p = 0;
    for (int axis = 0; axis < shape.size(); ++axis) p = p * shape[axis] + index[axis];
    return static_cast<std::size_t>(p);
  }
};

/// Calls f(index) for every index of the shape, in row-major order.
inline void for_each_index(const Shape& shape, const std::function<void(const Dims&)>& f) {
  const std::int64_t count = element_count(shape);
  for (std::int64_t i = 0; i < count; ++i) {
    Dims index(shape.size(), 0);
    std::int64_t rest = i;
    for (int axis = shape.size() - 1; axis >= 0; --axis) {
      index[axis] = rest % shape[axis];
      rest /= shape[axis];
    }
    f(index);
  }
}

/// `index` of a broadcast result, as the index into an operand of this shape.
inline Dims operand_index(const Dims& index, const Shape& operand) {
  Dims result;
  const int extra = index.size() - operand.size();
  for (int axis = 0; axis < operand.size(); ++axis) {
    result.push_back(operand[axis] == 1 ? 0 : index[axis + extra]);
  }
  return result;
}

/// Elementwise reference of one or two operands, with broadcasting.
inline Array map_array(const std::function<double(double)>& f, const Array& x) {
  Array y(x.shape);
  for (std::size_t i = 0; i < y.values.size(); ++i) y.values[i] = f(x.values[i]);
  return y;
}

inline Array map_array(const std::function<double(double, double)>& f, const Array& a,
                       const Array& b) {
  Array y(broadcast_shapes("reference", a.shape, b.shape));
  for_each_index(y.shape, [&](const Dims& i) {
    y.at(i) = f(a.at(operand_index(i, a.shape)), b.at(operand_index(i, b.shape)));
  });
  return y;
}

/// Reference of a reduction: f(the reduced elements in row-major order) for each result.
inline Array reduce_array(const std::function<double(const std::vector<double>&)>& f,
                          const Array& x, const Axes& some_axes, bool keepdim) {
  const Axes axes = normalize_axes("reference", some_axes, x.shape.size());
  Shape kept = x.shape;
  for (std::int64_t axis : axes) kept[static_cast<int>(axis)] = 1;
  std::vector<std::vector<double>> groups(static_cast<std::size_t>(element_count(kept)));
  const Array place(kept);
  for_each_index(x.shape, [&](const Dims& i) {
    groups[place.position(operand_index(i, kept))].push_back(x.at(i));
  });
  Array y(kept);
  for (std::size_t i = 0; i < groups.size(); ++i) y.values[i] = f(groups[i]);
  if (!keepdim) {
    for (int k = axes.size() - 1; k >= 0; --k) y.shape.erase(static_cast<int>(axes[k]));
  }
  return y;
}

}  // namespace thalweg::testing
