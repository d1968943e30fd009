# SPDX-License-Identifier: Apache-2.0
# examples/<group>/<name>.cpp becomes examples/<name>; ctest runs it and compares the last lines
# of its output with those its header comment states, and sees it refuse what it does not know.
file(GLOB example_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} examples/*/*.cpp)
foreach(source IN LISTS example_sources)
  get_filename_component(name ${source} NAME_WE)
  add_executable(example_${name} ${source})
  target_link_libraries(example_${name} PRIVATE thalweg thalweg_flags)
  target_compile_definitions(example_${name} PRIVATE THALWEG_SHARED_DIR="${shared_dir}")
  set_target_properties(example_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
  add_test(NAME examples/${name}_usage COMMAND ${PROJECT_SOURCE_DIR}/tests/example_usage.sh
    $<TARGET_FILE:example_${name}>)
  # Networks train for minutes, under a sanitizer for hours; tests/training has short trainings.
  if(THALWEG_SANITIZE AND source MATCHES "^examples/networks/")
    continue()
  endif()
  set(output_dir ${PROJECT_BINARY_DIR}/examples/output/${name})
  file(MAKE_DIRECTORY ${output_dir})
  add_test(NAME examples/${name} WORKING_DIRECTORY ${output_dir}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_example.py
      ${PROJECT_SOURCE_DIR}/${source} $<TARGET_FILE:example_${name}>)
  set_tests_properties(examples/${name} PROPERTIES
    ENVIRONMENT "${test_environment}" SKIP_RETURN_CODE 77 TIMEOUT 900)
  # ./dev test leaves these out, ./dev check does not.
  file(STRINGS ${source} minutes REGEX "^// Run: .*some minutes")
  if(minutes)
    set_tests_properties(examples/${name} PROPERTIES LABELS long)
  endif()
endforeach()
