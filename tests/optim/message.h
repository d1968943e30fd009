// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "thalweg/base/error.h"

namespace thalweg {

/// The text of the Error that f throws.
template <class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "did not throw";
}

}  // namespace thalweg
