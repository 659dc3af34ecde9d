# Run when a lab's grader has been built: asks it for its tasks and writes their tests into a file that CTest includes.
# cmake -DGRADER=build/bin/lab04 -DLAB=lab04 -DIMPLEMENTATIONS=starter,solution -DMPI=TRUE -DKEPT=build/graded/lab04
#   -DOUT=lab04_tests.cmake -P write_tests.cmake
# What the references' tests on emu find lies in KEPT then, for the tests that require the fixture solved_lab04.
cmake_minimum_required(VERSION 3.22)
execute_process(COMMAND ${GRADER} --list RESULT_VARIABLE status OUTPUT_VARIABLE listed ERROR_VARIABLE listed)
string(REGEX MATCHALL "\n +[0-9]+_[a-z0-9_]+ " tasks "${listed}")
list(TRANSFORM tasks STRIP)
string(REPLACE ";" "," listed "${listed}") # of an idea's words; a list has none
string(REGEX MATCHALL "\n +[0-9]+_[a-z0-9_]+ [^\n]*\\[ranks of MPI\\]" of_ranks "${listed}")
list(TRANSFORM of_ranks REPLACE "^\n +([0-9]+_[a-z0-9_]+) .*" "\\1")
if(NOT status EQUAL 0 OR NOT tasks)
  message(FATAL_ERROR "${GRADER} --list: exit status ${status}, no task found in\n${listed}")
endif()

set(text "# Written by write_tests.cmake from ${GRADER} --list\n")
set(quick ";quick") # of the reference's first task (quick.cmake)
function(graded_test name label backend)
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"" OUTPUT_VARIABLE words)
  list(JOIN words " " words)
  # What cannot run here is disabled: CTest would count a skipped one as passed.
  set(lock "")
  if(backend STREQUAL "gpu")
    set(lock " RESOURCE_LOCK gpu DISABLED \${no_gpu}") # tests_of_lab.cmake.in knows
  elseif(label STREQUAL LAB AND task IN_LIST of_ranks AND NOT MPI) # a reference's test leaves its result, whatever it is
    set(lock " DISABLED TRUE")
  endif()
  set(cost "")
  if(label STREQUAL "solution") # the longest begin first, so that no core idles at the end
    set(cost " COST 50")
  endif()
  set(keep "")
  set(labels "${label};${backend}")
  if(label STREQUAL "solution" AND backend STREQUAL "emu")
    string(APPEND labels "${quick}")
    set(quick "" PARENT_SCOPE)
    set(keep "\"${CMAKE_CURRENT_LIST_DIR}/../grader/tests/graded.sh\" \"${KEPT}/${task}\" ")
    string(APPEND cost " FIXTURES_SETUP solved_${LAB}")
  endif()
  string(APPEND text "add_test(${name}.${backend} ${keep}\"${GRADER}\" ${words} --backend ${backend})\n"
    "set_tests_properties(${name}.${backend} PROPERTIES LABELS \"${labels}\" "
    "TIMEOUT 1200 SKIP_RETURN_CODE 77${lock}${cost})\n")
  set(text "${text}" PARENT_SCOPE)
endfunction()

foreach(backend emu gpu)
  foreach(task IN LISTS tasks)
    graded_test(${LAB}.${task} ${LAB} ${backend} --impl starter --task ${task} --ctest)
    if(IMPLEMENTATIONS MATCHES "solution")
      set(more --large)
      if(backend STREQUAL "emu")
        set(more --schedules 10)
      endif()
      graded_test(solution.${LAB}.${task} solution ${backend} --impl solution --task ${task} ${more})
    endif()
  endforeach()
endforeach()
file(WRITE ${OUT} "${text}")
