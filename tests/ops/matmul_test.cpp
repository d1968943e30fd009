// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/matmul.h"

#include <doctest/doctest.h>

#include "tests/tensor/devices.h"
#include "thalweg/ops/slice.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

TEST_CASE("matmul: more tiles of rows than a CUDA grid has blocks along y") {
  const Tensor b = full({1, 1}, 3, f32, test_devices().back());
  Tensor a = ones({16 * 65535 + 1, 1}, f32, b.device());
  Tensor last = slice(a, 0, -1);
  fill(last, 2);
  const auto y = to_vector<float>(matmul(a, b));
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < y.size(); ++i) wrong += y[i] != (i + 1 < y.size() ? 3 : 6);
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace thalweg
