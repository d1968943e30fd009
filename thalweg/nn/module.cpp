// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/module.h"

#include "thalweg/base/error.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/node.h"

namespace thalweg::nn {

Tensor Module::operator()(const Tensor& x) {
  const ModuleScope scope(name_);
  try {
    return forward(x);
  } catch (Error& e) {
    if (!name_.empty()) e.add_context("running module " + *current_module_path());
    throw;
  }
}

void Module::collect(const std::string& prefix, std::vector<NamedTensor>& all) const {
  for (const NamedTensor& p : parameters_) all.push_back({prefix + p.name, p.tensor});
  for (const auto& [name, part] : parts_) part->collect(prefix + name + '.', all);
}

std::vector<NamedTensor> Module::named_parameters() const {
  std::vector<NamedTensor> all;
  collect("", all);
  return all;
}

std::vector<Tensor> Module::parameters() const {
  std::vector<Tensor> all;
  for (NamedTensor& p : named_parameters()) all.push_back(std::move(p.tensor));
  return all;
}

std::int64_t Module::parameter_count() const {
  std::int64_t count = 0;
  for (const Tensor& p : parameters()) count += p.numel();
  return count;
}

void Module::train(bool training) {
  training_ = training;
  for (const auto& [name, part] : parts_) part->train(training);
}

void Module::zero_grad() const {
  for (const Tensor& p : parameters()) p.zero_grad();
}

void Module::to(Device device) {
  for (Tensor& p : parameters()) p.replace_data(contiguous_copy(p, device));
}

void Module::to(Dtype dtype) {
  for (Tensor& p : parameters()) p.replace_data(contiguous_copy(p, dtype, p.device()));
}

Tensor Module::register_parameter(const std::string& name, Tensor value) {
  for (const NamedTensor& p : parameters_) {
    if (p.name == name) throw ValueError("register_parameter: a name is used twice; got {}", name);
  }
  value.set_requires_grad();
  parameters_.push_back({name, value});
  return value;
}

void Module::add_part(const std::string& name, std::shared_ptr<Module> part) {
  for (const auto& other : parts_) {
    if (other.first == name)
      throw ValueError("register_module: a name is used twice; got {}", name);
  }
  part->name_ = name;
  parts_.emplace_back(name, std::move(part));
}

}  // namespace thalweg::nn
