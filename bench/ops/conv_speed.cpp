// SPDX-License-Identifier: Apache-2.0
// conv2d of ResNet-50's shapes for images of 224x224, forward and both gradients, as shares of the
// machine's multiply-add rate, by turns in one run:
//   conv_speed [rounds] [batch] [threads] [layer, as it is printed]
// Every figure is a median over the rounds; "all" weighs each shape by how often the network has
// it.
#include <fmt/core.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "thalweg/base/threads.h"
#include "thalweg/ops/loops/conv.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;
using std::int64_t;

namespace {

struct Layer {
  int count;  // in the network
  int64_t in, out, kernel, stride, size;
};

const Layer kLayers[] = {
    {1, 3, 64, 7, 2, 224},    {1, 64, 64, 1, 1, 56},     {2, 256, 64, 1, 1, 56},
    {3, 64, 64, 3, 1, 56},    {4, 64, 256, 1, 1, 56},    {1, 256, 128, 1, 2, 56},
    {1, 256, 512, 1, 2, 56},  {3, 512, 128, 1, 1, 28},   {4, 128, 128, 3, 1, 28},
    {4, 128, 512, 1, 1, 28},  {1, 512, 256, 1, 2, 28},   {1, 512, 1024, 1, 2, 28},
    {5, 1024, 256, 1, 1, 14}, {6, 256, 256, 3, 1, 14},   {6, 256, 1024, 1, 1, 14},
    {1, 1024, 512, 1, 2, 14}, {1, 1024, 2048, 1, 2, 14}, {2, 2048, 512, 1, 1, 7},
    {3, 512, 512, 3, 1, 7},   {3, 512, 2048, 1, 1, 7}};

Conv2dShape shape_of(const Layer& l, int64_t batch) {
  const int64_t padding = l.kernel / 2;
  const int64_t out = (l.size + 2 * padding - l.kernel) / l.stride + 1;
  return {batch,
          1,
          l.in,
          l.size,
          l.size,
          l.out,
          out,
          out,
          l.kernel,
          l.kernel,
          {l.stride, l.stride},
          {padding, padding},
          {1, 1}};
}

// In the library's own memory: its large pages count for much.
Tensor numbers(int64_t n) {
  Tensor x = empty({n});
  float* v = x.mutable_data<float>();
  for (int64_t i = 0; i < n; ++i) v[i] = static_cast<float>(i * 7919 % 4096) / 1024 - 2;
  return x;
}

}  // namespace

int main(int count, char** arguments) {
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 5;
  const int64_t batch = count > 2 ? std::atoi(arguments[2]) : 16;
  const int threads = count > 3 ? std::atoi(arguments[3]) : 1;
  const std::string only = count > 4 ? arguments[4] : "";  // name of a layer, as it is printed
  set_num_threads(threads);
  fmt::print("{:<28} {:>5} {:>9} {:>8} {:>8}\n", "layer", "times", "forward", "d input",
             "d weight");
  double work = 0, took[3] = {};
  for (const Layer& l : kLayers) {
    const std::string name =
        fmt::format("{}x{} /{} {} to {}, {}", l.kernel, l.kernel, l.stride, l.in, l.out, l.size);
    if (!only.empty() && name != only) continue;
    const Conv2dShape s = shape_of(l, batch);
    const double flops = 2.0 * static_cast<double>(s.images * s.out_channels * s.out_pixels() *
                                                   s.in_channels * s.taps());
    Tensor x = numbers(s.images * s.in_channels * s.pixels());
    Tensor w = numbers(s.out_channels * s.in_channels * s.taps());
    Tensor y = numbers(s.images * s.out_channels * s.out_pixels());
    std::vector<double> share[3];
    for (int round = 0; round <= rounds; ++round) {
      for (int i = 0; i < 3; ++i) {
        const double before = bench::multiply_add_rate<float>(threads);
        const double start = bench::seconds();
        if (i == 0) conv2d_forward(s, x.data<float>(), w.data<float>(), y.mutable_data<float>());
        if (i == 1)
          conv2d_data_gradient(s, y.data<float>(), w.data<float>(), x.mutable_data<float>());
        if (i == 2)
          conv2d_weight_gradient(s, x.data<float>(), y.data<float>(), w.mutable_data<float>());
        const double time = bench::seconds() - start;
        const double peak = (before + bench::multiply_add_rate<float>(threads)) / 2;
        if (round > 0) share[i].push_back(flops / time / peak);
        // Gradients of large numbers grow without bound: from new numbers each time.
        if (i == 1) x = numbers(x.numel());
        if (i == 2) w = numbers(w.numel());
      }
    }
    fmt::print(
        "{:<28} {:>5}",
        fmt::format("{}x{} /{} {} to {}, {}", l.kernel, l.kernel, l.stride, l.in, l.out, l.size),
        l.count);
    work += l.count * flops;
    for (int i = 0; i < 3; ++i) {
      const double middle = bench::median(share[i]);
      fmt::print(" {:>8.3f}", middle);
      took[i] += l.count * flops / middle;
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
  fmt::print("{:<34} {:>8.3f} {:>8.3f} {:>8.3f}   mean {:.3f}\n", "all", work / took[0],
             work / took[1], work / took[2], 3 * work / (took[0] + took[1] + took[2]));
}
