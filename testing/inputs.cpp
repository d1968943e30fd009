// SPDX-License-Identifier: Apache-2.0
#include "testing/inputs.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "thalweg/ops/copy.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

const char* name_of(Layout layout) {
  switch (layout) {
    case Layout::kContiguous:
      return "contiguous";
    case Layout::kTransposed:
      return "transposed";
    default:
      return "sliced";
  }
}

Array draw(const Input& input, std::uint64_t seed, bool integers) {
  Array array(input.shape);
  // Another factor than the step below, or the inputs of one op would be one sequence shifted.
  std::uint64_t state = seed * 0xd1342543de82ef95u;
  for (double& value : array.values) {
    // splitmix64
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    const double unit = static_cast<double>(z >> 11) * 0x1p-53;
    value = input.low + unit * (input.high - input.low);
    // f32 values, so that the reference sees exactly what the op sees.
    value = integers || input.is_index ? std::floor(value) : static_cast<float>(value);
    if (!integers && !input.is_index && value >= input.high) value = input.low;
  }
  return array;
}

Arrays draw(const Sample& sample, bool integers) {
  Arrays arrays;
  for (std::size_t i = 0; i < sample.inputs.size(); ++i) {
    arrays.push_back(draw(sample.inputs[i], i + 1, integers));
  }
  return arrays;
}

Tensor place(const Array& array, Dtype dtype, Device device, Layout layout) {
  const Tensor plain = to(cast(tensor<double>(array.values, array.shape), dtype), device);
  const int rank = array.shape.size();
  if (layout == Layout::kContiguous || rank == 0) return plain;
  if (layout == Layout::kTransposed) {
    Axes reversed;
    for (int axis = rank - 1; axis >= 0; --axis) reversed.push_back(axis);
    return permute(clone(permute(plain, reversed)), reversed);
  }
  Shape larger;
  for (std::int64_t size : array.shape) larger.push_back(2 * size + 3);
  const double unread = is_float(dtype) ? std::numeric_limits<double>::quiet_NaN() : 99;
  Tensor around = full(larger, unread, dtype, device);
  Tensor hole = around;
  for (int axis = 0; axis < rank; ++axis) {
    hole = slice(hole, axis, 2, 2 + 2 * array.shape[axis], 2);
  }
  copy_into(hole, plain);
  return hole;
}

Tensors place(const Sample& sample, const Arrays& arrays, Dtype dtype, Device device,
              Layout layout) {
  Tensors tensors;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    tensors.push_back(place(arrays[i], sample.inputs[i].is_index ? i64 : dtype, device, layout));
  }
  return tensors;
}

Array read(const Tensor& x) {
  Array array(x.shape());
  array.values = to_vector<double>(x);
  return array;
}

std::vector<Dtype> dtypes_of(const OpCase& c) {
  if (c.floats && c.integers) return {f32, f64, i64, i32, u8};
  if (c.floats) return {f32, f64};
  return {i64, i32, u8};
}

std::vector<Device> devices_of(const OpCase& c) {
  if (c.cuda) return {cpu(), cuda(0)};
  return {cpu()};
}

Sample sample_for(const Sample& sample, Dtype dtype) {
  Sample result = sample;
  for (Input& input : result.inputs) {
    if (dtype == u8 && !input.is_index) input.low = 0;
  }
  return result;
}

bool same_bits(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  const Tensor x = contiguous_copy(a, cpu());
  const Tensor y = contiguous_copy(b, cpu());
  return visit_any(a.dtype(), [&]<class T>() {
    for (std::int64_t i = 0; i < x.numel(); ++i) {
      const T p = x.data<T>()[i], q = y.data<T>()[i];
      if (std::memcmp(&p, &q, sizeof p) != 0 && (p == p || q == q)) return false;
    }
    return true;
  });
}

}  // namespace thalweg::testing
