# pmpp_add_lab(NN name): one lab's targets and tests, from what lies in its folder. Labs are known nowhere else.
#
#   labNN_calls   build/lib/liblabNN_calls.a: grader/calls*.c, the part that goes into every worker
#   labNN_tasks   the objects of the rest of grader/*.c
#   labNN_grader  build/bin/labNN: these and the grader's library
#   labNN         both, what they need, and the worker of starter.cu
#   tests         labNN.TASK.BACKEND (starter; skipped while the task is not begun, disabled where it cannot run),
#                 solution.labNN.TASK.BACKEND, wrong.labNN.FILE.BACKEND,
#                 accepted.labNN.FILE.BACKEND (other forms of a task's kernel, which must pass),
#                 wrong.labNN.TASK.bundle (compiles both of a task at once, for those tests),
#                 unit.labNN.bundle (submissions compiled at once are graded like those compiled alone),
#                 unit.labNN.updates (what timed samples are compared with is right),
#                 unit.labNN.gates (each task and each gate has a wrong submission, each task an accepted one, each
#                 distinction one that misses it), unit.labNN.edits (those that are edits of the reference, wrong/*.edits,
#                 stand in build/labs/NN_name/wrong as the reference is now)
#
# pmpp_add_experiments(NN name...): tests unit.labNN.NAME, for each experiments/NAME.cu: the handout, or
# experiments/README.md if the lab has one, shows what it prints.

# Called by the parts' own tests too: pmpp_add_unit_test(grader.compare COMMAND ...) makes the test unit.grader.compare.
function(pmpp_add_unit_test name)
  add_test(NAME unit.${name} ${ARGN})
  set_tests_properties(unit.${name} PROPERTIES LABELS unit TIMEOUT 900
    ENVIRONMENT "CC=${CMAKE_C_COMPILER};CXX=${CMAKE_CXX_COMPILER}"
    ENVIRONMENT_MODIFICATION "PATH=path_list_prepend:${PMPP_PYTHON_BIN}")
  pmpp_quick_units()
endfunction()

# A test that this configuration cannot have: it is skipped and says why.
function(pmpp_skipped_test name why)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: ${why}")
  string(REGEX REPLACE "\\..*" "" label ${name})
  set_tests_properties(${name} PROPERTIES LABELS ${label} SKIP_REGULAR_EXPRESSION "^skipped: ")
endfunction()

function(pmpp_add_experiment test name handout)
  string(REGEX MATCH "^[0-9]+" gcc ${CMAKE_CXX_COMPILER_VERSION})
  set(other_counts OFF)
  if(NOT gcc IN_LIST PMPP_GCC_COUNTED)
    set(other_counts ON)
  endif()
  pmpp_add_unit_test(${test} COMMAND ${CMAKE_COMMAND} -DEMUCC=$<TARGET_FILE:emucc_program> -DCOMMON=${PROJECT_SOURCE_DIR}/common
    -DLAB=${CMAKE_CURRENT_SOURCE_DIR} -DNAME=${name} -DHANDOUT=${CMAKE_CURRENT_SOURCE_DIR}/${handout}
    -DOUT=${CMAKE_CURRENT_BINARY_DIR}/${test} -DOTHER_COUNTS=${other_counts}
    -P ${PROJECT_SOURCE_DIR}/common/cmake/check_experiment.cmake)
  set_tests_properties(unit.${test} PROPERTIES ENVIRONMENT_MODIFICATION "EMU_SEED=unset:")
endfunction()

function(pmpp_add_experiments number)
  set(page README.md)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/experiments/README.md)
    set(page experiments/README.md)
  endif()
  foreach(name IN LISTS ARGN)
    pmpp_add_experiment(lab${number}.${name} ${name} ${page})
  endforeach()
endfunction()

function(pmpp_graded_test name label backend)
  add_test(NAME ${name}.${backend} COMMAND ${ARGN} --backend ${backend})
  set_tests_properties(${name}.${backend} PROPERTIES LABELS "${label};${backend}" TIMEOUT 1200 SKIP_RETURN_CODE 77)
  if(backend STREQUAL "gpu")
    set_tests_properties(${name}.${backend} PROPERTIES RESOURCE_LOCK gpu)
  endif()
endfunction()

