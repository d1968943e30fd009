// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "testing/inputs.h"
#include "testing/proof.h"
#include "thalweg/base/error.h"
#include "thalweg/base/platform.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

double epsilon(Dtype dtype) { return dtype == f32 ? 0x1p-23 : dtype == f64 ? 0x1p-52 : 0; }

bool close(double got, double wanted, double relative, double absolute) {
  if (std::isnan(wanted)) return std::isnan(got);
  if (got == wanted) return true;
  return std::abs(got - wanted) <= relative * std::abs(wanted) + absolute;
}

void compare(Failures& failures, const OpCase& c, const std::string& where, const Tensor& y,
             const Array& wanted) {
  if (y.shape() != wanted.shape) {
    failures.push_back(fmt::format("{}: shape {} instead of {}", where, text_of(y.shape()),
                                   text_of(wanted.shape)));
    return;
  }
  const Array got = read(y);
  const double eps = epsilon(y.dtype());
  for (std::size_t i = 0; i < got.values.size(); ++i) {
    // Below the smallest normal number a result may lose digits or become 0.
    const double tiny = y.dtype() == f32 ? 0x1p-126 : y.dtype() == f64 ? 0x1p-1022 : 0;
    if (close(got.values[i], wanted.values[i], eps * c.relative, eps * c.absolute + tiny)) continue;
    failures.push_back(fmt::format("{}: element {} is {:.17g} instead of {:.17g}", where, i,
                                   got.values[i], wanted.values[i]));
    return;
  }
}

}  // namespace

Failures prove_values(const OpCase& c) {
  Failures failures;
  for (const Sample& original : c.samples) {
    for (Dtype dtype : dtypes_of(c)) {
      const std::string where =
          fmt::format("{} {} {}", c.op, original.text, thalweg::name_of(dtype));
      const Sample sample = sample_for(original, dtype);
      const Arrays arrays = draw(sample, !is_float(dtype));
      const Tensors inputs = place(sample, arrays, dtype, cpu(), Layout::kContiguous);
      try {
        const Tensor y = sample.call(inputs);
        Array wanted =
            sample.reference_as ? sample.reference_as(arrays, dtype) : sample.reference(arrays);
        if (y.dtype() == u8) {
          for (double& v : wanted.values) v = static_cast<std::uint8_t>(static_cast<int>(v));
        }
        compare(failures, c, where, y, wanted);
      } catch (const Error& e) {
        failures.push_back(fmt::format("{}: threw {}", where, e.what()));
      }
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (read(inputs[i]).values != arrays[i].values) {
          failures.push_back(fmt::format("{}: input {} was changed", where, i));
        }
      }
    }
  }
  return failures;
}

Failures prove_special_values(const OpCase& c) {
  Failures failures;
  if (!c.pointwise || !c.floats) return failures;
  const auto infinity = std::numeric_limits<double>::infinity();
  for (Dtype dtype : {f32, f64}) {
    // Both NaNs that processors make, two with a payload, and every kind of number.
    std::vector<double> values = {infinity, -infinity, 0.0,  -0.0,  1.0,  -1.0,  0.5,
                                  -0.5,     1e-3,      88.0, -88.0, 1e30, -1e30, 3e38};
    if (dtype == f32) {
      values.insert(values.end(), {0x1p-149, -0x1p-149, 0x1p-127, 0x1p-126, -0x1.fffffep127});
    } else {
      values.insert(values.end(), {0x1p-1074, -0x1p-1074, 0x1p-1023, 0x1p-1022, 1e308});
    }
    for (std::uint64_t bits :
         {0x7ff8000000000000u, 0xfff8000000000000u, 0x7ff8000020000000u, 0xfffc000060000000u}) {
      values.push_back(float_of(bits));
    }
    if (dtype == f32) {  // the reference sees what the op sees
      for (double& v : values) v = static_cast<float>(v);
    }
    const std::size_t operands = c.samples.front().inputs.size();
    const auto n = static_cast<std::int64_t>(values.size());
    Arrays arrays;
    if (operands == 1) {
      arrays.push_back(Array({n}));
      arrays[0].values = values;
    } else {
      arrays = {Array({n, n}), Array({n, n})};
      for (std::int64_t i = 0; i < n * n; ++i) {
        arrays[0].values[i] = values[i / n];
        arrays[1].values[i] = values[i % n];
      }
    }
    const Sample& sample = c.samples.front();
    for (Device device : devices_of(c)) {
      Tensors inputs;
      for (const Array& a : arrays) inputs.push_back(place(a, dtype, device, Layout::kContiguous));
      const Tensor y = sample.call(inputs);
      const std::string where = fmt::format("{} special values {} on {}", c.op,
                                            thalweg::name_of(dtype), thalweg::name_of(device));
      Array wanted = sample.reference(arrays);
      if (dtype == f32) {
        for (double& v : wanted.values) v = static_cast<float>(v);
      }
      compare(failures, c, where, y, wanted);
    }
  }
  return failures;
}

Failures prove_errors(const OpCase& c) {
  Failures failures;
  for (const BadCall& bad : c.bad_calls) {
    const std::string where = fmt::format("{} bad call '{}'", c.op, bad.text);
    try {
      bad.call();
      failures.push_back(where + ": did not throw");
    } catch (const Error& e) {
      const std::string text = e.what();
      for (const std::string& part : bad.says) {
        if (text.find(part) == std::string::npos) {
          failures.push_back(fmt::format("{}: '{}' is not in: {}", where, part, text));
        }
      }
    }
  }
  return failures;
}

}  // namespace thalweg::testing
