// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "thalweg/io/named_tensors.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg::nn {

/// A part of a network: parameters, parts of its own, and forward().
///
///   struct Scale : nn::Module {
///     Tensor factor = register_parameter("factor", ones({1}));
///     Tensor forward(const Tensor& x) override { return x * factor; }
///   };
///
/// Calling a module, module(x), opens its scope, so that recorded ops and error texts carry its
/// path. Modules are neither copied nor moved.
class Module {
 public:
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  virtual ~Module() = default;

  virtual Tensor forward(const Tensor& x) = 0;

  /// forward(x) inside the module's scope; an Error on the way gets a line with the module's path.
  Tensor operator()(const Tensor& x);

  /// Own parameters in order of registration, then those of the parts, in theirs; one that is
  /// registered in several places stands at its first only.
  io::NamedTensors named_parameters() const;
  std::vector<Tensor> parameters() const;
  std::int64_t parameter_count() const;

  /// Likewise what training changes without a gradient, as running statistics.
  io::NamedTensors named_buffers() const;

  /// Parameters, then buffers: all that forward() depends on. They are the module's own.
  ///   io::save_safetensors("net.safetensors", net.state());
  io::NamedTensors state() const;

  /// Copies values into parameters and buffers; the handles stay the same. IndexError when one is
  /// missing, ValueError for a name that the network does not have, ShapeError, DtypeError: then
  /// nothing has changed.
  ///   net.load_state(io::load_safetensors("net.safetensors").tensors);
  void load_state(const io::NamedTensors& tensors);

  /// Parameters at or below `prefix` ("0", "0.weight", or "" for all) need no gradient from here
  /// on, or need one again. ValueError when there is none.
  void freeze(const std::string& prefix, bool frozen = true);

  /// Multiplications, each with its addition, of one forward() from x to y; 0 where a module has no
  /// product of its own.
  virtual std::int64_t multiply_adds(const Tensor& x, const Tensor& y) const;

  /// Training (the start) or evaluation, for this module and its parts: dropout and batch norm look
  /// at it.
  void train(bool training = true);
  void eval() { train(false); }
  bool is_training() const { return training_; }

  /// Whether it has no parts.
  bool is_leaf() const { return parts_.empty(); }

  void zero_grad() const;

  /// Moves parameters and buffers, or casts them; their gradients are dropped. The handles stay the
  /// same, so that an optimizer goes on with them (its own state does not move). DtypeError when
  /// dtype is no float; after an error every parameter is as it was.
  void to(Device device);
  void to(Dtype dtype);

 protected:
  /// y = f() as operator() does with forward(x): for modules that are called with more than x.
  Tensor call(const Tensor& x, const std::function<Tensor()>& f);

  /// Makes `value` a leaf that requires a gradient, kept under `name`. Returns the handle.
  /// ValueError for a name that is empty, used twice or has a dot.
  Tensor register_parameter(const std::string& name, Tensor value);

  /// The same for a tensor without gradient.
  Tensor register_buffer(const std::string& name, Tensor value);

  /// Makes a part of this module. Returns the part. ValueError as above, and for none. A module
  /// that is part of several keeps the name by which it was registered first.
  template <class M>
  std::shared_ptr<M> register_module(const std::string& name, std::shared_ptr<M> part) {
    add_part(name, part);
    return part;
  }

  std::size_t part_count() const { return parts_.size(); }
  /// IndexError when there are fewer parts.
  Module& part(std::size_t i) const;

 private:
  void add_part(const std::string& name, std::shared_ptr<Module> part);
  void collect(io::NamedTensors Module::*kind, const std::string& prefix,
               io::NamedTensors& all) const;
  std::vector<Tensor> all_tensors() const;
  void check_new(const char* function, const std::string& name) const;

  std::string name_;  // within its owner; "" at the top
  io::NamedTensors parameters_, buffers_;
  std::vector<std::pair<std::string, std::shared_ptr<Module>>> parts_;
  bool training_ = true;
};

/// Hears of every module call on its thread while it lives; one at a time.
class ModuleObserver {
 public:
  ModuleObserver();
  virtual ~ModuleObserver();
  ModuleObserver(const ModuleObserver&) = delete;
  ModuleObserver& operator=(const ModuleObserver&) = delete;

  /// `path` as in error texts, "" at the top; parts are heard of before what they are part of.
  virtual void called(const std::string& path, const Module& module, const Tensor& x,
                      const Tensor& y) = 0;

 private:
  ModuleObserver* before_;
};

}  // namespace thalweg::nn
