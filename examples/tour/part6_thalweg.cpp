// SPDX-License-Identifier: Apache-2.0
// Tour, part 6 of 6: the same network with thalweg itself.
//
// Topic: tensors, autograd, a descent method, a gradient proof; one program on two devices.
// Run:   ./dev example part6_thalweg
// Source of the figures: parts 3 and 4, which print the same ones.
//
// Expected last lines:
//   step   0  loss 0.636924
//   step  50  loss 0.227298
//   step 100  loss 0.108652
//   step 150  loss 0.007157
//   step 200  loss 0.000104
//   0 xor 0 = 0.006, 0 xor 1 = 0.991, 1 xor 0 = 0.988, 1 xor 1 = 0.013
//   gradients of the loss, first and second order: proven
//   the same bits on cuda:0: yes
#include <cstdio>
#include <string_view>
#include <vector>

#include "thalweg/autograd/gradcheck.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/square.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/tanh.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

namespace {

struct Data {
  Tensor x, targets;
  explicit Data(Device device)
      : x(tensor<double>({0, 0, 0, 1, 1, 0, 1, 1}, {4, 2}, device)),
        targets(tensor<double>({0, 1, 1, 0}, {4, 1}, device)) {}
};

std::vector<Tensor> start(Device device) {
  std::vector<Tensor> p = {
      tensor<double>({0.6, -0.4, 0.2, -0.3, 0.5, 0.7}, {2, 3}, device), zeros({1, 3}, f64, device),
      tensor<double>({0.5, 0.5, -0.5}, {3, 1}, device), zeros({1, 1}, f64, device)};
  for (Tensor& one : p) one.set_requires_grad();
  return p;
}

Tensor network(const std::vector<Tensor>& p, const Tensor& x) {
  return matmul(tanh(matmul(x, p[0]) + p[1]), p[2]) + p[3];
}

// The outputs before the last step, as the parts before print them.
std::vector<double> train(Device device, bool print) {
  const Data data(device);
  const std::vector<Tensor> parameters = start(device);
  optim::SGD sgd(parameters, {.lr = 0.2});
  Tensor y;
  for (int step = 0; step <= 200; ++step) {
    y = network(parameters, data.x);
    const Tensor loss = mean(square(y - data.targets));
    sgd.zero_grad();
    loss.backward();
    sgd.step();
    if (print && step % 50 == 0) std::printf("step %3d  loss %.6f\n", step, loss.item());
  }
  return to_vector<double>(y);
}

bool proven() {
  const Data data(cpu());
  const auto loss = [&](const std::vector<Tensor>& p) {
    return std::vector{mean(square(network(p, data.x) - data.targets))};
  };
  return gradcheck(loss, start(cpu())).passed();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: part6_thalweg     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  const std::vector<double> y = train(cpu(), true);
  std::printf("0 xor 0 = %.3f, 0 xor 1 = %.3f, 1 xor 0 = %.3f, 1 xor 1 = %.3f\n", y[0], y[1], y[2],
              y[3]);
  const bool is_proven = proven();
  std::printf("gradients of the loss, first and second order: %s\n",
              is_proven ? "proven" : "not proven");
  const bool same = train(cuda(0), false) == y;  // simulated without a GPU
  std::printf("the same bits on cuda:0: %s\n", same ? "yes" : "no");
  return is_proven && same ? 0 : 1;
}
