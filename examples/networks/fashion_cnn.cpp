// SPDX-License-Identifier: Apache-2.0
// A small convolutional network on Fashion-MNIST: 32 kernels of 3x3, then 128 and 10.
//
// Topic: convolution, what it adds over fashion_mlp; dropout against learning by heart; a learning
// rate that falls along a cosine; where parameters and work of a network are.
// Run:   ./dev example fashion_cnn          (some minutes)
//        fashion_cnn [DIRECTORY [EPOCHS]]   DIRECTORY holds the four IDX files; 1 to 1000 epochs
// Data:  Debian's package dataset-fashion-mnist (MIT licence), Xiao, Rasul and Vollgraf,
//        arXiv:1708.07747.
// The data set's authors list about .91 for networks with one or two convolutions.
//
// Expected last lines:
//   test accuracy ... after 12 epochs; at least .91: yes
#include <cstdio>
#include <exception>

#include "examples/networks/fashion.h"
#include "thalweg/nn/activation.h"
#include "thalweg/nn/conv2d.h"
#include "thalweg/nn/dropout.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/sequential.h"
#include "thalweg/nn/structure.h"
#include "thalweg/nn/summary.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/rules.h"
#include "thalweg/optim/schedule.h"
#include "thalweg/tensor/random.h"

using namespace thalweg;

int main(int argc, char** argv) {
  const fashion::Arguments arguments = fashion::arguments_of("fashion_cnn", argc, argv, 12);
  if (arguments.exit_code >= 0) return arguments.exit_code;
  const int epochs = arguments.epochs;
  try {
    const fashion::Pictures train = fashion::load(arguments.directory, "train");
    const fashion::Pictures test = fashion::load(arguments.directory, "t10k");
    manual_seed(0);
    nn::Sequential net;
    net.add<nn::Conv2d>(1, 32, 3).add<nn::ReLU>().add<nn::Flatten>().add<nn::Dropout>(0.3);
    net.add<nn::Linear>(32 * 26 * 26, 128).add<nn::ReLU>().add<nn::Dropout>(0.3);
    net.add<nn::Linear>(128, 10);
    optim::Adam adam(net.parameters());
    optim::Schedule schedule(adam, optim::cosine_annealing_lr(epochs));
    double test_accuracy = 0;
    for (int epoch = 1; epoch <= epochs; ++epoch) {
      const double loss = fashion::train_epoch(net, adam, train, {1, 28, 28}, 64);
      schedule.step();
      test_accuracy = fashion::accuracy(net, test, {1, 28, 28});
      std::printf("epoch %2d  loss %.4f  test accuracy %.4f\n", epoch, loss, test_accuracy);
      std::fflush(stdout);
    }
    std::printf("%s", nn::summarize(net, {1, 1, 28, 28}).text().c_str());
    std::printf("test accuracy %.4f after %d epochs; at least .91: %s\n", test_accuracy, epochs,
                test_accuracy >= .91 ? "yes" : "no");
    return epochs < 12 || test_accuracy >= .91 ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "fashion_cnn: %s\n", e.what());
    return 1;
  }
}
