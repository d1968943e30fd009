// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/scatter_add.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/gather.h"
#include "thalweg/ops/loops/add_at.h"
#include "thalweg/ops/loops/indices.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor scatter_add(const Tensor& x, std::int64_t axis, const Tensor& index, const Tensor& src) {
  check_same("scatter_add", x, src, "x", "src");
  check_number("scatter_add", x);
  const int a = normalize_axis("scatter_add", axis, x.dim());
  check_index_of("scatter_add", x, a, index);
  if (index.shape() != src.shape()) {
    throw ShapeError(
        "scatter_add: index and src must have one shape; got index={}, src={}; use expand or slice",
        index.describe(), src.describe());
  }
  check_indices("scatter_add", index, x.shape()[a],
                [&] { return fmt::format("axis {} of x={}", a, x.describe()); });
  Tensor y = contiguous_copy(x);
  add_at(y, a, index, src);
  if (Record r{"scatter_add", {&x, &src}, {&y}}) {
    r.backward([a, index = r.keep(index.detach())](Backward& pass) {
      const Tensor g = pass.output();
      if (pass.needs(0)) pass.give(0, g);
      if (pass.needs(1)) pass.give(1, gather(g, a, index.get(pass)));
    });
  }
  return y;
}

}  // namespace thalweg
