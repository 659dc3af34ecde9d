// expect: pass 6_shuffle
// form: butterflies of 128 threads: every lane has the warp's sum, and every thread adds up the four of them.
#include "repeat.cuh"

__device__ static float butterfly(float x) {
#pragma unroll
  for (int other = 1; other < warpSize; other <<= 1) x += __shfl_xor_sync(0xffffffffu, x, other);
  return x;
}

__global__ static void butterflies(const float *in, int64_t n, float *partial) {
  __shared__ float sums[4];
  int64_t i = (int64_t)blockIdx.x * 256 + threadIdx.x;
  float x = 0;
  if (i < n) x = in[i];
  if (i + 128 < n) x += in[i + 128];
  x = butterfly(x);
  if ((threadIdx.x & 31) == 0) sums[threadIdx.x >> 5] = x;
  __syncthreads();
  if (threadIdx.x == 0) partial[blockIdx.x] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  while (n > 256) {
    unsigned blocks = (unsigned)((n + 255) / 256);
    butterflies<<<blocks, 128>>>(in, n, scratch);
    in = scratch;
    scratch += blocks;
    n = blocks;
  }
  butterflies<<<1, 128>>>(in, n, out);
  return cudaGetLastError();
}
