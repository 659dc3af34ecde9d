# Test: where there is no device, a gpu test is skipped (exit status 77) with one line that says why.
# cmake -DGRADER=build/bin/lab04 -P check_no_device.cmake
set(ENV{CUDA_VISIBLE_DEVICES} -1)
execute_process(COMMAND ${GRADER} --impl starter --backend gpu
  RESULT_VARIABLE rc OUTPUT_VARIABLE text ERROR_VARIABLE text)
string(REGEX MATCH "[^\n]*(no CUDA device|no nvcc)[^\n]*" line "${text}")
if(NOT rc EQUAL 77 OR NOT line)
  message(FATAL_ERROR "expected exit status 77 and a line that says why nothing was assessed; got ${rc} and\n${text}")
endif()
