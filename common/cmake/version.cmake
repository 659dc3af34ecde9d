# The version: the release that the file VERSION names, and where the tree is a checkout the commit, so that no two states of
# it have one version. "1.0.0": the commit tagged v1.0.0, a package or a handout of it. "1.0.0+3.g0123abc": three commits after
# the tag; "1.0.0+g0123abc": there is no such tag; ".dirty" at the end: with changes that are not committed. VERSION of a
# package has the commit already.
function(pmpp_read_version source result)
  set(${result} unknown PARENT_SCOPE)
  if(NOT EXISTS ${source}/VERSION)
    return()
  endif()
  file(STRINGS ${source}/VERSION release LIMIT_COUNT 1)
  set(${result} ${release} PARENT_SCOPE)
  find_package(Git QUIET)
  # In a handout .git is a student's own.
  if(NOT release MATCHES "^[0-9.]+$" OR NOT EXISTS ${source}/.git OR NOT EXISTS ${source}/grading OR NOT GIT_FOUND)
    return()
  endif()
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --long --tags --match v${release} WORKING_DIRECTORY ${source}
    RESULT_VARIABLE status OUTPUT_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT status EQUAL 0 OR NOT said MATCHES "^(v.*-([0-9]+)-g)?([0-9a-f]+)(-dirty)?$")
    return()
  endif()
  set(commit g${CMAKE_MATCH_3})
  set(after "${CMAKE_MATCH_2}")
  if(after STREQUAL "0" AND NOT CMAKE_MATCH_4)
    return()
  endif()
  if(after)
    string(PREPEND commit ${after}.)
  endif()
  if(CMAKE_MATCH_4)
    string(APPEND commit .dirty)
  endif()
  set(${result} ${release}+${commit} PARENT_SCOPE)
endfunction()
