// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "thalweg/nn/sequential.h"

// Known networks, with the initial values of their modules from default_generator().
namespace thalweg::nn {

/// Logits of a linear model: [n, in] gives [n, out].
std::shared_ptr<Sequential> logistic(std::int64_t in, std::int64_t out = 1);

/// Linear layers with ReLU between them: sizes {in, hidden, ..., out}. ValueError for fewer than
/// two sizes.
std::shared_ptr<Sequential> mlp(const std::vector<std::int64_t>& sizes);

/// Images [n, 1, 28, 28]: 32 kernels of 3x3, ReLU, Linear 128, ReLU, Linear `classes`.
std::shared_ptr<Sequential> small_cnn(std::int64_t classes = 10);

/// ResNet-50 in the layout of Keras' first version: the stride of a stage stands at its first 1x1
/// convolution, convolutions have a bias, batch norm has eps 1.001e-5. Images [n, 3, h, w].
/// He, Zhang, Ren and Sun, Deep Residual Learning, arXiv:1512.03385.
std::shared_ptr<Sequential> resnet50(std::int64_t classes = 1000);

}  // namespace thalweg::nn
