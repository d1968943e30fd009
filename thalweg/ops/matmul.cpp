// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/matmul.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/loops/gemm.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

template <class T>
void matmul_cpu(MatmulCall call) {
  const auto* a = static_cast<const T*>(call.a);
  const auto* b = static_cast<const T*>(call.b);
  T* y = static_cast<T*>(call.y);
  // Batches that share b and lie row after row in a are one taller product.
  const int last = call.batches.rank - 1;
  const std::int64_t a_step = call.batches.stride[0][last], b_step = call.batches.stride[1][last];
  const std::int64_t item = call.m * call.n;
  call.batches.walk(
      0, call.batches.count, [&](const std::array<std::int64_t, 2>& at, std::int64_t count) {
        const MatrixView<T> left{a + at[0], call.a_row, call.a_column};
        const MatrixView<T> right{b + at[1], call.b_row, call.b_column};
        if (count == 1) {
          gemm(call.m, call.n, call.k, left, right, y, call.n);
        } else if (b_step == 0 && a_step == call.m * call.a_row) {
          gemm(count * call.m, call.n, call.k, left, right, y, call.n);
        } else {
          gemm_batched(count, call.m, call.n, call.k, left, a_step, right, b_step, y, call.n, item);
        }
        y += count * item;
      });
}

// Two tensors with at least two axes each.
Tensor product(const Tensor& a, const Tensor& b) {
  Shape a_batch = a.shape(), b_batch = b.shape();
  Strides a_strides = a.strides(), b_strides = b.strides();
  MatmulCall call{a.device(),
                  a.dtype(),
                  a.size(-2),
                  b.size(-1),
                  a.size(-1),
                  StridedLoop<2>({}, {Strides{}, Strides{}}),
                  a.data(),
                  b.data(),
                  nullptr,
                  a_strides[a.dim() - 2],
                  a_strides[a.dim() - 1],
                  b_strides[b.dim() - 2],
                  b_strides[b.dim() - 1]};
  for (int i = 0; i < 2; ++i) {
    a_batch.pop_back();
    a_strides.pop_back();
    b_batch.pop_back();
    b_strides.pop_back();
  }
  const auto batches = broadcast(a_batch, b_batch);
  if (!batches) {
    throw ShapeError(
        "matmul: sizes before the last two must be equal or 1, compared from the last axis; got "
        "a={}, b={}; use reshape or expand",
        a.describe(), b.describe());
  }
  Shape shape = *batches;
  call.batches = StridedLoop<2>(shape, {broadcast_strides(a_batch, a_strides, shape),
                                        broadcast_strides(b_batch, b_strides, shape)});
  shape.push_back(call.m);
  shape.push_back(call.n);
  Tensor y = empty(shape, a.dtype(), a.device());
  call.y = y.mutable_data();
  if (y.numel() == 0) return y;
  if (call.device.is_cuda()) {
    matmul_cuda(call);
  } else {
    visit_float(call.dtype, "matmul", [&]<class T>() { matmul_cpu<T>(call); });
  }
  return y;
}

// Whether the columns of x lie dense in memory, as those of transpose(weight).
bool lies_by_columns(const Tensor& x) {
  return x.strides()[x.dim() - 2] == 1 && x.strides()[x.dim() - 1] > 1;
}

// a b, lying as its reader wants it: by columns it is the transpose of b^T a^T, with the same bits.
Tensor product_lying(bool by_columns, const Tensor& a, const Tensor& b) {
  return by_columns ? transpose(matmul(transpose(b), transpose(a))) : matmul(a, b);
}

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b) {
  check_same("matmul", a, b);
  check_float("matmul", a, "a");
  if (a.dim() == 0 || b.dim() == 0) {
    throw ShapeError("matmul: wants vectors or matrices, not scalars; got a={}, b={}; use a * b",
                     a.describe(), b.describe());
  }
  if (a.size(-1) != b.size(b.dim() == 1 ? 0 : -2)) {
    throw ShapeError("matmul: {} and {} must be equal; got a={}, b={}; use transpose or reshape",
                     a.dim() == 1 ? "the size of a" : "the last size of a",
                     b.dim() == 1 ? "the size of b" : "the last but one of b", a.describe(),
                     b.describe());
  }
  if (a.dim() == 1 || b.dim() == 1) {
    const Tensor rows = a.dim() == 1 ? reshape(a, {1, a.size(0)}) : a;
    const Tensor columns = b.dim() == 1 ? reshape(b, {b.size(0), 1}) : b;
    const Tensor y = matmul(rows, columns);
    Shape shape = y.shape();
    if (b.dim() == 1) shape.pop_back();
    if (a.dim() == 1) shape.erase(b.dim() == 1 ? shape.size() - 1 : shape.size() - 2);
    return reshape(y, shape);
  }
  Tensor y = product(a, b);
  if (Record r{"matmul", {&a, &b}, {&y}}) {
    // A gradient lies as its operand does, so that behind a transpose it is dense again.
    r.backward([a = r.keep(a), b = r.keep(b), a_by_columns = lies_by_columns(a),
                b_by_columns = lies_by_columns(b)](Backward& pass) {
      const Tensor g = pass.output();
      if (pass.needs(0)) {
        const Tensor da = product_lying(a_by_columns, g, transpose(b.get(pass)));
        pass.give(0, sum_to(da, pass.input_shape(0)));
      }
      if (pass.needs(1)) {
        const Tensor db = product_lying(b_by_columns, transpose(a.get(pass)), g);
        pass.give(1, sum_to(db, pass.input_shape(1)));
      }
    });
  }
  return y;
}

}  // namespace thalweg
