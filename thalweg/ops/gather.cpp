// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/gather.h"

#include "thalweg/ops/loops/add_at.h"
#include "thalweg/ops/loops/indices.h"
#include "thalweg/ops/loops/take.h"
#include "thalweg/ops/scatter_add.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor gather(const Tensor& x, std::int64_t axis, const Tensor& index) {
  const int a = normalize_axis("gather", axis, x.dim());
  check_index_of("gather", x, a, index);
  check_indices("gather", index, x.shape()[a],
                [&] { return fmt::format("axis {} of x={}", a, x.describe()); });
  Tensor y = empty(index.shape(), x.dtype(), x.device());
  Strides x_strides = x.strides();
  x_strides[a] = 0;
  take({x.device(), x.dtype(), index.dtype(),
        StridedLoop<3>(y.shape(), {y.strides(), index.strides(), x_strides}), x.strides()[a],
        y.mutable_data(), index.data(), x.data()});
  if (Record r{"gather", {&x}, {&y}}) {
    r.backward([a, index = r.keep(index.detach())](Backward& pass) {
      const Tensor g = pass.output(), at = index.get(pass);
      const Shape& shape = pass.input_shape(0);
      pass.give(0, pass.create_graph() ? scatter_add(zeros(shape, g.dtype(), g.device()), a, at, g)
                                       : added_at(shape, a, at, g));
    });
  }
  return y;
}

}  // namespace thalweg
