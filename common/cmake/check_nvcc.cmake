# Test: an nvcc that compiles nothing turns the gpu backend off with one line that quotes its first error, and the
# configuration succeeds. cmake -DSOURCE=DIR -DOUT=DIR -DNVCC_STATUS=1 -P check_nvcc.cmake
# With -DNVCC_STATUS=0 the same nvcc succeeds, and this test must fail.
file(REMOVE_RECURSE ${OUT})
file(WRITE ${OUT}/nvcc "#!/bin/sh
echo 'nvcc warning : about something else'
[ ${NVCC_STATUS} = 0 ] && touch trial && exit 0
echo 'host_config.h(1): error: this host compiler is too new' >&2
echo 'host_config.h(2): error: another one' >&2
exit ${NVCC_STATUS}
")
file(CHMOD ${OUT}/nvcc PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
set(ENV{CUDACXX} ${OUT}/nvcc)
# One lab shows what each does without a gpu backend: the tree with all of them takes three times as long.
file(MAKE_DIRECTORY ${OUT}/tree/labs)
foreach(part CMakeLists.txt CMakePresets.json common grading labs/01_vecadd)
  file(CREATE_LINK ${SOURCE}/${part} ${OUT}/tree/${part} SYMBOLIC)
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${OUT}/tree -B ${OUT}/build -DPMPP_GPU=ON
  RESULT_VARIABLE rc OUTPUT_VARIABLE text ERROR_VARIABLE text)
string(REGEX MATCH "[^\n]*gpu backend:[^\n]*" line "${text}")
file(READ ${OUT}/build/generated/pmpp_config.h config)
file(REMOVE_RECURSE ${OUT})
if(NOT rc EQUAL 0 OR NOT line MATCHES "off.*/nvcc.*: host_config.h\\(1\\): error: this host compiler is too new$" OR
   NOT config MATCHES "PMPP_NVCC +\"\"")
  message(FATAL_ERROR "expected a configuration without gpu backend that quotes nvcc's first error; got ${rc}, "
    "`${line}` and\n${config}")
endif()
