// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/split.h"

#include <fmt/format.h>

#include <algorithm>

#include "thalweg/ops/cat.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

std::vector<Tensor> pieces(const Tensor& x, const std::vector<std::int64_t>& sizes, int axis) {
  std::vector<Tensor> parts;
  std::int64_t begin = 0;
  for (const std::int64_t size : sizes) {
    Shape shape = x.shape();
    shape[axis] = size;
    parts.push_back(x.view(shape, x.strides(), x.offset() + begin * x.strides()[axis]));
    begin += size;
  }
  std::vector<Tensor*> outputs;
  for (Tensor& part : parts) outputs.push_back(&part);
  const Tensor* input = &x;
  if (Record r{"split", {&input, 1}, outputs}) {
    r.backward([axis, n = parts.size()](Backward& pass) {
      std::vector<Tensor> g;
      for (std::size_t i = 0; i < n; ++i) g.push_back(pass.output(i));
      pass.give(0, cat(g, axis));
    });
  }
  return parts;
}

}  // namespace

std::vector<Tensor> split(const Tensor& x, std::int64_t size, std::int64_t axis) {
  const int along = normalize_axis("split", axis, x.dim());
  if (size < 1) throw ValueError("split: size is at least 1; got {} for x={}", size, x.describe());
  std::vector<std::int64_t> sizes;
  std::int64_t left = x.shape()[along];
  do {
    sizes.push_back(std::min(size, left));
    left -= sizes.back();
  } while (left > 0);
  return pieces(x, sizes, along);
}

std::vector<Tensor> split(const Tensor& x, const std::vector<std::int64_t>& sizes,
                          std::int64_t axis) {
  const int along = normalize_axis("split", axis, x.dim());
  std::int64_t left = x.shape()[along];
  bool fits = true;
  for (const std::int64_t size : sizes) {
    fits = fits && size >= 0 && size <= left;
    if (fits) left -= size;
  }
  if (!fits || left != 0 || sizes.empty()) {
    throw ValueError("split: the sizes must add up to axis {}; got sizes=[{}], x={}", along,
                     fmt::join(sizes, ","), x.describe());
  }
  return pieces(x, sizes, along);
}

}  // namespace thalweg
