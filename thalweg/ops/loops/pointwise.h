// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "thalweg/base/platform.h"
#include "thalweg/ops/check.h"
#include "thalweg/ops/loops/dispatch.h"
#include "thalweg/ops/loops/pointwise_rows.h"
#include "thalweg/tensor/strided.h"
#include "thalweg/tensor/tensor.h"

// Loops of ops that compute each element by itself. An op gives a functor
//   struct Exp {
//     static constexpr bool kIntegers = false;          // whether it also has i64, i32, u8
//     template <class T> THALWEG_HD T operator()(T x) const { return math::exp(x); }
//   };
// calls map(), and names map_cuda of its functor in its .cu file.

namespace thalweg {

template <class F, int K>
struct MapCall {
  F f;
  Device device;
  Dtype dtype;
  StridedLoop<K + 1> loop;  // operand 0 is the result
  void* result;
  const void* operands[K];
};

/// The CUDA side, defined in pointwise.cuh. An op's .cu holds `template void map_cuda(const
/// MapCall<Exp, 1>&);` a missing one is a link error.
template <class F, int K>
void map_cuda(const MapCall<F, K>& call);

template <class F, int K>
void map_cpu(const char* op, const MapCall<F, K>& call) {
  visit_dtype_of<F>(call.dtype, op, [&]<class T>() {
    constexpr std::int64_t kGrain = 1 << 15;  // elements that are worth another thread
    constexpr std::int64_t kLine = 64 / sizeof(T);
    const bool past_caches = call.loop.count * std::int64_t{sizeof(T)} >= kStreamBytes;
    const int last = call.loop.rank - 1;
    parallel_for(
        call.loop.count, kGrain,
        [&](std::int64_t begin, std::int64_t end) {
          call.loop.walk(begin, end,
                         [&](const std::array<std::int64_t, K + 1>& at, std::int64_t n) {
                           T* y = static_cast<T*>(call.result) + at[0];
                           const T* x = static_cast<const T*>(call.operands[0]) + at[1];
                           const std::int64_t step = call.loop.stride[1][last];
                           if constexpr (K == 1) {
                             map_row(call.f, past_caches, y, n, Operand<T>{x, step});
                           } else {
                             map_row(call.f, past_caches, y, n, Operand<T>{x, step},
                                     Operand<T>{static_cast<const T*>(call.operands[1]) + at[2],
                                                call.loop.stride[2][last]});
                           }
                         });
        },
        kLine);
  });
}

template <class F, int K>
void map_into(const char* op, const MapCall<F, K>& call) {
  if (call.loop.count == 0) return;
  if (call.device.is_cuda()) {
    map_cuda(call);
  } else {
    map_cpu(op, call);
  }
}

/// The dtypes that F says it has.
template <class F>
void check_dtype_of(const char* op, const Tensor& x, const char* name) {
  if constexpr (F::kIntegers) {
    check_number(op, x, name);
  } else {
    check_float(op, x, name);
  }
}

/// f(x) elementwise; a new row-major tensor without history.
template <class F>
Tensor map(const char* op, const F& f, const Tensor& x) {
  check_dtype_of<F>(op, x, "x");
  Tensor y = empty_like(x);
  const StridedLoop<2> loop(x.shape(), {y.strides(), x.strides()});
  map_into(op, MapCall<F, 1>{f, x.device(), x.dtype(), loop, y.mutable_data(), {x.data()}});
  return y;
}

/// f(a, b) elementwise with broadcasting; a new row-major tensor without history.
template <class F>
Tensor map(const char* op, const F& f, const Tensor& a, const Tensor& b) {
  check_same(op, a, b);
  check_dtype_of<F>(op, a, "a");
  Tensor y = empty(broadcast_shape_of(op, a, b), a.dtype(), a.device());
  const StridedLoop<3> loop(y.shape(),
                            {y.strides(), broadcast_strides(a.shape(), a.strides(), y.shape()),
                             broadcast_strides(b.shape(), b.strides(), y.shape())});
  map_into(op,
           MapCall<F, 2>{f, a.device(), a.dtype(), loop, y.mutable_data(), {a.data(), b.data()}});
  return y;
}

}  // namespace thalweg
