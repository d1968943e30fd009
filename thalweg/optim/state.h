// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "thalweg/io/named_tensors.h"
#include "thalweg/tensor/create.h"

// Numbers and tensors of a saved state.
namespace thalweg::optim {

/// The `count` numbers kept under this name as a tensor of T. IndexError when there is no such
/// name, DtypeError or ShapeError when it holds something else.
template <class T>
std::vector<T> load_numbers(const io::NamedTensors& tensors, const std::string& name,
                            std::size_t count) {
  const Tensor& x = io::find_tensor(tensors, name);
  if (x.dtype() != dtype_of<T>) {
    throw DtypeError("load_state: '{}' must be {}; got {}", name, name_of(dtype_of<T>),
                     x.describe());
  }
  if (x.shape() != Shape{static_cast<std::int64_t>(count)}) {
    throw ShapeError("load_state: '{}' must have {} elements; got {}", name, count, x.describe());
  }
  return to_vector<T>(x);
}

/// A copy of the tensor of this name, on the device of `like`. IndexError when there is none,
/// DtypeError or ShapeError when dtype or shape are others.
Tensor load_like(const io::NamedTensors& tensors, const std::string& name, const Tensor& like);

template <class T>
Tensor save_numbers(const std::vector<T>& values) {
  return tensor<T>(values, {static_cast<std::int64_t>(values.size())});
}

}  // namespace thalweg::optim
