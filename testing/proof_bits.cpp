// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "testing/inputs.h"
#include "testing/proof.h"
#include "testing/sum_rule.h"
#include "thalweg/autograd/backward.h"
#include "thalweg/base/error.h"
#include "thalweg/base/threads.h"
#include "thalweg/ops/expand.h"
#include "thalweg/ops/slice.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

struct Results {
  Tensors all;  // the result, then the gradient of each float input
};

// The gradient that comes in is the same numbers whatever the device.
Tensor incoming(const Tensor& y) {
  const Array g = draw(Input{y.shape()}, 99, false);
  return place(g, y.dtype(), y.device(), Layout::kContiguous);
}

Results run(const OpCase& c, const Sample& sample, Tensors inputs) {
  Results results;
  Tensors wanted;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs[i] = inputs[i].detach();
    if (!is_float(inputs[i].dtype()) || !c.differentiable) continue;
    inputs[i].set_requires_grad();
    wanted.push_back(inputs[i]);
  }
  const Tensor y = sample.call(inputs);
  results.all.push_back(y.detach());
  if (wanted.empty() || !y.requires_grad()) return results;
  for (const Tensor& g : grad({y}, wanted, {incoming(y)})) results.all.push_back(g);
  return results;
}

void compare(Failures& failures, const std::string& where, const Results& a, const Results& b) {
  if (a.all.size() != b.all.size()) {
    failures.push_back(
        fmt::format("{}: {} gradients instead of {}", where, b.all.size() - 1, a.all.size() - 1));
  }
  for (std::size_t i = 0; i < std::min(a.all.size(), b.all.size()); ++i) {
    if (same_bits(a.all[i], b.all[i])) continue;
    failures.push_back(
        fmt::format("{}: other bits in {}", where,
                    i == 0 ? std::string("the result") : fmt::format("gradient {}", i - 1)));
  }
}

// The same numbers held once and repeated by a step of 0, and written out.
void prove_repeated(Failures& failures, const OpCase& c, const Sample& sample, Dtype dtype,
                    const std::string& where) {
  Tensors repeated, written;
  bool any = false;
  for (std::size_t i = 0; i < sample.inputs.size(); ++i) {
    const Input& input = sample.inputs[i];
    const Tensor x =
        place(draw(input, i + 1, false), input.is_index ? i64 : dtype, cpu(), Layout::kContiguous);
    const bool possible = x.dim() > 0 && x.numel() > 0;
    any |= possible;
    repeated.push_back(possible ? expand(slice(x, 0, 0, 1), x.shape()) : x);
    written.push_back(contiguous_copy(repeated.back()));
  }
  if (any) compare(failures, where, run(c, sample, written), run(c, sample, repeated));
}

// What a call gives: results, or the text of its error.
struct Outcome {
  Results results;
  std::string error;
};
Outcome outcome(const OpCase& c, const Sample& sample, const Tensors& inputs) {
  try {
    return {run(c, sample, inputs), ""};
  } catch (const ValueError& e) {
    return {{}, e.what()};
  }
}

// Numbers at the ends of the format, with NaNs and infinities or without, from tensor to tensor in
// other places: threads and devices must agree on them as well, be it on an error.
void prove_special_values(Failures& failures, const OpCase& c, const Sample& sample, Dtype dtype,
                          const std::string& where) {
  const double tiny = dtype == f32 ? 0x1p-149 : 0x1p-1074;
  const double least = dtype == f32 ? 0x1p-126 : 0x1p-1022;
  const double most = dtype == f32 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
  const double infinity = __builtin_inf(), nan = __builtin_nan("");
  for (const std::vector<double>& values :
       {std::vector{0.0, -0.0, tiny, -tiny, least / 2, 1.0, -least, -0.0, -3.0},
        std::vector{1.0, most, -2.0, -most, 0.5, -0.0, most / 2, -90.0, 90.0},
        std::vector{0.5, -infinity, 1.0, nan, -1.0, infinity, -nan, 0.0, -0.0, 2.0, 3.0}}) {
    Arrays arrays = draw(sample, false);
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      if (sample.inputs[k].is_index) continue;
      for (std::size_t i = 0; i < arrays[k].values.size(); ++i) {
        if ((i + k) % 7 < 5) arrays[k].values[i] = values[(i * 5 + 3 * k) % values.size()];
      }
    }
    set_num_threads(1);
    const Outcome first =
        outcome(c, sample, place(sample, arrays, dtype, cpu(), Layout::kContiguous));
    const Results& plain = first.results;
    set_num_threads(7);
    const Outcome second = outcome(c, sample, place(sample, arrays, dtype, cpu(), Layout::kSliced));
    if (first.error != second.error) {
      failures.push_back(fmt::format("{} special values with 7 threads: threw '{}', before '{}'",
                                     where, second.error, first.error));
    }
    if (first.error != "" || second.error != "") continue;
    compare(failures, where + " special values with 7 threads", plain, second.results);
    if (!c.cuda) continue;
    compare(failures, where + " special values on cuda:0", plain,
            run(c, sample, place(sample, arrays, dtype, cuda(0), Layout::kContiguous)));
  }
}

