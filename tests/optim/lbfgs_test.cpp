// SPDX-License-Identifier: Apache-2.0
// L-BFGS, held against PyTorch's (tests/golden/torch_optim.py), and its state.
#include "thalweg/optim/lbfgs.h"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/io/files.h"
#include "tests/optim/message.h"
#include "tests/optim/pattern.h"
#include "thalweg/io/safetensors.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/cat.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

using optim::LBFGS;
using optim::LbfgsOptions;

// A chain of Rosenbrock's valleys, turned round for a method that climbs.
struct Problem {
  Tensor w, b;
  LbfgsOptions options;
  LBFGS lbfgs;

  explicit Problem(const LbfgsOptions& o, Device device = cpu())
      : w(testing::pattern_on(device, {3, 2}, 1).set_requires_grad()),
        b(testing::pattern_on(device, {2}, 2).set_requires_grad()),
        options(o),
        lbfgs({w, b}, o) {}

  double step() {
    return lbfgs.step([&] {
      lbfgs.zero_grad();
      const Tensor z = cat({reshape(w, {-1}), b});
      const Tensor from = slice(z, 0, 0, 7), to = slice(z, 0, 1, 8);
      const Tensor bend = to - from * from, way = 1.0 - from;
      const Tensor loss = sum(10.0 * bend * bend + way * way) * (options.maximize ? -1.0 : 1.0);
      loss.backward();
      return loss;
    });
  }

  std::vector<double> place() const {
    auto all = to_vector<double>(w);
    for (const double x : to_vector<double>(b)) all.push_back(x);
    return all;
  }
};

std::vector<double> run(const LbfgsOptions& options, Device device) {
  Problem problem(options, device);
  std::vector<double> numbers;
  for (int i = 0; i < 20; ++i) numbers.push_back(problem.step());
  for (const double x : problem.place()) numbers.push_back(x);
  return numbers;
}

TEST_CASE("twenty steps equal PyTorch's in f64 to 1e-12; cuda has the bits of cpu") {
  const std::map<std::string, LbfgsOptions> runs{
      {"fixed", {.lr = .3, .max_iter = 2}},
      {"fixed_maximize", {.lr = .02, .max_iter = 3, .history_size = 2, .maximize = true}},
      {"wolfe", {.max_iter = 1, .max_eval = 25, .strong_wolfe = true}},
      {"wolfe_history", {.lr = .5, .max_iter = 2, .history_size = 3, .strong_wolfe = true}},
      {"wolfe_to_the_end", {.strong_wolfe = true, .maximize = true}}};
  std::ifstream golden(THALWEG_REPO_DIR "/tests/golden/torch_lbfgs.txt");
  std::size_t rows = 0;
  for (std::string line; std::getline(golden, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string name;
    words >> name;
    REQUIRE_MESSAGE(runs.count(name) == 1, name);
    const auto ours = run(runs.at(name), cpu());
    CHECK_MESSAGE(run(runs.at(name), cuda(0)) == ours, name);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      double wanted = 0;
      REQUIRE(static_cast<bool>(words >> wanted));
      CHECK_MESSAGE(std::abs(ours[i] - wanted) <= 1e-12 * (std::abs(wanted) + .01),
                    name << " number " << i << ": " << ours[i] << " instead of " << wanted);
    }
    ++rows;
  }
  CHECK(rows == runs.size());
}

