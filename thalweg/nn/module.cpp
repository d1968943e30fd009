// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/module.h"

#include <algorithm>

#include "thalweg/base/error.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/node.h"

namespace thalweg::nn {

namespace {

thread_local ModuleObserver* observer = nullptr;

}  // namespace

ModuleObserver::ModuleObserver() : before_(observer) { observer = this; }
ModuleObserver::~ModuleObserver() { observer = before_; }

Tensor Module::operator()(const Tensor& x) {
  return call(x, [&] { return forward(x); });
}

Tensor Module::call(const Tensor& x, const std::function<Tensor()>& f) {
  const ModuleScope scope(name_);
  try {
    Tensor y = f();
    if (observer) observer->called(name_.empty() ? "" : *current_module_path(), *this, x, y);
    return y;
  } catch (Error& e) {
    if (!name_.empty()) e.add_context("running module " + *current_module_path());
    throw;
  }
}

std::int64_t Module::multiply_adds(const Tensor&, const Tensor&) const { return 0; }

void Module::collect(io::NamedTensors Module::*kind, const std::string& prefix,
                     io::NamedTensors& all) const {
  for (const io::NamedTensor& p : this->*kind) {
    const bool known = std::any_of(all.begin(), all.end(), [&](const io::NamedTensor& q) {
      return q.tensor.same_as(p.tensor);
    });
    if (!known) all.push_back({prefix + p.name, p.tensor});
  }
  for (const auto& [name, part] : parts_) part->collect(kind, prefix + name + '.', all);
}

io::NamedTensors Module::named_parameters() const {
  io::NamedTensors all;
  collect(&Module::parameters_, "", all);
  return all;
}

io::NamedTensors Module::named_buffers() const {
  io::NamedTensors all;
  collect(&Module::buffers_, "", all);
  return all;
}

std::vector<Tensor> Module::all_tensors() const {
  std::vector<Tensor> all = parameters();
  for (io::NamedTensor& b : named_buffers()) all.push_back(std::move(b.tensor));
  return all;
}

io::NamedTensors Module::state() const {
  io::NamedTensors all = named_parameters();
  for (io::NamedTensor& b : named_buffers()) all.push_back(std::move(b));
  return all;
}

void Module::load_state(const io::NamedTensors& tensors) {
  io::check_names("load_state", tensors);
  const io::NamedTensors own = state();
  std::vector<std::string> others;
  for (const io::NamedTensor& t : tensors) {
    const bool known = std::any_of(own.begin(), own.end(),
                                   [&](const io::NamedTensor& p) { return p.name == t.name; });
    if (!known) others.push_back(t.name);
  }
  if (!others.empty()) {
    throw ValueError("load_state: the network has no {}; load what it has alone",
                     io::list_of(others));
  }
  for (const io::NamedTensor& p : own) io::find_like("load_state", tensors, p.name, p.tensor);
  const NoGrad off;
  for (io::NamedTensor p : own) {
    copy_into(p.tensor, contiguous_copy(io::find_tensor(tensors, p.name), p.tensor.device()));
  }
}

void Module::freeze(const std::string& prefix, bool frozen) {
  bool found = false;
  for (io::NamedTensor& p : named_parameters()) {
    const bool below =
        p.name.starts_with(prefix) &&
        (prefix.empty() || p.name.size() == prefix.size() || p.name[prefix.size()] == '.');
    if (!below) continue;
    p.tensor.set_requires_grad(!frozen);
    found = true;
  }
  if (!found) {
    throw ValueError(
        "freeze: no parameter stands at or below this path; got '{}'; named_parameters "
        "lists them",
        prefix);
  }
}

std::vector<Tensor> Module::parameters() const {
  std::vector<Tensor> all;
  for (io::NamedTensor& p : named_parameters()) all.push_back(std::move(p.tensor));
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
  std::vector<Tensor> all = all_tensors(), moved;
  for (const Tensor& p : all) moved.push_back(contiguous_copy(p, device));
  for (std::size_t i = 0; i < all.size(); ++i) all[i].replace_data(moved[i]);
}

void Module::to(Dtype dtype) {
  if (!is_float(dtype)) {
    throw DtypeError("Module::to: parameters have a float dtype; got {}; use f32 or f64",
                     name_of(dtype));
  }
  std::vector<Tensor> all = all_tensors(), cast;
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

void Module::check_new(const char* function, const std::string& name) const {
  check_name(function, name);
  for (const io::NamedTensors* kind : {&parameters_, &buffers_}) {
    for (const io::NamedTensor& p : *kind) {
      if (p.name == name) throw ValueError("{}: a name is used twice; got {}", function, name);
    }
  }
}

Tensor Module::register_parameter(const std::string& name, Tensor value) {
  check_new("register_parameter", name);
  value.set_requires_grad();
  parameters_.push_back({name, value});
  return value;
}

Tensor Module::register_buffer(const std::string& name, Tensor value) {
  check_new("register_buffer", name);
  buffers_.push_back({name, value});
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
