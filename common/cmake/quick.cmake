# The tier `quick` of the self-test (`ctest -L quick`): which tests carry its label, by rule. It shall answer
# within 90 seconds on two cores, that is in 170 s of processor time; `grading/costs -L quick` shows it.
#
#   unit tests   all but those that state a COST (a test of more than 1.5 s of processor time states one), need
#                a fixture or a GPU; of the emulator's programs those that pmpp_quick_programs leaves in
#   a lab        the reference's first task (write_tests.cmake), the first wrong submission of each of the
#                verdicts wrong, hazard and inefficient, and the first accepted one
#
# unit.quick (grading/tests/test_quick.py) fails if a folder of sources or a lab has no test among them.
set(PMPP_QUICK_VERDICTS wrong hazard inefficient)

# Labels the unit tests of the calling folder when all of them, and their properties, are known.
function(pmpp_quick_units)
  get_property(asked DIRECTORY PROPERTY PMPP_QUICK_ASKED)
  if(NOT asked)
    set_property(DIRECTORY PROPERTY PMPP_QUICK_ASKED TRUE)
    cmake_language(DEFER CALL pmpp_label_quick_units)
  endif()
endfunction()

function(pmpp_label_quick_units)
  get_property(tests DIRECTORY PROPERTY TESTS)
  get_property(left_out DIRECTORY PROPERTY PMPP_NOT_QUICK)
  list(FILTER tests INCLUDE REGEX "^unit[.]")
  foreach(test IN LISTS tests)
    get_property(cost TEST ${test} PROPERTY COST)
    get_property(fixtures TEST ${test} PROPERTY FIXTURES_REQUIRED)
    get_property(labels TEST ${test} PROPERTY LABELS)
    if(NOT cost AND NOT fixtures AND NOT "gpu" IN_LIST labels AND NOT test IN_LIST left_out)
      set_property(TEST ${test} APPEND PROPERTY LABELS quick)
    endif()
  endforeach()
endfunction()

# Of many tests of one kind `quick` has each Nth of those that state no COST.
function(pmpp_quick_programs n)
  set(number 0)
  foreach(test IN LISTS ARGN)
    get_property(cost TEST ${test} PROPERTY COST)
    math(EXPR rest "${number} % ${n}")
    if(cost OR NOT rest EQUAL 0)
      set_property(DIRECTORY APPEND PROPERTY PMPP_NOT_QUICK ${test})
    endif()
    if(NOT cost)
      math(EXPR number "${number} + 1")
    endif()
  endforeach()
endfunction()

# The test of a wrong or accepted submission on emu is among them if no other of its lab, corpus and verdict is.
function(pmpp_quick_submission test corpus verdict backend)
  get_property(had DIRECTORY PROPERTY PMPP_QUICK_${corpus})
  if(NOT backend STREQUAL "emu" OR verdict IN_LIST had)
    return()
  endif()
  if(corpus STREQUAL "accepted" OR verdict IN_LIST PMPP_QUICK_VERDICTS)
    set_property(DIRECTORY APPEND PROPERTY PMPP_QUICK_${corpus} ${verdict})
    set_property(TEST ${test} APPEND PROPERTY LABELS quick)
  endif()
endfunction()
