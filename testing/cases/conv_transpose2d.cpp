// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/conv_transpose2d.h"

#include "testing/conv_reference.h"
#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Sample sample(const Shape& x, const Shape& weight, const Conv2dOptions& options, Size2d extra = 0) {
  return {text_of(x) + " by " + text_of(weight) + text_of(options),
          {{x}, {weight}},
          [options, extra](const Tensors& t) {
            return conv_transpose2d(t[0], t[1], {}, options, extra);
          },
          [options, extra](const Arrays& a) {
            return conv_transpose2d_reference(a[0], a[1], options, extra);
          }};
}

}  // namespace

std::vector<OpCase> conv_transpose2d_cases() {
  OpCase c;
  c.op = "conv_transpose2d";
  c.order_rule = "product rule";
  c.absolute = 200;
  c.cuda = false;
  c.samples = {sample({2, 3, 5, 6}, {3, 4, 1, 1}, {}),
               sample({2, 3, 5, 6}, {3, 2, 3, 3}, {.padding = 1}),
               sample({2, 3, 4, 5}, {3, 2, 3, 2}, {.stride = 2, .padding = {1, 0}}, 1),
               sample({1, 2, 3, 4}, {2, 3, 2, 2}, {.stride = {3, 4}}, {2, 1}),
               sample({2, 4, 3, 3}, {4, 2, 3, 3}, {.stride = 2, .dilation = 2, .groups = 2}),
               sample({0, 2, 4, 4}, {2, 3, 3, 3}, {}),
               sample({2, 2, 4, 4}, {2, 0, 3, 3}, {})};
  // More channels than a block of the product rule.
  Sample deep = sample({1, 300, 2, 2}, {300, 1, 2, 2}, {});
  for (Input& input : deep.inputs) input = {input.shape, -0.25, 0.25};
  c.samples.push_back(deep);
  c.bad_calls = {
      {"channels",
       [] {
         conv_transpose2d(zeros({1, 3, 4, 4}), zeros({2, 3, 1, 1}));
       },
       {"conv_transpose2d: the channels of x must be the first size of weight",
        "x=f32[1,3,4,4] on cpu:0, weight=f32[2,3,1,1] on cpu:0, groups=1"}},
      {"output padding",
       [] {
         conv_transpose2d(zeros({1, 1, 4, 4}), zeros({1, 1, 1, 1}), {}, {}, 1);
       },
       {"conv_transpose2d: output_padding is at least 0 and below stride or dilation; got (1,1)"}},
      {"padding",
       [] {
         conv_transpose2d(zeros({1, 1, 1, 1}), zeros({1, 1, 1, 1}), {}, {.padding = 1});
       },
       {"conv_transpose2d: the padding leaves no image", "use less padding"}},
      {"bias",
       [] {
         conv_transpose2d(zeros({1, 2, 4, 4}), zeros({2, 1, 1, 1}), zeros({2}));
       },
       {"conv_transpose2d: bias must hold one number for each of 1 channels"}}};
  return {c};
}

}  // namespace thalweg::testing
