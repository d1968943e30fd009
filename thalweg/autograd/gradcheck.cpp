// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/gradcheck.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "thalweg/autograd/backward.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

using Tensors = std::vector<Tensor>;
using Values = std::vector<double>;

// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // Of either sign, between 1/2 and 1 in size: no element of a direction goes unnoticed.
  Values direction(std::int64_t n) {
    Values result(n);
    for (double& v : result) {
      const std::uint64_t bits = next();
      const double size = 0.5 + 0.5 * static_cast<double>(bits >> 11) * 0x1p-53;
      v = bits & 1 ? size : -size;
    }
    return result;
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

// What the derivatives of one order are about: f of `inputs`, whose names stand in the report.
struct Subject {
  TensorFunction f;
  Tensors inputs;
  std::vector<std::string> names;
};

Tensor like(const Tensor& x, const Values& values) { return tensor(values, x.shape(), x.device()); }

// sum_k <weights[k], (high[k] - low[k])>: differences first, so that large outputs cost no digits.
double weighed_difference(const std::vector<Values>& weights, const Tensors& high,
                          const Tensors& low) {
  double sum = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const Values a = to_vector<double>(high[k]);
    const Values b = to_vector<double>(low[k]);
    for (std::size_t i = 0; i < weights[k].size(); ++i) sum += weights[k][i] * (a[i] - b[i]);
  }
  return sum;
}

double numeric_derivative(const Subject& subject, std::size_t input, const Values& direction,
                          const std::vector<Values>& weights, double step) {
  const Values at = to_vector<double>(subject.inputs[input]);
  const auto moved = [&](double h) {
    Values values = at;
    for (std::size_t i = 0; i < at.size(); ++i) values[i] += h * direction[i];
    Tensors inputs = subject.inputs;
    inputs[input] = like(inputs[input], values);
    inputs[input].set_requires_grad();
    return subject.f(inputs);
  };
  return weighed_difference(weights, moved(step), moved(-step)) / (2 * step);
}

// d sum_k <weights[k], outputs[k]> / d x for each input x that requires a gradient.
Tensors backward_gradients(const Subject& subject, const Tensors& outputs,
                           const std::vector<Values>& weights) {
  Tensors recorded, seeds, wanted;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (!outputs[k].requires_grad()) continue;
    recorded.push_back(outputs[k]);
    seeds.push_back(like(outputs[k], weights[k]));
  }
  for (const Tensor& x : subject.inputs) {
    if (x.requires_grad()) wanted.push_back(x);
  }
  if (recorded.empty()) return Tensors(wanted.size());
  return grad(recorded, wanted, seeds, {.allow_unused = true});
}

GradcheckRow row_of(const Tensor& gradient, const Values& direction, double numeric, double noise,
                    double tolerance) {
  const Values values =
      gradient.defined() ? to_vector<double>(gradient) : Values(direction.size(), 0.0);
  double analytic = 0, squares = 0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    const double term = values[j] * direction[j];
    analytic += term;
    squares += term * term;
  }
  const double difference = analytic == numeric ? 0 : std::abs(analytic - numeric);
  const double scale = std::max({std::abs(analytic), std::abs(numeric), std::sqrt(squares)});
  const double error = difference == 0 ? 0 : difference / scale;
  return {0, "", 0, analytic, numeric, error, error <= tolerance || difference <= noise};
}

