// SPDX-License-Identifier: Apache-2.0
// Times whole training steps, for bench/targets/training.py, which runs PyTorch on the same work:
//   training_speed mlp THREADS        microseconds of one step: 9-64-64-1, ReLU, batch 32, Adam
//   training_speed epoch THREADS      seconds of one epoch: 784-128-10, 60,000 rows, batch 32, Adam
//   training_speed resnet THREADS     seconds of one step of ResNet-50 on 32x32, batch 64, SGD
//   training_speed memory THREADS     MB that a process of two such steps needs at most
// The numbers are made up here; the arithmetic is that of the real task.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "bench/measure.h"
#include "thalweg/base/threads.h"
#include "thalweg/nn/activation.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/networks.h"
#include "thalweg/nn/sequential.h"
#include "thalweg/ops/cross_entropy.h"
#include "thalweg/ops/embedding.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/sub.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/random.h"

namespace thalweg::bench {
namespace {

double mlp_step_microseconds() {
  nn::Sequential net;
  net.add<nn::Linear>(9, 64).add<nn::ReLU>().add<nn::Linear>(64, 64).add<nn::ReLU>();
  net.add<nn::Linear>(64, 1);
  optim::Adam adam(net.parameters());
  const Tensor x = randn({32, 9}), y = randn({32, 1});
  std::vector<double> times;
  for (int i = 0; i < 7; ++i) {
    times.push_back(seconds_per_call(
        [&] {
          adam.zero_grad();
          const Tensor error = net(x) - y;
          mean(error * error).backward();
          adam.step();
        },
        0.05));
  }
  return 1e6 * median(times);
}

double epoch_seconds() {
  constexpr std::int64_t kRows = 60000, kBatch = 32;
  nn::Sequential net;
  net.add<nn::Linear>(784, 128).add<nn::ReLU>().add<nn::Linear>(128, 10);
  optim::Adam adam(net.parameters());
  const Tensor images = rand({kRows, 784});
  std::vector<std::int64_t> order(kRows);
  for (std::int64_t i = 0; i < kRows; ++i) order[i] = i * 7919 % kRows;
  const double start = seconds();
  for (std::int64_t first = 0; first < kRows; first += kBatch) {
    const std::span<const std::int64_t> rows(order.data() + first, kBatch);
    std::vector<std::int64_t> labels(kBatch);
    for (std::int64_t i = 0; i < kBatch; ++i) labels[i] = rows[i] % 10;
    adam.zero_grad();
    const Tensor x = embedding(images, tensor(rows, {kBatch}));
    cross_entropy(net(x), tensor(labels, {kBatch})).backward();
    adam.step();
  }
  return seconds() - start;
}

/// One step of ResNet-50 after another: `after` is called with the seconds of each.
template <class After>
void resnet_steps(int steps, After&& after) {
  constexpr std::int64_t kBatch = 64;
  const auto net = nn::resnet50(10);
  optim::SGD sgd(net->parameters(), {.lr = 0.01, .momentum = 0.9});
  const Tensor images = randn({kBatch, 3, 32, 32});
  std::vector<std::int64_t> labels(kBatch);
  for (std::int64_t i = 0; i < kBatch; ++i) labels[i] = i % 10;
  const Tensor target = tensor(labels, {kBatch});
  for (int i = 0; i < steps; ++i) {
    const double start = seconds();
    sgd.zero_grad();
    cross_entropy((*net)(images), target).backward();
    sgd.step();
    after(seconds() - start);
  }
}

double resnet_step_seconds() {
  std::vector<double> times;
  resnet_steps(4, [&](double time) { times.push_back(time); });
  times.erase(times.begin());  // memory is asked for in the first
  return median(times);
}

double resnet_memory_megabytes() {
  resnet_steps(2, [](double) {});
  // Not getrusage(), which also counts the process that started this one.
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes / 1e3;
  }
  return 0;
}

struct Task {
  std::string_view name;
  double (*measure)();
};
constexpr Task kTasks[] = {{"mlp", mlp_step_microseconds},
                           {"epoch", epoch_seconds},
                           {"resnet", resnet_step_seconds},
                           {"memory", resnet_memory_megabytes}};

}  // namespace
}  // namespace thalweg::bench

int main(int argc, char** argv) {
  using namespace thalweg;
  if (argc == 3) {
    set_num_threads(std::atoi(argv[2]));
    for (const bench::Task& task : bench::kTasks) {
      if (task.name != argv[1]) continue;
      std::printf("%.6g\n", task.measure());
      return 0;
    }
  }
  std::fprintf(stderr, "usage: training_speed mlp|epoch|resnet|memory THREADS\n");
  return 2;
}
