// SPDX-License-Identifier: Apache-2.0
// A first network: 784-128-10 with ReLU on Fashion-MNIST, 60,000 pictures of clothes.
//
// Topic: mini-batches, softmax and cross-entropy, Adam, training against test accuracy.
// Run:   ./dev example fashion_mlp          (or ./dev demo; about a minute)
//        fashion_mlp [DIRECTORY [EPOCHS]]   DIRECTORY holds the four IDX files; 1 to 1000 epochs
// Data:  Debian's package dataset-fashion-mnist (MIT licence), Xiao, Rasul and Vollgraf,
//        arXiv:1708.07747.
// Source of the figures: the same network, rate and batch in PyTorch give .8838 and .8849 on the
// test pictures for two seeds, and about .91 on the training pictures.
//
// Expected last lines:
//   parameters 101770
//   test accuracy ... after 10 epochs; published for this network: .884 +- .006
//   within it: yes
#include <cstdio>
#include <exception>

#include "examples/networks/fashion.h"
#include "thalweg/nn/activation.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/sequential.h"
#include "thalweg/optim/adam.h"
#include "thalweg/tensor/random.h"

using namespace thalweg;

int main(int argc, char** argv) {
  const fashion::Arguments arguments = fashion::arguments_of("fashion_mlp", argc, argv, 10);
  if (arguments.exit_code >= 0) return arguments.exit_code;
  const int epochs = arguments.epochs;
  try {
    const fashion::Pictures train = fashion::load(arguments.directory, "train");
    const fashion::Pictures test = fashion::load(arguments.directory, "t10k");
    manual_seed(0);
    nn::Sequential net;
    net.add<nn::Linear>(784, 128).add<nn::ReLU>().add<nn::Linear>(128, 10);
    optim::Adam adam(net.parameters());
    double test_accuracy = 0;
    for (int epoch = 1; epoch <= epochs; ++epoch) {
      const double loss = fashion::train_epoch(net, adam, train, {784}, 32);
      test_accuracy = fashion::accuracy(net, test, {784});
      std::printf("epoch %2d  loss %.4f  test accuracy %.4f\n", epoch, loss, test_accuracy);
      std::fflush(stdout);
    }
    std::printf("train accuracy %.4f\n", fashion::accuracy(net, train, {784}));
    std::printf("parameters %lld\n", static_cast<long long>(net.parameter_count()));
    std::printf("test accuracy %.4f after %d epochs", test_accuracy, epochs);
    if (epochs != 10) {  // the published figure is that of 10
      std::printf("\n");
      return 0;
    }
    const bool within = test_accuracy > .878 && test_accuracy < .890;
    std::printf("; published for this network: .884 +- .006\n");
    std::printf("within it: %s\n", within ? "yes" : "no");
    return within ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "fashion_mlp: %s\n", e.what());
    return 1;
  }
}
