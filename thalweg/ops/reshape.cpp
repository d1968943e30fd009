// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/reshape.h"

#include <optional>

#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

Shape complete(const Tensor& x, const Shape& wanted) {
  Shape shape = wanted;
  int unknown = -1;
  for (int i = 0; i < shape.size(); ++i) {
    if (shape[i] == -1 && unknown < 0) {
      unknown = i;
    } else if (shape[i] < 0) {
      throw ShapeError(
          "reshape: sizes are 0 or more, and one may be -1; got {} for x={}; name the others",
          text_of(wanted), x.describe());
    }
  }
  if (unknown >= 0) {
    shape[unknown] = 1;
    const std::int64_t known = element_count(shape);
    if (known == 0) {
      throw ShapeError(
          "reshape: beside a size of 0 the one that is -1 could be any; got {} for x={}; name it",
          text_of(wanted), x.describe());
    }
    shape[unknown] = x.numel() / known;
  }
  if (element_count(shape) != x.numel()) {
    throw ShapeError("reshape: the number of elements must stay; got {} for x={}; it has {}",
                     text_of(wanted), x.describe(), x.numel());
  }
  return shape;
}

// Strides that read x under the new shape without a copy, if there are any: groups of old and new
// axes with equal products are matched; within an old group the axes must be row-major.
std::optional<Strides> view_strides(const Tensor& x, const Shape& shape) {
  if (x.numel() == 0 || x.is_contiguous()) return contiguous_strides(shape);
  Shape old_shape;
  Strides old_strides;
  for (int i = 0; i < x.dim(); ++i) {
    if (x.shape()[i] == 1) continue;
    old_shape.push_back(x.shape()[i]);
    old_strides.push_back(x.strides()[i]);
  }
  Strides strides(shape.size(), 1);
  int next = 0;
  for (int axis = 0; axis < old_shape.size();) {
    const int first_new = next;
    std::int64_t old_count = old_shape[axis++];
    std::int64_t new_count = shape[next++];
    while (old_count != new_count) {
      if (old_count < new_count) {
        if (old_strides[axis - 1] != old_strides[axis] * old_shape[axis]) return std::nullopt;
        old_count *= old_shape[axis++];
      } else {
        new_count *= shape[next++];
      }
    }
    strides[next - 1] = old_strides[axis - 1];
    for (int i = next - 2; i >= first_new; --i) strides[i] = strides[i + 1] * shape[i + 1];
  }
  return strides;
}

}  // namespace

Tensor reshape(const Tensor& x, const Shape& wanted) {
  const Shape shape = complete(x, wanted);
  if (shape == x.shape()) return x;
  const auto strides = view_strides(x, shape);
  Tensor y = strides ? x.view(shape, *strides, x.offset())
                     : contiguous_copy(x).view(shape, contiguous_strides(shape), 0);
  if (Record r{"reshape", {&x}, {&y}}) {
    r.backward([](Backward& pass) { pass.give(0, reshape(pass.output(), pass.input_shape(0))); });
  }
  return y;
}

Tensor contiguous(const Tensor& x) {
  if (x.is_contiguous()) return x;
  Tensor y = contiguous_copy(x);
  if (Record r{"contiguous", {&x}, {&y}}) {
    r.backward([](Backward& pass) { pass.give(0, pass.output()); });
  }
  return y;
}

}  // namespace thalweg
