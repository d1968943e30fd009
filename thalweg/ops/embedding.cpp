// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/embedding.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/loops/add_at.h"
#include "thalweg/ops/loops/indices.h"
#include "thalweg/ops/loops/take.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

void check(const char* op, const Tensor& x, const char* name, const Tensor& index) {
  check_index(op, index);
  if (x.device() == index.device()) return;
  throw DeviceError("{}: devices must be equal; got {}={}, index={}; use to", op, name,
                    x.describe(), index.describe());
}

}  // namespace

Tensor embedding(const Tensor& weight, const Tensor& index) {
  check("embedding", weight, "weight", index);
  if (weight.dim() != 2) {
    throw ShapeError("embedding: weight is a table [rows, dim]; got weight={}", weight.describe());
  }
  check_indices("embedding", index, weight.shape()[0], [&] {
    return fmt::format("the {} rows of weight={}", weight.shape()[0], weight.describe());
  });
  Shape shape = index.shape();
  shape.push_back(weight.shape()[1]);
  Strides index_strides = index.strides();
  index_strides.push_back(0);
  Strides weight_strides(index.dim(), 0);
  weight_strides.push_back(weight.strides()[1]);
  Tensor y = empty(shape, weight.dtype(), weight.device());
  take({y.device(), y.dtype(), index.dtype(),
        StridedLoop<3>(shape, {y.strides(), index_strides, weight_strides}), weight.strides()[0],
        y.mutable_data(), index.data(), weight.data()});
  if (Record r{"embedding", {&weight}, {&y}}) {
    r.backward([index = r.keep(index.detach())](Backward& pass) {
      pass.give(0, embedding_gradient(pass.output(), index.get(pass), pass.input_shape(0)[0]));
    });
  }
  return y;
}

Tensor embedding_gradient(const Tensor& g, const Tensor& index, std::int64_t rows) {
  check("embedding_gradient", g, "g", index);
  check_number("embedding_gradient", g, "g");
  Shape wanted = index.shape();
  if (g.dim() > 0) wanted.push_back(g.shape().back());
  if (g.dim() == 0 || g.shape() != wanted) {
    throw ShapeError(
        "embedding_gradient: g must have the shape of index and one axis more; got "
        "g={}, index={}; use reshape",
        g.describe(), index.describe());
  }
  if (rows < 0) throw ValueError("embedding_gradient: rows is 0 or more; got {}", rows);
  check_indices("embedding_gradient", index, rows,
                [&] { return fmt::format("the {} rows of the table", rows); });
  const std::int64_t dim = g.shape().back();
  const std::int64_t n = index.numel();
  const Tensor flat = as_contiguous(index), src = as_contiguous(g);
  Tensor y = added_at({rows, dim}, 0, flat.view({n, dim}, {1, 0}, flat.offset()),
                      src.view({n, dim}, {dim, 1}, src.offset()));
  if (Record r{"embedding_gradient", {&g}, {&y}}) {
    r.backward([index = r.keep(index.detach())](Backward& pass) {
      pass.give(0, embedding(pass.output(), index.get(pass)));
    });
  }
  return y;
}

}  // namespace thalweg
