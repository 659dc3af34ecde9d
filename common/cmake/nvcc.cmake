# pmpp_find_nvcc(): the nvcc of the gpu backend, if there is one that works; an nvcc that does not is no error.

# Compiles and links a program of one kernel. PROBLEM becomes "", or the first line that names what is wrong. What
# compiled once is tried again when the command or nvcc's file changes; what failed is tried at every configuration.
function(pmpp_try_nvcc nvcc arch_flags problem)
  set(command ${nvcc} -std=c++17 ${arch_flags} trial.cu -o trial)
  file(TIMESTAMP ${nvcc} stamp)
  if(PMPP_NVCC_COMPILED STREQUAL "${command} ${stamp}")
    set(${problem} "" PARENT_SCOPE)
    return()
  endif()
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/nvcc_trial)
  file(WRITE ${dir}/trial.cu [[
#include <cuda_runtime.h>
#include <stdint.h>
#include <vector>
__global__ void twice(int64_t *x) { *x *= 2; }
int main() {
  std::vector<int64_t> x(1);
  twice<<<1, 1>>>(x.data());
  return cudaDeviceSynchronize() != cudaSuccess;
}
]])
  execute_process(COMMAND ${command} WORKING_DIRECTORY ${dir} TIMEOUT 300
    RESULT_VARIABLE rc OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(rc EQUAL 0 AND EXISTS ${dir}/trial)
    set(PMPP_NVCC_COMPILED "${command} ${stamp}" CACHE INTERNAL "The trial compilation that succeeded")
    set(line "")
  else()
    string(REGEX MATCH "[^\n]*([Ee]rror|fatal|not found)[^\n]*" line "${text}")
    if(line STREQUAL "")
      string(REGEX MATCH "[^\n]*[^\n \t][^\n]*" line "${text}")
    endif()
    string(STRIP "${line}" line)
    if(line STREQUAL "")
      set(line "it said nothing (exit status ${rc})")
    endif()
  endif()
  file(REMOVE_RECURSE ${dir})
  set(${problem} "${line}" PARENT_SCOPE)
endfunction()

# Sets PMPP_NVCC ("": no gpu backend), PMPP_GPU_ARCH_LIST and PMPP_GPU_ARCH_FLAGS, and says in one line what was
# found. Looked up in this order: CUDACXX, CUDA_HOME, CUDA_PATH, CUDAToolkit_ROOT, the PATH, /usr/local/cuda.
macro(pmpp_find_nvcc)
  set(PMPP_NVCC "")
  set(PMPP_GPU_ARCH_LIST "")
  set(PMPP_GPU_ARCH_FLAGS "")
  if(PMPP_NVCC_PROGRAM AND NOT EXISTS ${PMPP_NVCC_PROGRAM})
    unset(PMPP_NVCC_PROGRAM CACHE)
  endif()
  find_program(PMPP_NVCC_PROGRAM NAMES $ENV{CUDACXX} nvcc
    HINTS ENV CUDA_HOME ENV CUDA_PATH ENV CUDAToolkit_ROOT PATHS /usr/local/cuda PATH_SUFFIXES bin
    DOC "NVIDIA's compiler; without it only the emulator is built")
  if(PMPP_NVCC_PROGRAM)
    pmpp_gpu_archs(PMPP_GPU_ARCH_LIST archs found)
    pmpp_try_nvcc(${PMPP_NVCC_PROGRAM} "${PMPP_GPU_ARCH_LIST}" problem)
    if(problem STREQUAL "")
      set(PMPP_NVCC ${PMPP_NVCC_PROGRAM})
      list(JOIN PMPP_GPU_ARCH_LIST " " PMPP_GPU_ARCH_FLAGS)
      message(STATUS "gpu backend: ${PMPP_NVCC}, compiling for ${archs} (${found})")
    else()
      message(STATUS "gpu backend: off, the gpu tests will be skipped: ${PMPP_NVCC_PROGRAM} compiles nothing for "
        "${archs}: ${problem}")
    endif()
  else()
    message(STATUS "gpu backend: no nvcc found; the gpu tests will be skipped")
  endif()
endmacro()

# The devices here, or two common ones: nvcc's flags, their names, and where they come from.
function(pmpp_gpu_archs flags names found)
  set(query_rc 1)
  find_program(PMPP_NVIDIA_SMI nvidia-smi)
  if(PMPP_NVIDIA_SMI)
    execute_process(COMMAND ${PMPP_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
      RESULT_VARIABLE query_rc OUTPUT_VARIABLE query ERROR_QUIET TIMEOUT 30)
  endif()
  set(archs "")
  if(query_rc EQUAL 0)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]+" archs "${query}")
    string(REPLACE "." "" archs "${archs}")
    list(REMOVE_DUPLICATES archs)
  endif()
  set(${found} "the device here" PARENT_SCOPE)
  if(NOT archs)
    set(archs 80 90)
    set(${found} "no device here: the gpu tests will be skipped" PARENT_SCOPE)
  endif()
  list(TRANSFORM archs REPLACE "^90$" "90a") # wgmma and setmaxnreg exist for sm_90a alone; it runs on every 9.0
  set(list "")
  foreach(arch IN LISTS archs)
    list(APPEND list -gencode arch=compute_${arch},code=sm_${arch})
  endforeach()
  set(${flags} ${list} PARENT_SCOPE)
  list(TRANSFORM archs PREPEND sm_)
  list(JOIN archs ", " archs)
  set(${names} "${archs}" PARENT_SCOPE)
endfunction()
