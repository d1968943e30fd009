// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Rows of a table: y[..., :] = weight[index[...], :], of shape index.shape() + [dim] for a weight
/// [rows, dim]. `index` is i64 or i32 and of any shape. Any dtype.
/// Gradient: embedding_gradient(g, index, rows).
/// IndexError for an index below 0 or past the rows; ShapeError, DtypeError, DeviceError.
Tensor embedding(const Tensor& weight, const Tensor& index);

/// What reached each row of the table of embedding(): y[index[...], :] += g[..., :] for a g of
/// shape index.shape() + [dim], from zeros [rows, dim], by the order rule (loops/add_at.h).
/// Gradient: embedding(h, index). IndexError, ShapeError, DtypeError, DeviceError; ValueError for
/// negative `rows`.
Tensor embedding_gradient(const Tensor& g, const Tensor& index, std::int64_t rows);

}  // namespace thalweg