# Has CTest learn the tests of a lab's tasks from its grader: it is asked whenever it has been built. Until then the one test
# labNN.not_built fails and says so.
function(pmpp_discover_tests lab implementations)
  set(scripts ${PROJECT_SOURCE_DIR}/common/cmake)
  set(tests ${CMAKE_CURRENT_BINARY_DIR}/${lab}_tests.cmake)
  list(JOIN implementations "," listed)
  add_custom_command(TARGET ${lab}_grader POST_BUILD COMMAND ${CMAKE_COMMAND} -DGRADER=$<TARGET_FILE:${lab}_grader>
    -DLAB=${lab} -DIMPLEMENTATIONS=${listed} -DMPI=${PMPP_HAVE_MPI} -DKEPT=${PROJECT_BINARY_DIR}/graded/${lab} -DOUT=${tests}
    -P ${scripts}/write_tests.cmake VERBATIM)
  set_property(TARGET ${lab}_grader APPEND PROPERTY LINK_DEPENDS ${scripts}/write_tests.cmake)
  configure_file(${scripts}/tests_of_lab.cmake.in ${lab}_include.cmake @ONLY)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_CURRENT_BINARY_DIR}/${lab}_include.cmake)
endfunction()

# What grading/edits.py will make for all labs: one start of Python.
function(pmpp_list_made result)
  get_property(made GLOBAL PROPERTY PMPP_MADE)
  if(NOT made)
    execute_process(COMMAND ${Python3_EXECUTABLE} -S ${PROJECT_SOURCE_DIR}/grading/edits.py
      --list ${PROJECT_SOURCE_DIR}/labs ${PROJECT_BINARY_DIR}/labs
      OUTPUT_VARIABLE made ERROR_VARIABLE trouble RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "${trouble}")
    endif()
    string(REPLACE "\n" ";" made "${made}")
    set_property(GLOBAL PROPERTY PMPP_MADE "${made}")
  endif()
  set(${result} "${made}" PARENT_SCOPE)
endfunction()

# The wrong submissions of a lab: its wrong/*.cu, and what grading/edits.py makes of its wrong/*.edits, and of those wrong/*.cu
# that include the reference, when the target labNN_wrong is built. Of each of these `expect_NAME` becomes line 1.
function(pmpp_wrong_files lab dir result)
  file(GLOB files CONFIGURE_DEPENDS ${dir}/wrong/*.cu)
  file(GLOB edits CONFIGURE_DEPENDS ${dir}/wrong/*.edits)
  if(edits AND Python3_FOUND)
    set(script ${PROJECT_SOURCE_DIR}/grading/edits.py)
    file(GLOB read ${dir}/solution.cu ${dir}/solution/*.cuh ${dir}/wrong/*.cuh ${PROJECT_SOURCE_DIR}/grading/mutation/*.py)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files} ${edits} ${script})
    set(out ${CMAKE_CURRENT_BINARY_DIR}/wrong)
    pmpp_list_made(made)
    cmake_path(GET dir FILENAME folder)
    list(FILTER made INCLUDE REGEX "/labs/${folder}/wrong/[^/]+[.]cu ")
    set(stamp ${CMAKE_CURRENT_BINARY_DIR}/wrong.stamp)
    add_custom_command(OUTPUT ${stamp} DEPENDS ${files} ${edits} ${read} ${script}
      COMMAND ${Python3_EXECUTABLE} -S ${script} ${dir} ${out} > ${CMAKE_CURRENT_BINARY_DIR}/wrong.made
      COMMAND ${CMAKE_COMMAND} -E touch ${stamp} COMMENT "Making the wrong submissions of ${lab}" VERBATIM)
    add_custom_target(${lab}_wrong DEPENDS ${stamp})
    add_dependencies(${lab} ${lab}_wrong)
    foreach(line IN LISTS made)
      string(REGEX MATCH "^(.*/([^/]+)[.]cu) (//.*)$" line "${line}")
      list(REMOVE_ITEM files ${dir}/wrong/${CMAKE_MATCH_2}.cu)
      list(APPEND files ${CMAKE_MATCH_1})
      set(expect_${CMAKE_MATCH_2} "${CMAKE_MATCH_3}" PARENT_SCOPE)
    endforeach()
  elseif(edits)
    message(STATUS "Python 3 not found: the tests of ${dir}/wrong/*.edits are left out")
  endif()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# Line 1 of a wrong or accepted submission: `// expect: VERDICT TASK [REASON] [on emu|gpu]`; without `on`, both backends.
# The grader checks the REASON. The line of a file that is yet to be made is `expect_NAME`.
function(pmpp_expectation file verdict task backends)
  cmake_path(GET file STEM stem)
  set(line "${expect_${stem}}")
  if(NOT line)
    file(STRINGS ${file} line LIMIT_COUNT 1)
  endif()
  if(NOT line MATCHES "^// expect: ([a-z-]+) ([0-9]+_[a-z0-9_]+)( [a-z0-9_-]+)?( on (emu|gpu))?$")
    message(FATAL_ERROR "${file}:1: expected `// expect: VERDICT TASK [REASON] [on emu|gpu]`, got `${line}`")
  endif()
  set(${verdict} ${CMAKE_MATCH_1} PARENT_SCOPE)
  set(${task} ${CMAKE_MATCH_2} PARENT_SCOPE)
  if(CMAKE_MATCH_5)
    set(${backends} ${CMAKE_MATCH_5} PARENT_SCOPE)
  else()
    set(${backends} emu gpu PARENT_SCOPE)
  endif()
endfunction()

# Adds the test that compiles a task's submissions together (common/grader/submission/bundle.c); their own tests, `tests`, then find
# their workers compiled. If CTest is asked for both, it runs the bundle first. If it is asked for one of `tests` only, that submission
# is compiled alone.
function(pmpp_bundle_test lab task files tests)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/bundles/${task})
  list(JOIN files "\n" lines)
  file(GENERATE OUTPUT ${list} CONTENT "${lines}\n")
  set(name wrong.${lab}.${task}.bundle)
  add_test(NAME ${name} COMMAND $<TARGET_FILE:${lab}_grader> build --bundle ${list} --task ${task})
  set_tests_properties(${name} PROPERTIES LABELS "wrong;accepted;emu" TIMEOUT 1200 SKIP_RETURN_CODE 77)
  set_tests_properties(${tests} PROPERTIES DEPENDS ${name})
