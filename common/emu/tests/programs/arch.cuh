// A header with device code whose macros hang on __CUDA_ARCH__ (arch.cu).
#pragma once
#ifdef __CUDA_ARCH__
#define FROM_HEADER 7
#else
#define FROM_HEADER 5
#endif
static __host__ __device__ int from_header() {
  return FROM_HEADER;
}
