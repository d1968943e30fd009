# SPDX-License-Identifier: Apache-2.0
# The files that docs/add_an_op.md shows, put through the proofs that every op passes: as they are
# written, and with the page's planted fault. They stand in the build folder, before the sources.
set(page ${PROJECT_SOURCE_DIR}/docs/add_an_op.md)
set(page_tool ${PROJECT_SOURCE_DIR}/tools/check_add_an_op.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page} ${page_tool})

set(case_declarations "std::vector<OpCase> logit_cases();\n")
set(case_calls "    logit_cases,\n")
set(page_cases ${PROJECT_BINARY_DIR}/add_an_op/op_cases.cpp)
configure_file(testing/op_cases.cpp.in ${page_cases} @ONLY)
add_library(add_an_op_proofs OBJECT tests/ops/op_case_test.cpp ${page_cases})
target_link_libraries(add_an_op_proofs PRIVATE thalweg_testing)
target_compile_options(add_an_op_proofs PRIVATE ${quick_to_compile})
target_precompile_headers(add_an_op_proofs REUSE_FROM thalweg_test_main)

foreach(kind written planted)
  set(folder ${PROJECT_BINARY_DIR}/add_an_op/${kind})
  execute_process(COMMAND_ERROR_IS_FATAL ANY
    COMMAND ${Python3_EXECUTABLE} ${page_tool} write ${page} ${folder} ${kind})
  set(files ${folder}/thalweg/ops/logit.cpp ${folder}/thalweg/ops/logit.cu
    ${folder}/testing/cases/logit.cpp)
  thalweg_cuda_sources(${folder}/thalweg/ops/logit.cu)
  add_executable(add_an_op_${kind} ${files}
    $<TARGET_OBJECTS:add_an_op_proofs> $<TARGET_OBJECTS:thalweg_test_main>)
  target_include_directories(add_an_op_${kind} BEFORE PRIVATE ${folder})
  target_link_libraries(add_an_op_${kind} PRIVATE thalweg_testing thalweg thalweg_flags)
  target_compile_options(add_an_op_${kind} PRIVATE ${quick_to_compile})
  target_precompile_headers(add_an_op_${kind} REUSE_FROM thalweg_test_main)
endforeach()

repository_check(add_an_op
  ${page} $<TARGET_FILE:add_an_op_written> $<TARGET_FILE:add_an_op_planted>)
repository_self_test(add_an_op)
