// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/networks.h"

#include "thalweg/base/error.h"
#include "thalweg/nn/activation.h"
#include "thalweg/nn/batch_norm2d.h"
#include "thalweg/nn/conv2d.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/pooling.h"
#include "thalweg/nn/structure.h"

namespace thalweg::nn {
namespace {

constexpr double kResNetEps = 1.001e-5;

std::shared_ptr<BatchNorm2d> norm(std::int64_t channels, bool relu) {
  return std::make_shared<BatchNorm2d>(channels, BatchNormOptions{.eps = kResNetEps, .relu = relu});
}

void add_conv(Sequential& net, std::int64_t in, std::int64_t out, std::int64_t kernel,
              std::int64_t stride) {
  net.add<Conv2d>(in, out, kernel, Conv2dOptions{.stride = stride, .padding = kernel / 2});
}

// 1x1, 3x3 and 1x1 convolutions beside the shortcut, which is a 1x1 convolution where sizes change.
std::shared_ptr<Module> bottleneck(std::int64_t in, std::int64_t width, std::int64_t stride,
                                   bool sizes_change) {
  auto body = std::make_shared<Sequential>();
  add_conv(*body, in, width, 1, stride);
  body->append(norm(width, true));
  add_conv(*body, width, width, 3, 1);
  body->append(norm(width, true));
  add_conv(*body, width, 4 * width, 1, 1);
  std::shared_ptr<Sequential> shortcut;
  if (sizes_change) {
    shortcut = std::make_shared<Sequential>();
    add_conv(*shortcut, in, 4 * width, 1, stride);
    shortcut->append(norm(4 * width, false));
  }
  return std::make_shared<NormedResidual>(body, norm(4 * width, true), shortcut);
}

}  // namespace

std::shared_ptr<Sequential> logistic(std::int64_t in, std::int64_t out) {
  auto net = std::make_shared<Sequential>();
  net->add<Linear>(in, out);
  return net;
}

std::shared_ptr<Sequential> mlp(const std::vector<std::int64_t>& sizes) {
  if (sizes.size() < 2) {
    throw ValueError("mlp: wants at least the sizes of input and output; got {} sizes",
                     sizes.size());
  }
  auto net = std::make_shared<Sequential>();
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
    const bool is_last = i + 2 == sizes.size();
    net->add<Linear>(sizes[i], sizes[i + 1], true, is_last ? Activation::kNone : Activation::kRelu);
  }
  return net;
}

std::shared_ptr<Sequential> small_cnn(std::int64_t classes) {
  auto net = std::make_shared<Sequential>();
  net->add<Conv2d>(1, 32, 3).add<ReLU>().add<Flatten>();
  net->add<Linear>(32 * 26 * 26, 128).add<ReLU>().add<Linear>(128, classes);
  return net;
}

std::shared_ptr<Sequential> resnet50(std::int64_t classes) {
  auto net = std::make_shared<Sequential>();
  add_conv(*net, 3, 64, 7, 2);
  net->append(norm(64, true)).add<MaxPool2d>(3, 2, 1);
  std::int64_t in = 64;
  const std::int64_t depths[] = {3, 4, 6, 3};
  for (int stage = 0; stage < 4; ++stage) {
    const std::int64_t width = std::int64_t{64} << stage;
    for (std::int64_t i = 0; i < depths[stage]; ++i) {
      net->append(bottleneck(in, width, i == 0 && stage > 0 ? 2 : 1, i == 0));
      in = 4 * width;
    }
  }
  net->add<GlobalAvgPool2d>().add<Linear>(in, classes);
  return net;
}

}  // namespace thalweg::nn
