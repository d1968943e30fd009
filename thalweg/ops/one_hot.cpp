// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/one_hot.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/loops/add_at.h"
#include "thalweg/ops/loops/indices.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg {

Tensor one_hot(const Tensor& index, std::int64_t classes, Dtype dtype) {
  check_index("one_hot", index);
  if (dtype == boolean) refuse_dtype("one_hot", dtype, "a number dtype (f32, f64, i64, i32, u8)");
  if (classes < 0) throw ValueError("one_hot: classes is 0 or more; got {}", classes);
  check_indices("one_hot", index, classes, [&] { return fmt::format("the {} classes", classes); });
  const std::int64_t n = index.numel();
  const Tensor flat = as_contiguous(index);
  const Tensor y = added_at({n, classes}, 1, flat.view({n, 1}, {1, 1}, flat.offset()),
                            ones({n, 1}, dtype, index.device()));
  Shape shape = index.shape();
  shape.push_back(classes);
  return y.view(shape, contiguous_strides(shape), 0);
}

}  // namespace thalweg