TEST_CASE("resumed from a file: the same bits, whatever the options it was made with") {
  const testing::TemporaryFolder folder;
  for (const bool wolfe : {false, true}) {
    Problem whole({.lr = wolfe ? 1 : .02, .max_iter = 3, .history_size = 4, .strong_wolfe = wolfe});
    for (int i = 0; i < 3; ++i) whole.step();
    io::save_safetensors(folder / "state.safetensors", whole.lbfgs.state());
    for (const Device device : {cpu(), cuda(0)}) {
      Problem resumed({}, device);
      for (auto [to, from] : {std::pair{resumed.w, whole.w}, {resumed.b, whole.b}}) {
        to.replace_data(contiguous_copy(from.detach(), device));
      }
      resumed.lbfgs.load_state(io::load_safetensors(folder / "state.safetensors").tensors);
      CHECK(resumed.lbfgs.iterations() == whole.lbfgs.iterations());
      Problem goes_on(
          {.lr = wolfe ? 1 : .02, .max_iter = 3, .history_size = 4, .strong_wolfe = wolfe});
      for (int i = 0; i < 3; ++i) goes_on.step();
      for (int i = 0; i < 4; ++i) CHECK(resumed.step() == goes_on.step());
      CHECK(resumed.place() == goes_on.place());
    }
  }
}

TEST_CASE("a state that does not fit is refused and changes nothing") {
  Problem problem({.history_size = 4, .strong_wolfe = true}), same(problem.options);
  problem.step();
  same.step();
  const auto refused = [&](const std::string& name, const Tensor& value) {
    auto state = problem.lbfgs.state();
    for (auto& [key, tensor] : state) {
      if (key == name) tensor = value;
    }
    return message_of([&] { problem.lbfgs.load_state(state); });
  };
  CHECK(refused("LBFGS.counts", tensor<std::int64_t>({0, 0, 1, 0, 0, 1, 0})) ==
        "LBFGS: max_iter and history_size are at least 1; got 0 and 1");
  CHECK(refused("LBFGS.counts", tensor<std::int64_t>({1, 0, 1, 0, 0, 1, 2})) ==
        "load_state: counts are 0 or more, changes at most the history's size; got 1 iterations, "
        "2 changes, size 1");
  CHECK(refused("LBFGS.3.s", ones({8})) ==
        "load_state: 'LBFGS.3.s' must be like its parameter f64[8] on cpu:0; got f32[8] on cpu:0");
  CHECK(refused("LBFGS.rho", ones({4}, f32)).starts_with("load_state: 'LBFGS.rho' must be f64"));
  problem.step();
  same.step();
  CHECK(problem.place() == same.place());
}

TEST_CASE("at a lowest point, and where the loss is NaN, the parameters stay") {
  const Tensor w = scalar(0, f64).set_requires_grad(), unused = ones({2}, f64).set_requires_grad();
  LBFGS lbfgs({w, unused}, {.strong_wolfe = true});
  const auto step = [&](double factor) {
    return lbfgs.step([&] {
      lbfgs.zero_grad();
      const Tensor loss = w * w * factor;
      loss.backward();
      return loss;
    });
  };
  CHECK(step(1) == 0);
  CHECK(lbfgs.iterations() == 0);
  CHECK(std::isnan(step(__builtin_nan(""))));
  CHECK(w.item() == 0);
  CHECK(to_vector<double>(unused) == std::vector<double>{1, 1});
}

TEST_CASE("bad options and parameters are refused") {
  const Tensor w = scalar(1, f64).set_requires_grad(), v = ones({2}).set_requires_grad();
  CHECK(message_of([] { LBFGS lbfgs({}); }) == "LBFGS: wants at least one parameter; got none");
  CHECK(message_of([&] {
          LBFGS lbfgs({w, v});
        }) ==
        "LBFGS: dtypes must be equal; got first=f64[] on cpu:0, other=f32[2] on cpu:0; use cast");
  CHECK(message_of([&] { LBFGS lbfgs({w}, {.lr = -1}); }) ==
        "LBFGS: lr is 0 or more and finite; got -1");
  CHECK(message_of([&] { LBFGS lbfgs({w}, {.max_iter = 0}); }) ==
        "LBFGS: max_iter and history_size are at least 1; got 0 and 100");
  CHECK(message_of([&] {
          LBFGS lbfgs({w}, {.tolerance_grad = __builtin_nan("")});
        }).starts_with("LBFGS: tolerance_grad is 0 or more and finite; got nan"));
}

}  // namespace
}  // namespace thalweg
