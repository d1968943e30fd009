// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/named_tensors.h"

#include <set>

namespace thalweg::io {

std::string list_of(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) {
    text += text.empty() ? "'" : ", '";
    text += name + "'";
  }
  return text.empty() ? "none" : text;
}

const Tensor& find_tensor(const NamedTensors& tensors, std::string_view name) {
  std::vector<std::string> names;
  for (const auto& [key, tensor] : tensors) {
    if (key == name) return tensor;
    names.push_back(key);
  }
  throw IndexError("find_tensor: no tensor of this name; got '{}'; there are {}", name,
                   list_of(names));
}

const Tensor& find_like(std::string_view op, const NamedTensors& tensors, std::string_view name,
                        const Tensor& like) {
  const Tensor& x = find_tensor(tensors, name);
  const std::string text = fmt::format("{}: '{}' must be like its parameter {}; got {}", op, name,
                                       like.describe(), x.describe());
  if (x.dtype() != like.dtype()) throw DtypeError("{}", text);
  if (x.shape() != like.shape()) throw ShapeError("{}", text);
  return x;
}

void check_names(std::string_view op, const NamedTensors& tensors) {
  std::set<std::string_view> seen;
  for (const auto& [name, tensor] : tensors) {
    if (!tensor.defined()) {
      throw ValueError("{}: a tensor was never made; got an undefined tensor as '{}'", op, name);
    }
    if (!seen.insert(name).second) {
      throw ValueError("{}: names must differ; got '{}' twice", op, name);
    }
  }
}

}  // namespace thalweg::io
