// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "testing/op_case.h"

// How the harness makes tensors out of arrays: in every layout that an op must be able to read.
namespace thalweg::testing {

enum class Layout {
  kContiguous,
  kTransposed,  // axes in reverse order in memory
  kSliced,      // every second element of a larger tensor, whose other elements are NaN
};
inline constexpr Layout kLayouts[] = {Layout::kContiguous, Layout::kTransposed, Layout::kSliced};
const char* name_of(Layout layout);

/// Numbers for one input, the same for the same seed. With `integers` whole numbers.
Array draw(const Input& input, std::uint64_t seed, bool integers);

/// All inputs of a sample.
Arrays draw(const Sample& sample, bool integers);

/// The dtypes of a case, and a sample as it is drawn for one of them (no negative numbers for u8).
std::vector<Dtype> dtypes_of(const OpCase& c);

/// The devices that have kernels for the op.
std::vector<Device> devices_of(const OpCase& c);
Sample sample_for(const Sample& sample, Dtype dtype);

/// The array as a tensor with this layout in memory.
Tensor place(const Array& array, Dtype dtype, Device device, Layout layout);
Tensors place(const Sample& sample, const Arrays& arrays, Dtype dtype, Device device,
              Layout layout);

/// The elements of a tensor as doubles.
Array read(const Tensor& x);

/// True when both have one dtype and shape and every element the same bits, or both NaN.
bool same_bits(const Tensor& a, const Tensor& b);

}  // namespace thalweg::testing
