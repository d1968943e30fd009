// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "thalweg/io/named_tensors.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg::optim {

/// What the parameters of one group have in common.
struct Group {
  double lr = 0;
  double weight_decay = 0;  // L2 penalty weight_decay / 2 * sum w^2; decoupled in AdamW
  double l1 = 0;            // L1 penalty l1 * sum |w|: a soft threshold after each step
  bool frozen = false;      // its parameters stay as they are, and so does their state
};

/// The same for add_group; what is not given is as the optimizer was made.
struct GroupOptions {
  std::optional<double> lr = std::nullopt;
  std::optional<double> weight_decay = std::nullopt;
  std::optional<double> l1 = std::nullopt;
  bool frozen = false;
};

/// Base of the descent methods: parameters in a fixed order, in one group or several.
///   optim::Adam adam(net.parameters());
///   adam.zero_grad(); loss.backward(); adam.step();
///
/// Gradients accumulate: backward() adds to what is there, so that several calls before one step()
/// make the step of one large batch, when each loss is divided by the number of calls.
///
/// Penalties. weight_decay is the L2 penalty, whose slope joins the gradient; in AdamW it shrinks
/// the weights by lr * weight_decay instead, past the moments. l1 is the L1 penalty, as a proximal
/// step (ops/l1_step.h) with threshold lr * l1 after the method's own, so that weights become zero
/// exactly; for the adaptive methods too the threshold is the plain lr * l1. Both together are the
/// elastic net. Only parameters that have a gradient are penalised.
class Optimizer {
 public:
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;
  virtual ~Optimizer() = default;

  /// Moves every parameter that has a gradient and is not frozen, in place.
  void step();

  /// Makes the gradients undefined.
  void zero_grad() const;

  /// More parameters, with a rate and penalties of their own. Errors as of the constructor.
  ///   sgd.add_group(biases, {.lr = 0.2, .weight_decay = 0});
  void add_group(std::vector<Tensor> parameters, const GroupOptions& options = {});
  std::size_t group_count() const { return memory_.groups.size(); }
  /// IndexError when there is no such group, here and below.
  const Group& group(std::size_t i) const;

  double lr(std::size_t i = 0) const { return group(i).lr; }
  void set_lr(double lr);  // of every group
  void set_lr(double lr, std::size_t i);
  void set_frozen(bool frozen, std::size_t i);

  std::int64_t steps() const { return memory_.steps; }
  /// Those of the groups, one group after the other.
  const std::vector<Tensor>& parameters() const { return parameters_; }

  /// Everything but the parameters that the next steps depend on: steps, groups, options, and what
  /// the method keeps for each parameter, under names such as "Adam.lr" and "Adam.3.m". The
  /// tensors are the method's own: save them before the next step.
  ///   io::save_safetensors("adam.safetensors", adam.state());
  io::NamedTensors state() const;

  /// Takes the state that an optimizer of the same kind gave for the same groups of parameters;
  /// further steps then have the bits of the optimizer that was saved. Options are those of the
  /// state. ValueError, IndexError, ShapeError or DtypeError when it does not fit: then nothing has
  /// changed.
  ///   adam.load_state(io::load_safetensors("adam.safetensors").tensors);
  void load_state(const io::NamedTensors& tensors);

 protected:
  /// What the method keeps for one parameter.
  struct State {
    std::int64_t steps = 0;       // in which it had a gradient; 1 in the first
    std::vector<Tensor> tensors;  // as state_names; zeros in the first step
  };

  /// ValueError as of check_parameters, or for numbers of `group` that are negative or not finite.
  Optimizer(const char* name, std::vector<Tensor> parameters, const Group& group);

  /// One parameter's step.
  virtual void update(const Group& group, Tensor& parameter, const Tensor& gradient,
                      State& state) = 0;
  /// Names of the tensors in State, under the options as they are.
  virtual std::vector<std::string> state_names() const = 0;
  /// ValueError for options out of range; the constructor of the method calls it, and load_state.
  virtual void check_options() const = 0;

  /// The method's constructor names each option that is saved.
  void save_option(const char* name, double& value) { options_.emplace_back(name, &value); }
  void save_option(const char* name, bool& value) { options_.emplace_back(name, &value); }

  const char* name() const { return name_; }

 private:
  /// Everything that load_state changes.
  struct Memory {
    std::int64_t steps = 0;
    std::vector<Group> groups;
    std::vector<State> states;  // one for each parameter
  };
  void check_group(const Group& group) const;
  void take(const io::NamedTensors& tensors);
  void take_groups(const io::NamedTensors& tensors);

  const char* name_;
  std::vector<Tensor> parameters_;
  std::vector<std::size_t> group_of_;  // one for each parameter
  Group made_with_;
  Memory memory_;
  std::vector<std::pair<const char*, std::variant<double*, bool*>>> options_;
};

}  // namespace thalweg::optim
