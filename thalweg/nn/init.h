// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/random.h"
#include "thalweg/tensor/tensor.h"

// Initial values, written in place (PyTorch's torch.nn.init). A weight is [out, in, ...]: fan_in is
// in times the sizes after it, fan_out is out times them. ShapeError for fewer than two axes.
namespace thalweg::nn::init {

void constant(Tensor& x, double value);
void uniform(Tensor& x, double low, double high, Generator& generator = default_generator());
void normal(Tensor& x, double mean, double std, Generator& generator = default_generator());

/// Uniform in +-gain * sqrt(6 / (fan_in + fan_out)). Glorot and Bengio, AISTATS 2010.
void xavier_uniform(Tensor& x, double gain = 1, Generator& generator = default_generator());
/// Normal, deviation gain * sqrt(2 / (fan_in + fan_out)).
void xavier_normal(Tensor& x, double gain = 1, Generator& generator = default_generator());

/// Uniform in +-gain * sqrt(3 / fan_in); gain sqrt(2) suits ReLU. He et al., ICCV 2015.
void kaiming_uniform(Tensor& x, double gain = 1.4142135623730951,
                     Generator& generator = default_generator());
/// Normal, deviation gain / sqrt(fan_in).
void kaiming_normal(Tensor& x, double gain = 1.4142135623730951,
                    Generator& generator = default_generator());

}  // namespace thalweg::nn::init
