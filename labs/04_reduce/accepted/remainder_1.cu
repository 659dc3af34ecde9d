// expect: pass 1_interleaved
// form: the lecture's: the thread adds where its number is a multiple of twice the stride.
#include "repeat.cuh"

__global__ static void remainder(const float *in, int64_t n, float *partial) {
  extern __shared__ float s[];
  unsigned tid = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * blockDim.x + tid;
  s[tid] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned st = 1; st < blockDim.x; st *= 2) {
    if (tid % (2 * st) == 0) s[tid] += s[tid + st];
    __syncthreads();
  }
  if (tid == 0) partial[blockIdx.x] = s[0];
}

static int pass(const float *in, int64_t n, float *to, unsigned blocks) {
  remainder<<<blocks, BLOCK, BLOCK * sizeof(float)>>>(in, n, to);
  return cudaGetLastError();
}

int reduce_1_interleaved(const float *in, int64_t n, float *scratch, float *out) {
  float *next = scratch;
  while (n > BLOCK) {
    int64_t blocks = (n + BLOCK - 1) / BLOCK;
    int error = pass(in, n, next, (unsigned)blocks);
    if (error) return error;
    in = next;
    next += blocks;
    n = blocks;
  }
  return pass(in, n, out, 1);
}
