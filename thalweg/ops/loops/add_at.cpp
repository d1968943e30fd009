// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/add_at.h"

#include <bit>

#include "thalweg/ops/loops/add_at_lines.h"
#include "thalweg/ops/loops/add_at_sorted.h"
#include "thalweg/ops/loops/radix_sort.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

constexpr std::int64_t kGrain = 1 << 15;

/// Elements side by side after `axis` that share one index and lie side by side in y; 1 if the
/// indices differ there.
std::int64_t shared_columns(const Tensor& y, int axis, const Tensor& index) {
  std::int64_t columns = 1;
  for (int k = axis + 1; k < y.dim(); ++k) {
    const bool one_index = index.strides()[k] == 0 || index.shape()[k] == 1;
    if (!one_index || index.shape()[k] != y.shape()[k]) return 1;
    columns *= y.shape()[k];
  }
  return columns;
}

void number_contributions(const AddAtCall& call, std::uint64_t* words, int shift) {
  if (call.device.is_cuda()) return number_contributions_cuda(call, words, shift);
  visit_index(call.index_dtype, "add_at", [&]<class I>() {
    const int last = call.contributions.rank - 1;
    const std::int64_t row = call.contributions.stride[0][last];
    const std::int64_t step = call.contributions.stride[1][last];
    parallel_for(call.contributions.count, kGrain, [&](std::int64_t begin, std::int64_t end) {
      std::int64_t e = begin;
      call.contributions.walk(
          begin, end, [&](const std::array<std::int64_t, 2>& at, std::int64_t n) {
            const I* index = static_cast<const I*>(call.index) + at[1];
            for (std::int64_t i = 0; i < n; ++i, ++e) {
              const std::int64_t to = at[0] + i * row + index[i * step] * call.row_step;
              words[e] = static_cast<std::uint64_t>(to) << shift | static_cast<std::uint64_t>(e);
            }
          });
    });
  });
}

void add_by_sorting(const AddAtCall& call) {
  const std::int64_t n = call.contributions.count;
  const int shift = std::bit_width(static_cast<std::uint64_t>(n - 1));
  const int row_bits = std::bit_width(static_cast<std::uint64_t>(call.rows - 1));
  if (shift + row_bits > 63) {
    throw ShapeError("scatter_add: contributions times rows must stay below 2^63; got {} and {}", n,
                     call.rows);
  }
  Tensor words = empty({2, n}, i64, call.device);
  auto* numbered = reinterpret_cast<std::uint64_t*>(words.mutable_data<std::int64_t>());
  number_contributions(call, numbered, shift);
  std::uint64_t* in_order = radix_sort(call.device, numbered, numbered + n, n, shift, row_bits);
  const std::int64_t slots = n / kOrderBlock + 1;
  Tensor block_sums = empty({2 * slots, call.columns}, call.dtype, call.device);
  Tensor first_blocks = full({slots}, -1, i64, call.device);
  const SortedContributions sorted{in_order, n, shift, block_sums.mutable_data(),
                                   first_blocks.mutable_data<std::int64_t>()};
  if (call.device.is_cuda()) return add_sorted_cuda(call, sorted);
  visit_number(call.dtype, "add_at", [&]<class T>() { add_sorted_cpu<T>(call, sorted); });
}

/// No element receives more than one contribution.
void add_once(const AddAtCall& call) {
  if (call.device.is_cuda()) return add_once_cuda(call);
  visit_number(call.dtype, "add_at", [&]<class T>() {
    visit_index(call.index_dtype, "add_at", [&]<class I>() {
      parallel_for(
          call.contributions.count, 1 + kGrain / call.columns,
          [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t e = begin; e < end; ++e) {
              const I index = static_cast<const I*>(call.index)[call.contributions.offset(1, e)];
              const std::int64_t row = call.contributions.offset(0, e) + index * call.row_step;
              T* y = static_cast<T*>(call.y) + row * call.columns;
              const T* x = static_cast<const T*>(call.src) + e * call.columns;
              for (std::int64_t c = 0; c < call.columns; ++c) {
                y[c] = wrapping_add(y[c], wrapping_add(T(0), x[c]));
              }
            }
          });
    });
  });
}

/// Whether add_lines pays: it has enough lines for the threads, and its open blocks fit a cache
/// and are not mostly idle.
bool lines_pay(const Lines& lines) {
  const std::int64_t threads = in_team() ? 1 : num_threads();
  const std::int64_t open = lines.elements * lines.width();
  const std::int64_t work = lines.length * lines.lines.count;
  return open <= (1 << 18) && work / threads >= open &&
         (lines.lines.count >= threads || threads <= 2);
}

}  // namespace

void add_at(Tensor& y, int axis, const Tensor& index, const Tensor& any_src) {
  if (any_src.numel() == 0) return;
  const Tensor src = as_contiguous(any_src);
  const std::int64_t columns = shared_columns(y, axis, index);
  // Axes that hold the columns do not count; of the others y's own steps are taken in rows.
  Shape shape;
  Strides first_row, index_strides;
  for (int k = 0; k < (columns > 1 ? axis + 1 : y.dim()); ++k) {
    shape.push_back(index.shape()[k]);
    first_row.push_back(k == axis ? 0 : y.strides()[k] / columns);
    index_strides.push_back(index.strides()[k]);
  }
  const AddAtCall call{y.device(),
                       y.dtype(),
                       index.dtype(),
                       StridedLoop<2>(shape, {first_row, index_strides}),
                       y.strides()[axis] / columns,
                       columns,
                       y.numel() / columns,
                       y.mutable_data(),
                       index.data(),
                       src.data()};
  if (index.shape()[axis] == 1) return add_once(call);
  if (y.device().is_cpu() && columns == 1) {
    Shape line_shape = index.shape();
    Strides y_strides = y.strides(), source_strides = src.strides();
    line_shape.erase(axis);
    y_strides.erase(axis);
    source_strides.erase(axis);
    const Lines lines{StridedLoop<2>(line_shape, {y_strides, source_strides}), index.shape()[axis],
                      y.shape()[axis], y.strides()[axis], src.strides()[axis]};
    if (lines_pay(lines)) {
      const Tensor plain = as_contiguous(index);
      return visit_number(y.dtype(), "add_at", [&]<class T>() {
        visit_index(plain.dtype(), "add_at", [&]<class I>() {
          add_all_lines(lines, static_cast<T*>(call.y), plain.data<I>(), src.data<T>());
        });
      });
    }
  }
  add_by_sorting(call);
}

Tensor added_at(const Shape& shape, int axis, const Tensor& index, const Tensor& src) {
  Tensor y = zeros(shape, src.dtype(), src.device());
  add_at(y, axis, index, src);
  return y;
}

}  // namespace thalweg
