// SPDX-License-Identifier: Apache-2.0
// The line search of L-BFGS, held against PyTorch's (tests/golden/torch_optim.py).
#include "thalweg/optim/line_search.h"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace thalweg {
namespace {

struct Function {
  double (*value)(double t);
  double (*slope)(double t);
};

const std::map<std::string, Function>& functions() {
  static const std::map<std::string, Function> all{
      {"ratio",
       {[](double t) { return -t / (t * t + 2); },
        [](double t) { return (t * t - 2) / ((t * t + 2) * (t * t + 2)); }}},
      {"quintic",
       {[](double t) { return std::pow(t + .004, 4) * (t - 1.996); },
        [](double t) { return std::pow(t + .004, 3) * (5 * t - 7.98); }}},
      {"saw",
       {[](double t) {
          return (t < 1.2 ? 0 : t < 1.5 ? .9 : 1.3) - t;
        },
        [](double t) { return t == 0 ? -.1 : -1; }}}};
  return all;
}

TEST_CASE("the points tried are PyTorch's") {
  std::ifstream golden(THALWEG_REPO_DIR "/tests/golden/torch_wolfe.txt");
  int rows = 0;
  for (std::string line; std::getline(golden, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string name;
    double first = 0, found = 0;
    words >> name >> first >> found;
    std::vector<double> wanted, tried;
    for (double t = 0; words >> t;) wanted.push_back(t);
    const Function& f = functions().at(name);
    const auto evaluate = [&](double t) {
      tried.push_back(t);
      return optim::Trial{t, f.value(t), {}, f.slope(t)};
    };
    const optim::Trial start{0, f.value(0), {}, f.slope(0)};
    std::int64_t evals = 0;
    const double ours = optim::strong_wolfe(evaluate, start, first, {}, evals).t;
    CHECK(evals == static_cast<std::int64_t>(tried.size()));
    REQUIRE_MESSAGE(tried.size() == wanted.size(), name << " from " << first);
    for (std::size_t i = 0; i < tried.size(); ++i) {
      CHECK_MESSAGE(std::abs(tried[i] - wanted[i]) <= 1e-9 * wanted[i],
                    name << " from " << first << ", trial " << i << ": " << tried[i]
                         << " instead of " << wanted[i]);
    }
    CHECK(std::abs(ours - found) <= 1e-9 * found);
    ++rows;
  }
  CHECK(rows == 8);
}

TEST_CASE("the line search comes back from where the loss is NaN") {
  // x - log(x) / 10 exists for positive x; the first step down from .9 leads outside.
  const auto evaluate = [](double t) {
    const double x = .9 - t;
    return optim::Trial{t,
                        x > 0 ? x - .1 * std::log(x) : __builtin_nan(""),
                        {},
                        x > 0 ? -(1 - .1 / x) : __builtin_nan("")};
  };
  std::int64_t evals = 0;
  const optim::Trial found = optim::strong_wolfe(evaluate, evaluate(0), 3, {}, evals);
  CHECK(found.loss < evaluate(0).loss);
  CHECK(std::abs(found.slope) <= .9 * std::abs(evaluate(0).slope));
  CHECK(evals > 1);
  CHECK(evals < 10);
}

}  // namespace
}  // namespace thalweg
