// SPDX-License-Identifier: Apache-2.0
// A layer of one's own: Gaussian bumps, which solve exclusive or where a linear model cannot.
//
// Topic: modules with parameters, their gradients proven, their summary, saved and loaded again.
// Run:   ./dev example custom_layer     (writes custom_layer.safetensors)
// Source of the figures: Haykin, Neural Networks, 2nd edition, section 5.8: two bumps at (1, 1) and
// (0, 0) give the table below, exp(-1) = .3679 and exp(-2) = .1353; a logistic model of exclusive
// or gives 1/2 for each of the four points, by symmetry.
//
// A module registers its parameters and writes down forward(); gradients, parameters(), devices,
// summary and paths in errors come by themselves.
//
// Expected last lines:
//                     (0,0)  (0,1)  (1,0)  (1,1)
//   bump at (1, 1)   0.1353 0.3679 0.3679 1.0000
//   bump at (0, 0)   1.0000 0.3679 0.3679 0.1353
//   linear model     0.5000 0.5000 0.5000 0.5000
//   with four bumps  0.0013 0.9908 0.9997 0.0074
//   a second net, loaded from custom_layer.safetensors, gives the same: yes
//   gradients proven to second order: yes
//   layer  kind       output      numbers  multiply-adds
//   0      Gaussians  [1,4]            12              8
//   1      Linear     [1,1]             5              4
//   17 numbers: 17 parameters (17 trainable), 0 buffers; 12 multiply-adds
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/autograd/gradcheck.h"
#include "thalweg/io/safetensors.h"
#include "thalweg/nn/init.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/sequential.h"
#include "thalweg/nn/summary.h"
#include "thalweg/ops/binary_cross_entropy_with_logits.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sigmoid.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/optim/adam.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"
#include "thalweg/tensor/random.h"

using namespace thalweg;

namespace {

/// x [n, in] gives [n, count]: exp(-gamma_k |x - centre_k|^2). The logarithm of gamma is the
/// parameter, so that no step can make gamma negative.
Tensor gaussians(const Tensor& x, const Tensor& centres, const Tensor& log_gamma) {
  const Tensor apart = reshape(x, {x.size(0), 1, x.size(1)}) - centres;
  return exp(-vecdot(apart, apart, {2}) * exp(log_gamma));
}

class Gaussians : public nn::Module {
 public:
  Gaussians(std::int64_t in, std::int64_t count) {
    Tensor start = empty({count, in});
    nn::init::uniform(start, 0, 1);
    centres = register_parameter("centres", start);
    log_gamma = register_parameter("log_gamma", zeros({count}));
  }

  Tensor forward(const Tensor& x) override { return gaussians(x, centres, log_gamma); }

  std::int64_t multiply_adds(const Tensor&, const Tensor& y) const override {
    return y.numel() * centres.size(1);
  }

  Tensor centres, log_gamma;
};

const Tensor& points() {
  static const Tensor x = tensor<float>({0, 0, 0, 1, 1, 0, 1, 1}, {4, 2});
  return x;
}

void print_column(const char* name, const Tensor& values) {
  std::printf("%-16s", name);
  for (double value : to_vector<double>(values)) std::printf(" %6.4f", value);
  std::printf("\n");
}

void two_bumps() {
  Gaussians layer(2, 2);
  {
    const NoGrad off;
    copy_into(layer.centres, tensor<float>({1, 1, 0, 0}, {2, 2}));
  }
  const Tensor y = layer(points());
  print_column("bump at (1, 1)", select(y, 1, 0));
  print_column("bump at (0, 0)", select(y, 1, 1));
}

bool gradients_are_proven() {
  const auto numbers = [](const Shape& shape) { return randn(shape, f64).set_requires_grad(); };
  return gradcheck([](const auto& in) { return std::vector{gaussians(in[0], in[1], in[2])}; },
                   {numbers({5, 2}), numbers({3, 2}), numbers({3})})
      .passed();
}

/// Probabilities of the four points.
Tensor train(nn::Module& net) {
  const Tensor targets = tensor<float>({0, 1, 1, 0}, {4, 1});
  optim::Adam adam(net.parameters(), {.lr = 0.05});
  for (int step = 0; step < 500; ++step) {
    adam.zero_grad();
    binary_cross_entropy_with_logits(net(points()), targets).backward();
    adam.step();
  }
  return sigmoid(net(points()));
}

int run() {
  manual_seed(0);
  std::printf("%-16s  (0,0)  (0,1)  (1,0)  (1,1)\n", "");
  two_bumps();
  nn::Linear linear(2, 1);
  print_column("linear model", train(linear));
  const auto make = [](nn::Sequential& net) { net.add<Gaussians>(2, 4).add<nn::Linear>(4, 1); };
  nn::Sequential net, copy;
  make(net);
  make(copy);
  const Tensor probabilities = train(net);
  print_column("with four bumps", probabilities);

  const char* path = "custom_layer.safetensors";
  io::save_safetensors(path, net.state());
  copy.load_state(io::load_safetensors(path).tensors);
  const bool same = to_vector<float>(sigmoid(copy(points()))) == to_vector<float>(probabilities);
  std::printf("a second net, loaded from %s, gives the same: %s\n", path, same ? "yes" : "no");
  const bool proven = gradients_are_proven();
  std::printf("gradients proven to second order: %s\n", proven ? "yes" : "no");
  std::printf("%s", nn::summarize(net, {1, 2}).text().c_str());
  return same && proven ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: custom_layer     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  try {
    return run();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "custom_layer: %s\n", e.what());
    return 1;
  }
}
