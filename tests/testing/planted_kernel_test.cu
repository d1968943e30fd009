// SPDX-License-Identifier: Apache-2.0
// An index error in a kernel must be found: exp whose last element in each block reads its
// neighbour.
#include <doctest/doctest.h>

#include <cmath>

#include "testing/op_case.h"
#include "testing/proof.h"
#include "thalweg/base/launch.cuh"
#include "thalweg/base/math.h"
#include "thalweg/ops/exp.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

constexpr int kBlock = 256;

__global__ void exp_with_wrong_index(std::int64_t n, const float* x, float* y) {
  const std::int64_t i = blockIdx.x * std::int64_t{kBlock} + threadIdx.x;
  if (i >= n) return;
  y[i] = math::exp(x[threadIdx.x == kBlock - 1 ? i - 1 : i]);
}

Tensor planted(const Tensor& x) {
  if (x.device().is_cpu() || x.dtype() != f32 || !x.is_contiguous() || x.numel() == 0) {
    return exp(x);
  }
  Tensor y = empty_like(x);
  const DeviceScope scope(x.device().index);
  launch(exp_with_wrong_index, blocks_for(x.numel(), kBlock), dim3(kBlock), 0, nullptr, x.numel(),
         x.data<float>(), y.mutable_data<float>());
  return y;
}

TEST_CASE("an index error in a kernel is found") {
  const OpCase c = unary_case(
      "planted", planted, [](double x) { return std::exp(x); }, -1, 1);
  CHECK(prove_values(c).empty());  // which runs on the CPU
  bool found = false, unrecorded = false;
  for (const std::string& failure : prove_bits(c)) {
    found |= failure.find("on cuda:0: other bits in the result") != std::string::npos;
    unrecorded |= failure.find("on cuda:0: 0 gradients instead of 1") != std::string::npos;
  }
  CHECK(found);
  CHECK(unrecorded);
}

}  // namespace
}  // namespace thalweg::testing