// An op without a CUDA kernel says so.
void prove_refusal(Failures& failures, const Sample& sample, const Tensors& inputs,
                   const std::string& where) {
  try {
    sample.call(inputs);
    failures.push_back(where + " on cuda:0: did not refuse the device");
  } catch (const DeviceError& e) {
    if (std::string(e.what()).find("no kernel for this device") == std::string::npos) {
      failures.push_back(fmt::format("{} on cuda:0: threw {}", where, e.what()));
    }
  }
}

}  // namespace

Failures prove_bits(const OpCase& c) {
  Failures failures;
  const int threads_before = num_threads();
  for (const Sample& original : c.samples) {
    for (Dtype dtype : dtypes_of(c)) {
      const Sample sample = sample_for(original, dtype);
      const std::string where = fmt::format("{} {} {}", c.op, sample.text, thalweg::name_of(dtype));
      try {
        const Arrays arrays = draw(sample, !is_float(dtype));
        set_num_threads(1);
        const Results plain =
            run(c, sample, place(sample, arrays, dtype, cpu(), Layout::kContiguous));
        for (int threads : {2, 7}) {
          set_num_threads(threads);
          compare(failures, fmt::format("{} with {} threads", where, threads), plain,
                  run(c, sample, place(sample, arrays, dtype, cpu(), Layout::kContiguous)));
        }
        for (Layout layout : kLayouts) {
          compare(failures, fmt::format("{} {}", where, name_of(layout)), plain,
                  run(c, sample, place(sample, arrays, dtype, cpu(), layout)));
        }
        if (c.cuda) {
          compare(failures, where + " on cuda:0", plain,
                  run(c, sample, place(sample, arrays, dtype, cuda(0), Layout::kContiguous)));
          compare(failures, where + " on cuda:0, sliced", plain,
                  run(c, sample, place(sample, arrays, dtype, cuda(0), Layout::kSliced)));
        } else {
          prove_refusal(failures, sample,
                        place(sample, arrays, dtype, cuda(0), Layout::kContiguous), where);
        }
        if (!is_float(dtype)) continue;
        prove_repeated(failures, c, sample, dtype, where + " repeated");
        prove_special_values(failures, c, sample, dtype, where);
      } catch (const Error& e) {
        failures.push_back(fmt::format("{}: threw {}", where, e.what()));
      }
    }
  }
  set_num_threads(threads_before);
  return failures;
}

Failures prove_sum_rule(const OpCase& c) {
  Failures failures;
  for (const Sample& sample : c.samples) {
    if (sample.inputs.size() != 1 || sample.inputs[0].shape.size() != 1) continue;
    const Array x = draw(sample.inputs[0], 1, false);
    visit_float(f32, "prove_sum_rule", [&]<class T>() {
      const T wanted = sum_rule(std::vector<T>(x.values.begin(), x.values.end()));
      for (Device device : devices_of(c)) {
        const Tensor y = sample.call({place(x, f32, device, Layout::kContiguous)});
        if (same_bits(y.view({}, {}, 0), scalar(wanted, f32))) continue;
        failures.push_back(fmt::format("{} {}: not the sum rule on {}", c.op, sample.text,
                                       thalweg::name_of(device)));
      }
    });
  }
  return failures;
}

}  // namespace thalweg::testing
