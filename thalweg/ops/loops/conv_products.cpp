// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/conv_products.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/loops/dispatch.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

Tensor new_images(const Conv2dShape& s, const Tensor& like) {
  return empty({s.images, s.groups * s.in_channels, s.height, s.width}, like.dtype());
}
Tensor new_outputs(const Conv2dShape& s, const Tensor& like) {
  return empty({s.images, s.groups * s.out_channels, s.out_height, s.out_width}, like.dtype());
}
Tensor new_weight(const Conv2dShape& s, const Tensor& like) {
  return empty({s.groups * s.out_channels, s.in_channels, s.kernel_height, s.kernel_width},
               like.dtype());
}

// result = kernel(a, b) of dense operands.
template <class Kernel>
void compute(const char* op, const Tensor& a, const Tensor& b, Tensor& result, Kernel&& kernel) {
  if (result.numel() == 0) return;
  const Tensor dense_a = as_contiguous(a.detach()), dense_b = as_contiguous(b.detach());
  visit_float(result.dtype(), op, [&]<class T>() {
    kernel(dense_a.data<T>(), dense_b.data<T>(), result.mutable_data<T>());
  });
}

}  // namespace

Tensor conv2d_output(const char* op, const Conv2dShape& s, const Tensor& x, const Tensor& w) {
  Tensor y = new_outputs(s, x);
  compute(op, x, w, y,
          [&]<class T>(const T* a, const T* b, T* to) { conv2d_forward(s, a, b, to); });
  if (Record r{op, {&x, &w}, {&y}}) {
    r.backward([op, s, x = r.keep(x), w = r.keep(w)](Backward& pass) {
      const Tensor g = pass.output();
      if (pass.needs(0)) pass.give(0, conv2d_input(op, s, g, w.get(pass)));
      if (pass.needs(1)) pass.give(1, conv2d_weight(op, s, x.get(pass), g));
    });
  }
  return y;
}

Tensor conv2d_input(const char* op, const Conv2dShape& s, const Tensor& g, const Tensor& w) {
  Tensor x = new_images(s, g);
  compute(op, g, w, x,
          [&]<class T>(const T* a, const T* b, T* to) { conv2d_data_gradient(s, a, b, to); });
  if (Record r{op, {&g, &w}, {&x}}) {
    r.backward([op, s, g = r.keep(g), w = r.keep(w)](Backward& pass) {
      const Tensor d = pass.output();
      if (pass.needs(0)) pass.give(0, conv2d_output(op, s, d, w.get(pass)));
      if (pass.needs(1)) pass.give(1, conv2d_weight(op, s, d, g.get(pass)));
    });
  }
  return x;
}

Tensor conv2d_weight(const char* op, const Conv2dShape& s, const Tensor& x, const Tensor& g) {
  Tensor w = new_weight(s, x);
  compute(op, x, g, w,
          [&]<class T>(const T* a, const T* b, T* to) { conv2d_weight_gradient(s, a, b, to); });
  if (Record r{op, {&x, &g}, {&w}}) {
    r.backward([op, s, x = r.keep(x), g = r.keep(g)](Backward& pass) {
      const Tensor d = pass.output();
      if (pass.needs(0)) pass.give(0, conv2d_input(op, s, g.get(pass), d));
      if (pass.needs(1)) pass.give(1, conv2d_output(op, s, x.get(pass), d));
    });
  }
  return w;
}

void check_convolution(std::string_view op, const Tensor& x, const Tensor& weight,
                       const Tensor& bias, const Conv2dOptions& options) {
  check_same(op, x, weight, "x", "weight");
  check_float(op, x);
  if (x.dim() != 4 || weight.dim() != 4) {
    throw ShapeError(
        "{}: wants images [n,c,h,w] and a weight with four axes; got x={}, weight={}; use reshape",
        op, x.describe(), weight.describe());
  }
  if (weight.size(2) < 1 || weight.size(3) < 1) {
    throw ShapeError("{}: a kernel holds at least one element; got weight={}", op,
                     weight.describe());
  }
  if (bias.defined()) check_same(op, x, bias, "x", "bias");
  const auto least = [&](const char* name, Size2d size, std::int64_t bound) {
    if (size.height >= bound && size.width >= bound) return;
    throw ValueError("{}: {} is at least {}; got ({},{})", op, name, bound, size.height,
                     size.width);
  };
  least("stride", options.stride, 1);
  least("padding", options.padding, 0);
  least("dilation", options.dilation, 1);
  if (options.groups < 1) throw ValueError("{}: groups is at least 1; got {}", op, options.groups);
  if (x.device().is_cuda()) refuse_device(op, x.device());
}

void check_bias(std::string_view op, const Tensor& bias, const Tensor& weight, std::int64_t size) {
  if (bias.shape() == Shape{size}) return;
  throw ShapeError("{}: bias must hold one number for each of {} channels; got bias={}, weight={}",
                   op, size, bias.describe(), weight.describe());
}

}  // namespace thalweg
