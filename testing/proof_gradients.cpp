// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "testing/inputs.h"
#include "testing/proof.h"
#include "thalweg/autograd/backward.h"
#include "thalweg/autograd/gradcheck.h"
#include "thalweg/base/error.h"

namespace thalweg::testing {
namespace {

struct Leaves {
  Tensors inputs;  // all
  Tensors wanted;  // those that require a gradient
};

Leaves leaves_of(const Sample& sample, Dtype dtype) {
  Leaves leaves;
  for (Tensor x : place(sample, draw(sample, false), dtype, cpu(), Layout::kContiguous)) {
    leaves.inputs.push_back(x);
    if (!is_float(x.dtype())) continue;
    x.set_requires_grad();
    leaves.wanted.push_back(x);
  }
  return leaves;
}

// A gradient that is recorded itself goes by other ops than the fused one, with equal bits.
void prove_recorded(Failures& failures, const Sample& sample, Dtype dtype,
                    const std::string& where) {
  const Leaves leaves = leaves_of(sample, dtype);
  const Tensor y = sample.call(leaves.inputs);
  if (!y.requires_grad()) return failures.push_back(where + ": was not recorded");
  const Tensor g = place(draw(Input{y.shape()}, 99, false), dtype, cpu(), Layout::kContiguous);
  GradOptions keep;
  keep.retain_graph = true;
  const Tensors plain = grad({y}, leaves.wanted, {g}, keep);
  keep.create_graph = true;
  const Tensors recorded = grad({y}, leaves.wanted, {g}, keep);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (!same_bits(plain[i], recorded[i].detach())) {
      failures.push_back(fmt::format("{} {}: gradient {} has other bits when it is recorded", where,
                                     thalweg::name_of(dtype), i));
    }
  }
}

}  // namespace

Failures prove_gradients(const OpCase& c) {
  Failures failures;
  if (!c.floats) return failures;
  constexpr std::int64_t kMost = 20000;  // central differences lose their digits beyond
  for (const Sample& sample : c.samples) {
    const std::string where = fmt::format("{} {}", c.op, sample.text);
    try {
      if (!c.differentiable) {
        if (sample.call(leaves_of(sample, f64).inputs).requires_grad()) {
          failures.push_back(where + ": was recorded");
        }
        continue;
      }
      for (Dtype dtype : {f32, f64}) prove_recorded(failures, sample, dtype, where);
      const Leaves leaves = leaves_of(sample, f64);
      std::int64_t elements = 0;
      for (const Tensor& x : leaves.wanted) elements += x.numel();
      if (elements == 0 || elements > kMost) continue;
      GradcheckOptions options;
      options.second_order = c.second_order;
      const GradcheckReport report = gradcheck(
          [&](const std::vector<Tensor>& x) { return std::vector<Tensor>{sample.call(x)}; },
          leaves.inputs, options);
      if (!report.passed()) failures.push_back(where + ": " + report.text());
    } catch (const Error& e) {
      failures.push_back(fmt::format("{}: threw {}", where, e.what()));
    }
  }
  return failures;
}

}  // namespace thalweg::testing
