# The demo of a tree without references: grades the starter, whose tasks are still to do, and says so.
# cmake -DGRADER=build/bin/lab04 -P demo_starter.cmake
execute_process(COMMAND ${GRADER} --impl starter --backend emu RESULT_VARIABLE rc)
if(NOT rc EQUAL 0 AND NOT rc EQUAL 1) # 1: some task did not pass
  message(FATAL_ERROR "${GRADER}: exit status ${rc}")
endif()
message("\nThis is the starter: the reference that the project's full demo grades is not part of this tree.")
