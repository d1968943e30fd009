# SPDX-License-Identifier: Apache-2.0
# The harness: used by tests and benchmarks, not installed.
find_package(doctest REQUIRED)
file(GLOB testing_sources CONFIGURE_DEPENDS testing/*.cpp)
add_library(thalweg_testing STATIC ${testing_sources})
target_link_libraries(thalweg_testing PUBLIC thalweg thalweg_flags doctest::doctest)
