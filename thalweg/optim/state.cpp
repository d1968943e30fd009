// SPDX-License-Identifier: Apache-2.0
// Optimizer::state and load_state, and what other states share with them.
#include "thalweg/optim/state.h"

#include "thalweg/optim/optimizer.h"
#include "thalweg/tensor/copy.h"

namespace thalweg::optim {

Tensor load_like(const io::NamedTensors& tensors, const std::string& name, const Tensor& like) {
  return contiguous_copy(io::find_like("load_state", tensors, name, like), like.device());
}

namespace {

template <class Member>
Tensor column(const std::vector<Group>& groups, Member member) {
  std::vector<double> values;
  for (const Group& group : groups) values.push_back(static_cast<double>(group.*member));
  return save_numbers(values);
}

template <class Value>
void load_column(const io::NamedTensors& tensors, const std::string& name,
                 std::vector<Group>& groups, Value Group::*member) {
  const auto values = load_numbers<double>(tensors, name, groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    groups[i].*member = static_cast<Value>(values[i]);
  }
}

std::string state_name(const std::string& kind, std::size_t parameter, const std::string& name) {
  return fmt::format("{}.{}.{}", kind, parameter, name);
}

using Option = std::variant<double*, bool*>;

double value_of(const Option& option) {
  return std::visit([](auto* x) { return static_cast<double>(*x); }, option);
}

void set_option(const Option& option, double value) {
  if (bool* const* flag = std::get_if<bool*>(&option)) {
    **flag = value != 0;
  } else {
    *std::get<double*>(option) = value;
  }
}

}  // namespace

io::NamedTensors Optimizer::state() const {
  const std::string kind = name_;
  std::vector<std::int64_t> steps;
  for (const State& state : memory_.states) steps.push_back(state.steps);
  io::NamedTensors tensors{{kind + ".steps", save_numbers<std::int64_t>({memory_.steps})},
                           {kind + ".parameter_steps", save_numbers(steps)},
                           {kind + ".lr", column(memory_.groups, &Group::lr)},
                           {kind + ".weight_decay", column(memory_.groups, &Group::weight_decay)},
                           {kind + ".l1", column(memory_.groups, &Group::l1)},
                           {kind + ".frozen", column(memory_.groups, &Group::frozen)}};
  for (const auto& [name, value] : options_) {
    tensors.push_back({fmt::format("{}.{}", kind, name), save_numbers<double>({value_of(value)})});
  }
  const auto names = state_names();
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const auto& kept = memory_.states[i].tensors;
    for (std::size_t k = 0; k < kept.size(); ++k) {
      tensors.push_back({state_name(kind, i, names[k]), kept[k]});
    }
  }
  return tensors;
}

void Optimizer::load_state(const io::NamedTensors& tensors) {
  const Memory memory = memory_;
  std::vector<double> options;
  for (const auto& [name, value] : options_) {
    options.push_back(value_of(value));
  }
  try {
    take(tensors);
  } catch (...) {
    memory_ = memory;
    for (std::size_t i = 0; i < options.size(); ++i) {
      set_option(options_[i].second, options[i]);
    }
    throw;
  }
}

void Optimizer::take(const io::NamedTensors& tensors) {
  const std::string kind = name_;
  for (const auto& [name, value] : options_) {
    set_option(value, load_numbers<double>(tensors, fmt::format("{}.{}", kind, name), 1)[0]);
  }
  check_options();
  take_groups(tensors);
  memory_.steps = load_numbers<std::int64_t>(tensors, kind + ".steps", 1)[0];
  const auto steps =
      load_numbers<std::int64_t>(tensors, kind + ".parameter_steps", parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    State state{steps[i], {}};
    if (state.steps < 0 || state.steps > memory_.steps) {
      throw ValueError("load_state: a parameter has at most as many steps as all; got {} of {}",
                       state.steps, memory_.steps);
    }
    if (state.steps > 0) {
      for (const std::string& name : state_names()) {
        state.tensors.push_back(load_like(tensors, state_name(kind, i, name), parameters_[i]));
      }
    }
    memory_.states[i] = std::move(state);
  }
}

void Optimizer::take_groups(const io::NamedTensors& tensors) {
  const std::string kind = name_;
  load_column(tensors, kind + ".lr", memory_.groups, &Group::lr);
  load_column(tensors, kind + ".weight_decay", memory_.groups, &Group::weight_decay);
  load_column(tensors, kind + ".l1", memory_.groups, &Group::l1);
  load_column(tensors, kind + ".frozen", memory_.groups, &Group::frozen);
  for (const Group& group : memory_.groups) check_group(group);
}

}  // namespace thalweg::optim
