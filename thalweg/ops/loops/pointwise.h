// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

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
// calls map(), and names map_cuda of its functor in its .cu file. A functor that gives a bool makes
// a bool tensor. One that says kBool = true has bool too; with kMask = true operand 0 is bool.

namespace thalweg {

template <class F>
inline constexpr bool kHasMask = requires {
  F::kMask;
};

/// The type of operand k of F, beside others of type T.
template <class F, class T, std::size_t k>
using OperandOf = std::conditional_t<k == 0 && kHasMask<F>, bool, T>;

/// What F makes of K operands.
template <class F, class T, std::size_t... k>
std::invoke_result_t<const F&, OperandOf<F, T, k>...> result_of(std::index_sequence<k...>);
template <class F, class T, int K>
using ResultOf = decltype(result_of<F, T>(std::make_index_sequence<K>{}));

template <class F, int K>
struct MapCall {
  F f;
  Device device;
  Dtype dtype;              // of the operands, but for a mask
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
    using R = ResultOf<F, T, K>;
    constexpr std::int64_t kGrain = 1 << 15;  // elements that are worth another thread
    constexpr std::int64_t kLine = 64 / sizeof(R);
    const bool past_caches = call.loop.count * std::int64_t{sizeof(R)} >= kStreamBytes;
    const int last = call.loop.rank - 1;
    const auto rows = [&]<std::size_t... k>(std::index_sequence<k...>) {
      parallel_for(
          call.loop.count, kGrain,
          [&](std::int64_t begin, std::int64_t end) {
            call.loop.walk(
                begin, end, [&](const std::array<std::int64_t, K + 1>& at, std::int64_t n) {
                  map_row(call.f, past_caches, static_cast<R*>(call.result) + at[0], n,
                          Operand<OperandOf<F, T, k>>{
                              static_cast<const OperandOf<F, T, k>*>(call.operands[k]) + at[k + 1],
                              call.loop.stride[k + 1][last]}...);
                });
          },
          kLine);
    };
    rows(std::make_index_sequence<K>{});
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
  if constexpr (requires { requires F::kBool; }) return;
  if constexpr (F::kIntegers) {
    check_number(op, x, name);
  } else {
    check_float(op, x, name);
  }
}

/// f of operands that were checked and broadcast to `shape`; `dtype` is that of all but a mask.
template <class F, class... Tensors>
Tensor map_checked(const char* op, const F& f, const Shape& shape, Dtype dtype,
                   const Tensors&... x) {
  constexpr int K = sizeof...(x);
  constexpr bool kGivesBool = std::is_same_v<ResultOf<F, float, K>, bool>;
  const Device device = std::get<0>(std::tie(x...)).device();
  Tensor y = empty(shape, kGivesBool ? boolean : dtype, device);
  const StridedLoop<K + 1> loop(shape,
                                {y.strides(), broadcast_strides(x.shape(), x.strides(), shape)...});
  map_into(op, MapCall<F, K>{f, device, dtype, loop, y.mutable_data(), {x.data()...}});
  return y;
}

/// f(x) elementwise; a new row-major tensor without history.
template <class F>
Tensor map(const char* op, const F& f, const Tensor& x) {
  check_dtype_of<F>(op, x, "x");
  return map_checked(op, f, x.shape(), x.dtype(), x);
}

/// f(a, b) elementwise with broadcasting; a new row-major tensor without history.
template <class F>
Tensor map(const char* op, const F& f, const Tensor& a, const Tensor& b) {
  check_same(op, a, b);
  check_dtype_of<F>(op, a, "a");
  return map_checked(op, f, broadcast_shape_of(op, a, b), a.dtype(), a, b);
}

}  // namespace thalweg