void compare(int order, const Subject& subject, const GradcheckOptions& options, double tolerance,
             GradcheckReport& report) {
  const EnableGrad mode;
  Random random(options.seed + static_cast<std::uint64_t>(order));
  const Tensors outputs = subject.f(subject.inputs);
  std::vector<Values> weights;
  double size = 0;  // of the weighed sum, whose rounding the differences cannot tell from a change
  for (const Tensor& y : outputs) {
    weights.push_back(is_float(y.dtype()) ? random.direction(y.numel()) : Values());
    const Values values = weights.back().empty() ? Values() : to_vector<double>(y);
    for (const double value : values) size += std::abs(value);
  }
  const double noise = std::numeric_limits<double>::epsilon() * size / options.step;
  const Tensors gradients = backward_gradients(subject, outputs, weights);
  std::size_t next = 0;
  for (std::size_t i = 0; i < subject.inputs.size(); ++i) {
    if (!subject.inputs[i].requires_grad()) continue;
    const Tensor& gradient = gradients[next++];
    for (int d = 0; d < options.directions; ++d) {
      const Values direction = random.direction(subject.inputs[i].numel());
      const double numeric = numeric_derivative(subject, i, direction, weights, options.step);
      GradcheckRow row = row_of(gradient, direction, numeric, noise, tolerance);
      row.order = order;
      row.input = subject.names[i];
      row.direction = d;
      report.rows.push_back(std::move(row));
    }
  }
}

// (x, c) -> d sum(c f(x)) / dx, with history.
Subject gradient_of(const Subject& first) {
  const Tensors outputs = first.f(first.inputs);
  const std::size_t count = first.inputs.size();
  Subject result{{}, first.inputs, first.names};
  Random random(static_cast<std::uint64_t>(count) + 1);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (!is_float(outputs[k].dtype())) continue;
    Tensor c = like(outputs[k], random.direction(outputs[k].numel()));
    result.inputs.push_back(c.set_requires_grad());
    result.names.push_back(fmt::format("gradient of outputs[{}]={}", k, outputs[k].describe()));
  }
  result.f = [f = first.f, count](const Tensors& all) {
    const Tensors inputs(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    Tensors recorded, seeds, wanted, result;
    std::size_t next = count;
    for (const Tensor& y : f(inputs)) {
      if (!is_float(y.dtype())) continue;
      const Tensor& c = all[next++];
      if (!y.requires_grad()) continue;
      recorded.push_back(y);
      seeds.push_back(c);
    }
    for (const Tensor& x : inputs) {
      if (x.requires_grad()) wanted.push_back(x);
    }
    if (recorded.empty()) return result;
    const Tensors gradients =
        grad(recorded, wanted, seeds, {.create_graph = true, .allow_unused = true});
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      result.push_back(gradients[i].defined() ? gradients[i] : zeros_like(wanted[i]));
    }
    return result;
  };
  return result;
}

}  // namespace

bool GradcheckReport::passed() const {
  return std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.passed; });
}

std::string GradcheckReport::text(bool all) const {
  std::string text;
  for (const GradcheckRow& row : rows) {
    if (row.passed && !all) continue;
    text += fmt::format(
        "{}order {}, {}, direction {}: analytic {:.12g}, numeric {:.12g}, relative error {:.2g}",
        text.empty() ? "" : "\n", row.order, row.input, row.direction, row.analytic, row.numeric,
        row.error);
  }
  return text;
}

void GradcheckReport::require() const {
  if (!passed())
    throw GradientError("gradcheck: gradients differ from differences; got {}", text());
}

GradcheckReport gradcheck(const TensorFunction& f, const Tensors& inputs,
                          const GradcheckOptions& options) {
  Subject first{f, inputs, {}};
  bool any = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    first.names.push_back(fmt::format("inputs[{}]={}", i, inputs[i].describe()));
    if (!inputs[i].requires_grad()) continue;
    any = true;
    if (inputs[i].dtype() != f64) refuse_dtype("gradcheck", inputs[i].dtype(), "f64");
  }
  if (!any) {
    throw ValueError(
        "gradcheck: no input requires a gradient; got {} inputs; call "
        "set_requires_grad",
        inputs.size());
  }
  GradcheckReport report;
  compare(1, first, options, options.tolerance, report);
  if (options.second_order) {
    const EnableGrad mode;
    compare(2, gradient_of(first), options, options.second_tolerance, report);
  }
  return report;
}

}  // namespace thalweg
