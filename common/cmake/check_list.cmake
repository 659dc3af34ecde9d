# Test: the tasks that CMake found in tasks.c are exactly those that the grader lists, in the same order.
# cmake -DGRADER=build/bin/lab04 -DTASKS=1_a,2_b -P check_list.cmake
execute_process(COMMAND ${GRADER} --list RESULT_VARIABLE rc OUTPUT_VARIABLE text)
string(REGEX MATCHALL "(^|\n) *[0-9]+_[a-z0-9_]+" listed "${text}")
list(TRANSFORM listed REPLACE "[\n ]" "")
list(JOIN listed "," listed)
if(NOT rc EQUAL 0 OR NOT listed STREQUAL TASKS)
  message(FATAL_ERROR "${GRADER} --list: exit status ${rc}, tasks\n  ${listed}\nexpected, from tasks.c,\n  ${TASKS}")
endif()
