// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace cudasim {

/// The demangled name of the function at this address, from the symbol table of the program or
/// shared library that holds it; "kernel at 0x..." where there is none (stripped).
std::string symbol_name(const void* function);

/// Bytes of all `__shared__` variables that stand in the body of this function; 0 if unknown.
std::size_t static_shared_bytes(const void* function);

}  // namespace cudasim
