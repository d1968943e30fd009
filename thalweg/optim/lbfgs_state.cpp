// SPDX-License-Identifier: Apache-2.0
// LBFGS::state and load_state.
#include "thalweg/optim/lbfgs.h"
#include "thalweg/optim/state.h"
#include "thalweg/tensor/copy.h"

namespace thalweg::optim {

io::NamedTensors LBFGS::state() const {
  const LbfgsOptions& o = options_;
  std::vector<double> rho;
  for (const Change& change : memory_.history) rho.push_back(change.rho);
  io::NamedTensors tensors{
      {"LBFGS.options", save_numbers<double>({o.lr, o.tolerance_grad, o.tolerance_change})},
      {"LBFGS.counts",
       save_numbers<std::int64_t>({o.max_iter, o.max_eval, o.history_size, o.strong_wolfe ? 1 : 0,
                                   o.maximize ? 1 : 0, memory_.iterations,
                                   static_cast<std::int64_t>(memory_.history.size())})},
      {"LBFGS.scalars", save_numbers<double>({memory_.t, memory_.scale})},
      {"LBFGS.rho", save_numbers(rho)}};
  if (memory_.iterations > 0) {
    tensors.push_back({"LBFGS.direction", memory_.direction});
    tensors.push_back({"LBFGS.gradient", memory_.gradient});
  }
  for (std::size_t i = 0; i < memory_.history.size(); ++i) {
    tensors.push_back({fmt::format("LBFGS.{}.y", i), memory_.history[i].y});
    tensors.push_back({fmt::format("LBFGS.{}.s", i), memory_.history[i].s});
  }
  return tensors;
}

void LBFGS::load_state(const io::NamedTensors& tensors) {
  const LbfgsOptions options = options_;
  const Memory memory = memory_;
  try {
    take(tensors);
  } catch (...) {
    options_ = options;
    memory_ = memory;
    throw;
  }
}

void LBFGS::take(const io::NamedTensors& tensors) {
  const auto numbers = load_numbers<double>(tensors, "LBFGS.options", 3);
  const auto counts = load_numbers<std::int64_t>(tensors, "LBFGS.counts", 7);
  options_ = {numbers[0], counts[0], counts[1],      numbers[1],
              numbers[2], counts[2], counts[3] != 0, counts[4] != 0};
  check_options();
  const std::int64_t iterations = counts[5], changes = counts[6];
  if (iterations < 0 || changes < 0 || changes > options_.history_size) {
    throw ValueError(
        "load_state: counts are 0 or more, changes at most the history's size; got {} iterations, "
        "{} changes, size {}",
        iterations, changes, options_.history_size);
  }
  const Tensor x = position();
  const auto vector = [&](const std::string& name) { return load_like(tensors, name, x); };
  const auto scalars = load_numbers<double>(tensors, "LBFGS.scalars", 2);
  memory_ = {iterations, {}, {}, scalars[0], scalars[1], {}};
  if (iterations > 0) {
    memory_.direction = vector("LBFGS.direction");
    memory_.gradient = vector("LBFGS.gradient");
  }
  const auto rho = load_numbers<double>(tensors, "LBFGS.rho", static_cast<std::size_t>(changes));
  for (std::size_t i = 0; i < rho.size(); ++i) {
    memory_.history.push_back(
        {vector(fmt::format("LBFGS.{}.y", i)), vector(fmt::format("LBFGS.{}.s", i)), rho[i]});
  }
}

}  // namespace thalweg::optim
