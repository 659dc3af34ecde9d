// Given: sums and maxima over a warp and over a block of BLOCK threads.
#ifndef BLOCK_CUH
#define BLOCK_CUH

#include <cuda_runtime.h>

enum { WARP = 32, BLOCK = 256, WARPS = BLOCK / WARP };
static const unsigned ALL_LANES = 0xffffffff;

struct plus {
  static __device__ float of(float a, float b) {
    return a + b;
  }
};

struct larger { // of a number and a NaN, the number
  static __device__ float of(float a, float b) {
    return fmaxf(a, b);
  }
};

// The value of all lanes together, in every lane. All 32 lanes call.
template <typename OP> static __device__ float over_warp(float x) {
  for (int d = WARP / 2; d > 0; d /= 2) x = OP::of(x, __shfl_xor_sync(ALL_LANES, x, d));
  return x;
}

// The value of all threads together, in every thread. All threads of the block call.
template <typename OP> static __device__ float over_block(float x) {
  __shared__ float s[WARPS];
  x = over_warp<OP>(x);
  __syncthreads(); // an earlier call has been read
  if (threadIdx.x % WARP == 0) s[threadIdx.x / WARP] = x;
  __syncthreads();
  x = s[0];
  for (int w = 1; w < WARPS; w++) x = OP::of(x, s[w]);
  return x;
}

static __device__ float block_sum(float x) {
  return over_block<plus>(x);
}

static __device__ float block_max(float x) {
  return over_block<larger>(x);
}

#endif
