// expect: pass 5_unroll_last_warp
// form: the classic sample's: completely unrolled by the block's size, last warp with its own barriers; 128 threads.
#include "repeat.cuh"

template <unsigned SIZE> __device__ static void last_warp(float *s, unsigned t) {
  float v = s[t];
  if (SIZE >= 64) v += s[t + 32], __syncwarp(), s[t] = v, __syncwarp();
  v += s[t + 16], __syncwarp(), s[t] = v, __syncwarp();
  v += s[t + 8], __syncwarp(), s[t] = v, __syncwarp();
  v += s[t + 4], __syncwarp(), s[t] = v, __syncwarp();
  v += s[t + 2], __syncwarp(), s[t] = v, __syncwarp();
  v += s[t + 1], __syncwarp(), s[t] = v;
}

template <unsigned SIZE> __global__ void unrolled(const float *in, int64_t n, float *partial) {
  __shared__ float s[SIZE];
  unsigned t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * SIZE) + t;
  s[t] = i < n ? in[i] : 0;
  if (i + SIZE < n) s[t] += in[i + SIZE];
  __syncthreads();
  if (SIZE >= 512) {
    if (t < 256) s[t] += s[t + 256];
    __syncthreads();
  }
  if (SIZE >= 256) {
    if (t < 128) s[t] += s[t + 128];
    __syncthreads();
  }
  if (SIZE >= 128) {
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
  }
  if (t < 32) last_warp<SIZE>(s, t);
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  for (;;) {
    int64_t blocks = n > 256 ? (n + 255) / 256 : 1;
    unrolled<128><<<(unsigned)blocks, 128>>>(in, n, blocks > 1 ? scratch : out);
    if (blocks == 1) return cudaGetLastError();
    in = scratch;
    scratch += blocks;
    n = blocks;
  }
}
