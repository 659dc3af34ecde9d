// expect: pass 7_multi_block global_load_requests on emu
// form: the classic sample's: at most 64 blocks of 256 threads, two elements a thread in each round of the grid.
#include "repeat.cuh"

template <typename T> __global__ void grid_rounds(const T *in, int64_t n, T *partial) {
  __shared__ T s[32];
  int t = threadIdx.x, lane = t % 32;
  T sum = 0;
  for (int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t; i < n; i += 2 * BLOCK * (int64_t)gridDim.x) {
    sum += in[i];
    if (i + BLOCK < n) sum += in[i + BLOCK];
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) s[t / 32] = sum;
  __syncthreads();
  if (t < 32) {
    sum = t < BLOCK / 32 ? s[t] : 0;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (t == 0) partial[blockIdx.x] = sum;
  }
}

template <typename T> static int sum(const T *in, int64_t n, T *scratch, T *out) {
  int64_t blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
  if (blocks > 64) blocks = 64;
  if (blocks <= 1) {
    grid_rounds<<<1, BLOCK>>>(in, n, out);
    return cudaGetLastError();
  }
  grid_rounds<<<(unsigned)blocks, BLOCK>>>(in, n, scratch);
  grid_rounds<<<1, BLOCK>>>((const T *)scratch, blocks, out);
  return cudaGetLastError();
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return sum(in, n, scratch, out);
}

int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  return sum((const unsigned *)in, n, (unsigned *)scratch, (unsigned *)out);
}
