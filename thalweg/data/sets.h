// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace thalweg::data {

/// The CSV text of a built-in set, which lies in the library itself (sets/SOURCES.md says where it
/// comes from): a line of names, then a line for each row. ValueError, which lists them, when there
/// is none of that name.
///   set_text("diabetes")     "age,sex,bmi,bp,s1,s2,s3,s4,s5,s6,target\n59,2,32.1,101.0,157, ..."
std::string_view set_text(std::string_view name);

}  // namespace thalweg::data
