// Given, for the SpMV stages of lab 08: block sizes, numbers of blocks and threads.
#ifndef SPMV_GIVEN_CUH
#define SPMV_GIVEN_CUH

#include "spmv_bfs.h"
#include <cuda_runtime.h>

enum { SPMV_WARP = 32, SPMV_BLOCK = 256 };
static const unsigned SPMV_ALL_LANES = 0xffffffff;

// Blocks of SPMV_BLOCK that have at least so many threads.
static unsigned spmv_blocks(int64_t threads) {
  return (unsigned)((threads + SPMV_BLOCK - 1) / SPMV_BLOCK);
}

// The number of this thread in the grid.
static __device__ int64_t spmv_thread() {
  return (int64_t)blockIdx.x * SPMV_BLOCK + threadIdx.x;
}

#endif
