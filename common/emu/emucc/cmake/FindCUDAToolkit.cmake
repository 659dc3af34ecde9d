# The targets that projects link of the CUDA toolkit: what of them the emulator has is in what emucc links.
set(CUDAToolkit_FOUND TRUE)
set(CUDAToolkit_VERSION 13.0.0)
set(CUDAToolkit_VERSION_MAJOR 13)
set(CUDAToolkit_VERSION_MINOR 0)
set(CUDAToolkit_NVCC_EXECUTABLE "${CMAKE_CUDA_COMPILER}")
execute_process(COMMAND "${CMAKE_CUDA_COMPILER}" --print-include-dir OUTPUT_VARIABLE CUDAToolkit_INCLUDE_DIRS
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
foreach(name cudart cudart_static cudart_static_deps cuda_driver cudadevrt cublas cublas_static curand curand_static nvToolsExt nvtx3)
  if(NOT TARGET CUDA::${name})
    add_library(CUDA::${name} IMPORTED INTERFACE)
    target_include_directories(CUDA::${name} SYSTEM INTERFACE ${CUDAToolkit_INCLUDE_DIRS})
  endif()
endforeach()