endfunction()

# Compiles the gpu workers of these implementations of one lab, as a part of the target `all_labs`: one target each, so that a
# parallel build has no lab to wait for at its end.
function(pmpp_gpu_workers lab all_labs implementations)
  add_custom_target(${lab}_${all_labs})
  foreach(impl IN LISTS implementations)
    cmake_path(GET impl STEM stem)
    add_custom_target(${lab}_${all_labs}_${stem} COMMAND $<TARGET_FILE:${lab}_grader> build --impl ${impl} --backend gpu
      COMMENT "Compiling the gpu worker of ${lab}'s ${stem}" VERBATIM)
    add_dependencies(${lab}_${all_labs}_${stem} ${lab}_grader worker_gpu)
    if(TARGET ${lab}_wrong)
      add_dependencies(${lab}_${all_labs}_${stem} ${lab}_wrong)
    endif()
    add_dependencies(${lab}_${all_labs} ${lab}_${all_labs}_${stem})
  endforeach()
  add_dependencies(${all_labs} ${lab}_${all_labs})
endfunction()

function(pmpp_add_lab number name)
  set(lab lab${number})
  set(dir ${CMAKE_CURRENT_SOURCE_DIR})
  set(grade $<TARGET_FILE:${lab}_grader>)

  cmake_path(GET dir FILENAME folder)
  file(STRINGS ${PROJECT_SOURCE_DIR}/CMakePresets.json presets REGEX "\"labs/${folder}/presets.json\"")
  if(NOT presets OR NOT EXISTS ${dir}/presets.json)
    message(FATAL_ERROR "CMakePresets.json does not include labs/${folder}/presets.json, or this is missing: "
      "copy lab 01's, and add the line to CMakePresets.json")
  endif()

  file(GLOB calls CONFIGURE_DEPENDS ${dir}/grader/calls*.c)
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/grader/*.c)
  list(REMOVE_ITEM sources ${calls})
  add_library(${lab}_calls STATIC ${calls})
  target_include_directories(${lab}_calls PRIVATE ${dir} ${PROJECT_SOURCE_DIR}/common)

  add_library(${lab}_tasks OBJECT ${sources})
  set(tables ${sources}) # what holds tables alone is compiled quickly
  list(FILTER tables INCLUDE REGEX "/(tasks|cases|gates)[^/]*[.]c$")
  set_source_files_properties(${tables} PROPERTIES COMPILE_OPTIONS -Og)
  target_include_directories(${lab}_tasks PRIVATE ${dir})
  target_link_libraries(${lab}_tasks PRIVATE grader)
  add_executable(${lab}_grader ${PROJECT_SOURCE_DIR}/common/grader/cli/main.c)
  set_target_properties(${lab}_grader PROPERTIES OUTPUT_NAME ${lab})
  target_compile_definitions(${lab}_grader PRIVATE PMPP_LAB_DIR="${dir}")
  target_link_libraries(${lab}_grader PRIVATE ${lab}_tasks grader)
  add_dependencies(${lab}_grader emucc_program emu emu_precompiled worker_emu ${lab}_calls)

  set(implementations starter)
  if(EXISTS ${dir}/solution.cu)
    list(APPEND implementations solution)
  endif()
  add_custom_target(${lab} ALL COMMAND ${grade} build --impl starter --backend emu
    COMMENT "Compiling the worker of ${lab}'s starter.cu" VERBATIM) # the reference's is compiled when it is graded
  add_dependencies(${lab} ${lab}_grader)
  if(PMPP_GPU_HERE AND PMPP_NVCC) # elsewhere a gpu worker is compiled when it is asked for, or by the target `gpu`
    add_dependencies(${lab}_grader worker_gpu)
  endif()

  pmpp_discover_tests(${lab} "${implementations}")

  set(gpu_implementations ${implementations})
  if(EXISTS ${dir}/baseline.cu)
    list(APPEND gpu_implementations baseline)
  endif()
  pmpp_wrong_files(${lab} ${dir} wrong)
  file(GLOB accepted CONFIGURE_DEPENDS ${dir}/accepted/*.cu)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/said)
  set(tasks "")
  foreach(corpus wrong accepted)
    foreach(file IN LISTS ${corpus})
      cmake_path(GET file STEM stem)
      pmpp_expectation(${file} verdict task backends)
      if(corpus STREQUAL "accepted" AND NOT verdict STREQUAL "pass")
        message(FATAL_ERROR "${file}:1: an accepted submission passes: expected `// expect: pass TASK`")
      endif()
      foreach(backend IN LISTS backends)
        set(command ${grade} --check-wrong ${file})
        if(backend STREQUAL "gpu")
          list(APPEND command --large)
        endif()
        if(corpus STREQUAL "wrong" AND backend STREQUAL "emu") # grading/messages reads the result
          list(APPEND command --json ${CMAKE_CURRENT_BINARY_DIR}/said/${stem}.json)
          set_property(GLOBAL APPEND PROPERTY PMPP_SAID wrong.${lab}.${stem}.emu)
        endif()
        pmpp_graded_test(${corpus}.${lab}.${stem} ${corpus} ${backend} ${command})
        pmpp_quick_submission(${corpus}.${lab}.${stem}.${backend} ${corpus} ${verdict} ${backend})
      endforeach()
      if("emu" IN_LIST backends AND NOT verdict STREQUAL "rejected") # of those some do not compile
        list(APPEND tasks ${task})
        list(APPEND files_of_${task} ${file})
        list(APPEND tests_of_${task} ${corpus}.${lab}.${stem}.emu)
      endif()
      if("gpu" IN_LIST backends AND NOT verdict STREQUAL "rejected")
        list(APPEND gpu_${corpus} ${file})
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES tasks)
  foreach(task IN LISTS tasks)
    pmpp_bundle_test(${lab} ${task} "${files_of_${task}}" "${tests_of_${task}}")
  endforeach()
  if(PMPP_NVCC)
    pmpp_gpu_workers(${lab} gpu_references "${gpu_implementations}")
    if(PMPP_GPU_HERE) # elsewhere a gpu worker is compiled when it is asked for, or by the target `gpu`
      add_dependencies(${lab} ${lab}_gpu_references)
    endif()
    pmpp_gpu_workers(${lab} gpu_wrong "${gpu_wrong}")
    pmpp_gpu_workers(${lab} gpu_accepted "${gpu_accepted}")
  endif()

  # Nothing of the starter is begun. A student's is: not in a handout.
  if(solution IN_LIST implementations)
    pmpp_add_unit_test(${lab}.starter COMMAND ${lab}_grader --ctest)
    set_tests_properties(unit.${lab}.starter PROPERTIES PASS_REGULAR_EXPRESSION "\nSkipped: not begun")
  endif()
  # The twin, a program that assesses without a device, must fail.
  set(scripts ${PROJECT_SOURCE_DIR}/common/cmake)
  pmpp_add_unit_test(${lab}.points COMMAND ${CMAKE_COMMAND} -DGRADER=${grade} -P ${scripts}/check_points.cmake)
  pmpp_add_unit_test(${lab}.no_device COMMAND ${CMAKE_COMMAND} -DGRADER=${grade} -P ${scripts}/check_no_device.cmake)
  pmpp_add_unit_test(${lab}.no_device_unnoticed COMMAND ${CMAKE_COMMAND}
    -DGRADER=true -P ${scripts}/check_no_device.cmake)
  set_tests_properties(unit.${lab}.no_device_unnoticed PROPERTIES WILL_FAIL TRUE)
  if(EXISTS ${PROJECT_SOURCE_DIR}/common/grader/tests/updates_test.c) # not in a handout
    add_executable(${lab}_updates_test ${PROJECT_SOURCE_DIR}/common/grader/tests/updates_test.c)
    target_include_directories(${lab}_updates_test PRIVATE ${PROJECT_SOURCE_DIR}/common/grader/tests)
    target_link_libraries(${lab}_updates_test PRIVATE ${lab}_tasks grader)
    pmpp_add_unit_test(${lab}.updates COMMAND ${lab}_updates_test)
  endif()
  if(Python3_FOUND AND tasks AND EXISTS ${PROJECT_SOURCE_DIR}/common/grader/tests/bundle_test.py)
    get_property(alone GLOBAL PROPERTY PMPP_BUNDLE_ALONE SET) # what cannot be bundled is tried with one lab's submissions
    set_property(GLOBAL PROPERTY PMPP_BUNDLE_ALONE YES)
    set(option "")
    if(NOT alone)
      set(option --alone)
    endif()
    list(TRANSFORM tasks PREPEND ${CMAKE_CURRENT_BINARY_DIR}/bundles/ OUTPUT_VARIABLE lists)
    pmpp_add_unit_test(${lab}.bundle COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/common/grader/tests/bundle_test.py
      ${grade} ${dir} ${CMAKE_CURRENT_BINARY_DIR}/bundle_test ${lists} ${option})
  endif()
  if(Python3_FOUND AND solution IN_LIST implementations AND IS_DIRECTORY ${dir}/wrong)
    pmpp_add_unit_test(${lab}.gates COMMAND Python3::Interpreter
      ${PROJECT_SOURCE_DIR}/common/grader/tests/gates_test.py ${grade} ${PROJECT_BINARY_DIR}/graded/${lab} ${dir}/wrong
      ${CMAKE_CURRENT_BINARY_DIR}/wrong ${dir}/accepted)
    # It joins what the reference's tests have found, task by task; the tests that look at the whole require it.
    set_tests_properties(unit.${lab}.gates PROPERTIES FIXTURES_REQUIRED solved_${lab} FIXTURES_SETUP graded_references)
    pmpp_add_unit_test(${lab}.edits COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/grading/edits.py --check
      ${dir} ${CMAKE_CURRENT_BINARY_DIR}/wrong)
  endif()
endfunction()

# A library of the lab's baseline that need not be installed. Where its header and library are found beside nvcc, the objects
# `target` is compiled with `definition`; where they are not, the configuration says what that means: `without`.
function(pmpp_find_library target header library definition without)
  if(NOT PMPP_NVCC OR NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/baseline.cu) # not in a handout
    return()
  endif()
  string(TOUPPER PMPP_${library} name)
  cmake_path(GET PMPP_NVCC PARENT_PATH nvcc_folder)
  find_path(${name}_INCLUDE ${header} HINTS ${nvcc_folder}/../include)
  find_library(${name}_LIBRARY ${library} HINTS ${nvcc_folder}/../lib64)
  mark_as_advanced(${name}_INCLUDE ${name}_LIBRARY)
  if(${name}_INCLUDE AND ${name}_LIBRARY)
    target_compile_definitions(${target} PRIVATE ${definition})
  else()
    string(REGEX REPLACE "_tasks$" "" lab ${target})
    message(STATUS "${lab}: no ${header} and lib${library} beside ${PMPP_NVCC}: ${without}")
  endif()
endfunction()
