// SPDX-License-Identifier: Apache-2.0
#include "thalweg/data/shuffle.h"

#include "thalweg/tensor/randperm.h"

namespace thalweg::data {

std::vector<std::int64_t> random_permutation(std::int64_t n, Generator& generator) {
  return random_order("random_permutation", n, generator);
}

}  // namespace thalweg::data
