// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/summary.h"

#include <cxxabi.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <typeinfo>

#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::nn {
namespace {

// The class of a module, without its namespaces.
std::string kind_of(const Module& module) {
  int status = 0;
  char* whole = abi::__cxa_demangle(typeid(module).name(), nullptr, nullptr, &status);
  std::string name = status == 0 ? whole : typeid(module).name();
  std::free(whole);
  const std::size_t colon = name.rfind("::");
  return colon == std::string::npos ? name : name.substr(colon + 2);
}

std::int64_t numbers(const io::NamedTensors& tensors) {
  std::int64_t count = 0;
  for (const io::NamedTensor& t : tensors) count += t.tensor.numel();
  return count;
}

class Listener : public ModuleObserver {
 public:
  void called(const std::string& path, const Module& module, const Tensor& x,
              const Tensor& y) override {
    if (!module.is_leaf()) return;
    layers.push_back({path, kind_of(module), y.shape(), numbers(module.named_parameters()),
                      numbers(module.named_buffers()), module.multiply_adds(x, y)});
  }

  std::vector<LayerSummary> layers;
};

// Restores training or evaluation, whatever happens in between.
class Evaluation {
 public:
  explicit Evaluation(Module& net) : net_(net), before_(net.is_training()) { net.eval(); }
  ~Evaluation() { net_.train(before_); }
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

 private:
  Module& net_;
  bool before_;
};

std::string with_commas(std::int64_t n) {
  std::string digits = std::to_string(n);
  for (auto i = static_cast<std::int64_t>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(digits.begin() + i, ',');
  return digits;
}

}  // namespace

NetworkSummary summarize(Module& net, const Shape& input) {
  const NoGrad off;
  const Evaluation evaluation(net);
  Listener listener;
  net(zeros(input));
  NetworkSummary result{std::move(listener.layers), net.parameter_count(), 0,
                        numbers(net.named_buffers()), 0};
  for (const Tensor& p : net.parameters()) {
    if (p.requires_grad()) result.trainable += p.numel();
  }
  for (const LayerSummary& layer : result.layers) result.multiply_adds += layer.multiply_adds;
  return result;
}

std::string NetworkSummary::text() const {
  std::size_t path = 5, kind = 4, shape = 6;
  for (const LayerSummary& layer : layers) {
    path = std::max(path, layer.path.size());
    kind = std::max(kind, layer.kind.size());
    shape = std::max(shape, text_of(layer.output).size());
  }
  const auto line = [&](const std::string& a, const std::string& b, const std::string& c,
                        const std::string& d, const std::string& e) {
    std::string text =
        fmt::format("{:<{}}  {:<{}}  {:<{}}  {:>11}  {:>13}", a, path, b, kind, c, shape, d, e);
    return text.erase(text.find_last_not_of(' ') + 1) + '\n';
  };
  std::string result = line("layer", "kind", "output", "numbers", "multiply-adds");
  for (const LayerSummary& layer : layers) {
    const std::int64_t count = layer.parameters + layer.buffers;
    result += line(layer.path, layer.kind, text_of(layer.output), count ? with_commas(count) : "",
                   layer.multiply_adds ? with_commas(layer.multiply_adds) : "");
  }
  return result + fmt::format(
                      "{} numbers: {} parameters ({} trainable), {} buffers; {} "
                      "multiply-adds\n",
                      with_commas(parameters + buffers), with_commas(parameters),
                      with_commas(trainable), with_commas(buffers), with_commas(multiply_adds));
}

}  // namespace thalweg::nn
