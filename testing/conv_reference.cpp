// SPDX-License-Identifier: Apache-2.0
#include "testing/conv_reference.h"

#include <fmt/core.h>

namespace thalweg::testing {
namespace {

/// Calls visit(image, group, in channel of the group, out channel of the group, image position,
/// kernel position, output position) for all that meet inside an image of that height and width.
template <class Visit>
void for_each_meeting(std::int64_t groups, const Shape& weight, std::int64_t out_height,
                      std::int64_t out_width, std::int64_t height, std::int64_t width,
                      const Conv2dOptions& o, Visit&& visit) {
  const std::int64_t outs = weight[0] / groups;
  for (std::int64_t g = 0; g < groups; ++g) {
    for_each_index(
        {outs, weight[1], weight[2], weight[3], out_height, out_width}, [&](const Dims& i) {
          const std::int64_t y =
              i[4] * o.stride.height - o.padding.height + i[2] * o.dilation.height;
          const std::int64_t x = i[5] * o.stride.width - o.padding.width + i[3] * o.dilation.width;
          if (y < 0 || y >= height || x < 0 || x >= width) return;
          visit(Dims{g * outs + i[0], i[1], i[2], i[3]}, g * weight[1] + i[1], g * outs + i[0], y,
                x, i[4], i[5]);
        });
  }
}

std::int64_t places(std::int64_t size, std::int64_t kernel, std::int64_t stride,
                    std::int64_t padding, std::int64_t dilation) {
  return (size + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
}

}  // namespace

Array conv2d_reference(const Array& x, const Array& weight, const Conv2dOptions& o) {
  Array y(
      {x.shape[0], weight.shape[0],
       places(x.shape[2], weight.shape[2], o.stride.height, o.padding.height, o.dilation.height),
       places(x.shape[3], weight.shape[3], o.stride.width, o.padding.width, o.dilation.width)});
  for_each_meeting(o.groups, weight.shape, y.shape[2], y.shape[3], x.shape[2], x.shape[3], o,
                   [&](const Dims& w, std::int64_t in, std::int64_t out, std::int64_t row,
                       std::int64_t col, std::int64_t i, std::int64_t j) {
                     for (std::int64_t n = 0; n < x.shape[0]; ++n) {
                       y.at({n, out, i, j}) += weight.at(w) * x.at({n, in, row, col});
                     }
                   });
  return y;
}

Array conv_transpose2d_reference(const Array& x, const Array& weight, const Conv2dOptions& o,
                                 Size2d extra) {
  const auto extent = [&](std::int64_t size, std::int64_t kernel, std::int64_t stride,
                          std::int64_t padding, std::int64_t dilation, std::int64_t more) {
    return (size - 1) * stride - 2 * padding + dilation * (kernel - 1) + more + 1;
  };
  Array y({x.shape[0], weight.shape[1] * o.groups,
           extent(x.shape[2], weight.shape[2], o.stride.height, o.padding.height, o.dilation.height,
                  extra.height),
           extent(x.shape[3], weight.shape[3], o.stride.width, o.padding.width, o.dilation.width,
                  extra.width)});
  for_each_meeting(o.groups, weight.shape, x.shape[2], x.shape[3], y.shape[2], y.shape[3], o,
                   [&](const Dims& w, std::int64_t in, std::int64_t out, std::int64_t row,
                       std::int64_t col, std::int64_t i, std::int64_t j) {
                     for (std::int64_t n = 0; n < x.shape[0]; ++n) {
                       y.at({n, in, row, col}) += weight.at(w) * x.at({n, out, i, j});
                     }
                   });
  return y;
}

std::string text_of(const Conv2dOptions& o) {
  return fmt::format(" stride {},{} padding {},{} dilation {},{} groups {}", o.stride.height,
                     o.stride.width, o.padding.height, o.padding.width, o.dilation.height,
                     o.dilation.width, o.groups);
}

}  // namespace thalweg::testing
