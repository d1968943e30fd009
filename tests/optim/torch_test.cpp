// SPDX-License-Identifier: Apache-2.0
// Twenty steps of each descent method, held against PyTorch (tests/golden/torch_optim.py).
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>

#include "tests/optim/pattern.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"
#include "thalweg/optim/adagrad.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/rmsprop.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

using testing::pattern_on;

using Made = std::unique_ptr<optim::Optimizer>;
using Make = std::function<Made(const Tensor& w, const Tensor& b)>;

template <class Method, class Options>
Make method(const Options& options) {
  return [=](const Tensor& w, const Tensor& b) -> Made {
    return std::make_unique<Method>(std::vector{w, b}, options);
  };
}

template <class Method, class Options>
Make groups(const Options& options) {
  return [=](const Tensor& w, const Tensor& b) -> Made {
    auto made = std::make_unique<Method>(std::vector{w}, options);
    made->add_group({b}, {.lr = 0.03, .weight_decay = 0});
    return made;
  };
}

const std::map<std::string, Make>& methods() {
  using namespace optim;
  static const std::map<std::string, Make> all{
      {"sgd", method<SGD>(SgdOptions{.lr = .2})},
      {"sgd_decay", method<SGD>(SgdOptions{.lr = .2, .weight_decay = .1})},
      {"sgd_momentum", method<SGD>(SgdOptions{.1, .9, .1, .01})},
      {"sgd_nesterov", method<SGD>(SgdOptions{.lr = .1, .momentum = .9, .nesterov = true})},
      {"sgd_maximize",
       method<SGD>(SgdOptions{.lr = .2, .momentum = .5, .weight_decay = .1, .maximize = true})},
      {"sgd_l1", method<SGD>(SgdOptions{.lr = .2, .l1 = .1})},
      {"sgd_elastic",
       method<SGD>(SgdOptions{.lr = .2, .momentum = .5, .weight_decay = .1, .l1 = .05})},
      {"sgd_groups", groups<SGD>(SgdOptions{.lr = .2, .momentum = .5, .weight_decay = .2})},
      {"adam", method<Adam>(AdamOptions{.lr = .05})},
      {"adam_decay", method<Adam>(AdamOptions{.05, .8, .95, 1e-3, .1})},
      {"adam_amsgrad",
       method<Adam>(AdamOptions{.lr = .3, .beta1 = .5, .beta2 = .6, .amsgrad = true})},
      {"adam_maximize", method<Adam>(AdamOptions{.lr = .05, .weight_decay = .1, .maximize = true})},
      {"adam_groups", groups<Adam>(AdamOptions{.lr = .05, .weight_decay = .2})},
      {"adam_l1", method<Adam>(AdamOptions{.lr = .05, .l1 = .1})},
      {"adamw", method<AdamW>(AdamWOptions{.lr = .05})},
      {"adamw_decay", method<AdamW>(AdamWOptions{.lr = .05, .weight_decay = .5, .amsgrad = true})},
      {"adagrad", method<Adagrad>(AdagradOptions{.lr = .1})},
      {"adagrad_decay", method<Adagrad>(AdagradOptions{.1, .1, .1, .2, 1e-3})},
      {"adagrad_maximize", method<Adagrad>(AdagradOptions{.lr = .1, .maximize = true})},
      {"rmsprop", method<RMSprop>(RMSpropOptions{.lr = .02})},
      {"rmsprop_momentum",
       method<RMSprop>(RMSpropOptions{.lr = .01, .alpha = .9, .weight_decay = .1, .momentum = .9})},
      {"rmsprop_centered",
       method<RMSprop>(RMSpropOptions{.lr = .01, .alpha = .9, .eps = 1e-3, .centered = true})},
      {"rmsprop_all", method<RMSprop>(RMSpropOptions{.lr = .01,
                                                     .alpha = .9,
                                                     .eps = 1e-3,
                                                     .momentum = .5,
                                                     .centered = true,
                                                     .maximize = true})}};
  return all;
}

// The numbers of one line; sign -1 for a method that climbs.
std::vector<double> run(const Make& make, double sign, Device device) {
  const Tensor w = pattern_on(device, {4, 2}, 1).set_requires_grad();
  const Tensor b = pattern_on(device, {2}, 2).set_requires_grad();
  const Tensor x = pattern_on(device, {12, 4}, 3, 2), y = pattern_on(device, {12, 2}, 4, 2);
  const auto optimizer = make(w, b);
  std::vector<double> numbers;
  for (int step = 0; step < 20; ++step) {
    optimizer->zero_grad();
    const Tensor error = matmul(x, w) + b - y;
    const Tensor loss = sign * mean(error * error);
    loss.backward();
    optimizer->step();
    numbers.push_back(loss.item());
  }
  for (const Tensor& p : {w, b}) {
    for (const double value : to_vector<double>(p)) numbers.push_back(value);
  }
  return numbers;
}

TEST_CASE("twenty steps equal PyTorch's in f64 to 1e-12; cuda has the bits of cpu") {
  std::ifstream golden(THALWEG_REPO_DIR "/tests/golden/torch_optim.txt");
  std::size_t rows = 0;
  for (std::string line; std::getline(golden, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string name;
    words >> name;
    REQUIRE_MESSAGE(methods().count(name) == 1, name);
    std::vector<double> wanted;
    for (double value = 0; words >> value;) wanted.push_back(value);
    const double sign = wanted[0] < 0 ? -1 : 1;
    const auto ours = run(methods().at(name), sign, cpu());
    CHECK_MESSAGE(run(methods().at(name), sign, cuda(0)) == ours, name);
    REQUIRE(ours.size() == wanted.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      CHECK_MESSAGE(std::abs(ours[i] - wanted[i]) <= 1e-12 * (std::abs(wanted[i]) + .01),
                    name << " number " << i << ": " << ours[i] << " instead of " << wanted[i]);
    }
    ++rows;
  }
  CHECK(rows == methods().size());
}

}  // namespace
}  // namespace thalweg
