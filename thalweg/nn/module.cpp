// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/module.h"

#include <algorithm>

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
  for (const NamedTensor& p : parameters_) {
    const bool known = std::any_of(
        all.begin(), all.end(), [&](const NamedTensor& q) { return q.tensor.same_as(p.tensor); });
    if (!known) all.push_back({prefix + p.name, p.tensor});
  }
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
  std::vector<Tensor> all = parameters(), moved;
  for (const Tensor& p : all) moved.push_back(contiguous_copy(p, device));
  for (std::size_t i = 0; i < all.size(); ++i) all[i].replace_data(moved[i]);
}

void Module::to(Dtype dtype) {
  if (!is_float(dtype)) {
    throw DtypeError("Module::to: parameters have a float dtype; got {}; use f32 or f64",
                     name_of(dtype));
  }
  std::vector<Tensor> all = parameters(), cast;
  for (const Tensor& p : all) cast.push_back(contiguous_copy(p, dtype, p.device()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i].replace_data(cast[i]);
}

Module& Module::part(std::size_t i) const {
  if (i < parts_.size()) return *parts_[i].second;
  throw IndexError("Module: no such part; got {}; there are {}", i, parts_.size());
}

namespace {

// Names are joined by dots to paths.
void check_name(const char* function, const std::string& name) {
  if (!name.empty() && name.find('.') == std::string::npos) return;
  throw ValueError("{}: a name is not empty and has no dot; got '{}'", function, name);
}

}  // namespace

Tensor Module::register_parameter(const std::string& name, Tensor value) {
  check_name("register_parameter", name);
  for (const NamedTensor& p : parameters_) {
    if (p.name == name) throw ValueError("register_parameter: a name is used twice; got {}", name);
  }
  value.set_requires_grad();
  parameters_.push_back({name, value});
  return value;
}

void Module::add_part(const std::string& name, std::shared_ptr<Module> part) {
  check_name("register_module", name);
  if (!part) throw ValueError("register_module: a part is a module; got none for '{}'", name);
  for (const auto& other : parts_) {
    if (other.first == name)
      throw ValueError("register_module: a name is used twice; got {}", name);
  }
  if (part->name_.empty()) part->name_ = name;
  parts_.emplace_back(name, std::move(part));
}

}  // namespace thalweg::nn
