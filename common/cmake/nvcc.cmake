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
    pmpp_gpu_archs(${PMPP_NVCC_PROGRAM} PMPP_GPU_ARCH_LIST archs found)
    if(PMPP_GPU_ARCH_LIST)
      pmpp_try_nvcc(${PMPP_NVCC_PROGRAM} "${PMPP_GPU_ARCH_LIST}" problem)
    else()
      set(problem "none that is wanted")
      set(archs ${found})
    endif()
    if(problem STREQUAL "")
      set(PMPP_NVCC ${PMPP_NVCC_PROGRAM})
      if(PMPP_CCCL_DIR AND NOT EXISTS ${PMPP_CCCL_DIR}/cub/version.cuh)
        message(FATAL_ERROR "PMPP_CCCL_DIR=${PMPP_CCCL_DIR}: there is no cub/version.cuh in it")
      endif()
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

# nvcc's flags for PMPP_CUDA_ARCHITECTURES, else for the devices here, else for those of the last years and, as PTX, for
# newer ones; their names; and where they come from. What this nvcc does not know is left out, and `found` says so.
function(pmpp_gpu_archs nvcc flags names found)
  set(query_rc 1)
  find_program(PMPP_NVIDIA_SMI nvidia-smi)
  if(PMPP_NVIDIA_SMI AND NOT PMPP_CUDA_ARCHITECTURES)
    execute_process(COMMAND ${PMPP_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
      RESULT_VARIABLE query_rc OUTPUT_VARIABLE query ERROR_QUIET TIMEOUT 30)
  endif()
  set(archs "")
  set(ptx "")
  if(PMPP_CUDA_ARCHITECTURES)
    set(from "PMPP_CUDA_ARCHITECTURES")
    set(archs ${PMPP_CUDA_ARCHITECTURES})
    foreach(arch IN LISTS archs)
      if(NOT arch MATCHES "^[0-9]+[af]?$")
        message(FATAL_ERROR "PMPP_CUDA_ARCHITECTURES=${PMPP_CUDA_ARCHITECTURES}: `${arch}` is no architecture; "
          "expected numbers as in -DPMPP_CUDA_ARCHITECTURES=\"75;86\"")
      endif()
    endforeach()
  elseif(query_rc EQUAL 0)
    set(from "the device here")
    string(REGEX MATCHALL "[0-9]+\\.[0-9]+" archs "${query}")
    string(REPLACE "." "" archs "${archs}")
    list(REMOVE_DUPLICATES archs)
  endif()
  if(NOT archs)
    set(from "no device here: the gpu tests will be skipped")
    set(archs 75 80 86 89 90)
    set(ptx 90)
  endif()
  list(TRANSFORM archs REPLACE "^90$" "90a") # wgmma and setmaxnreg exist for sm_90a alone; it runs on every 9.0
  execute_process(COMMAND ${nvcc} --list-gpu-arch RESULT_VARIABLE list_rc OUTPUT_VARIABLE known ERROR_QUIET TIMEOUT 60)
  set(list "")
  set(said "")
  set(unknown "")
  foreach(arch IN LISTS archs)
    string(REGEX REPLACE "[af]$" "" number ${arch})
    if(list_rc EQUAL 0 AND NOT known MATCHES "compute_${number}[^0-9]")
      list(APPEND unknown sm_${number})
    else()
      list(APPEND list -gencode arch=compute_${arch},code=sm_${arch})
      list(APPEND said sm_${arch})
    endif()
  endforeach()
  if(ptx AND NOT "sm_${ptx}" IN_LIST unknown)
    list(APPEND list -gencode arch=compute_${ptx},code=compute_${ptx})
    list(APPEND said "newer ones")
  endif()
  if(unknown)
    list(JOIN unknown ", " unknown)
    string(APPEND from "; this nvcc does not know ${unknown}")
  endif()
  list(JOIN said ", " said)
  set(${flags} ${list} PARENT_SCOPE)
  set(${names} "${said}" PARENT_SCOPE)
  set(${found} "${from}" PARENT_SCOPE)
endfunction()
