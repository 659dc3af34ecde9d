// expect: pass 3_sequential
// form: 1024 threads a block, a cooperative group's barrier.
#include "repeat.cuh"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ static void sequential(const float *in, int64_t n, float *partial) {
  __shared__ float s[1024];
  cg::thread_block block = cg::this_thread_block();
  unsigned tid = block.thread_rank();
  int64_t i = (int64_t)blockIdx.x * block.size() + tid;
  s[tid] = i < n ? in[i] : 0;
  block.sync();
  for (unsigned st = block.size() / 2; st > 0; st >>= 1) {
    if (tid < st) s[tid] += s[tid + st];
    block.sync();
  }
  if (tid == 0) partial[blockIdx.x] = s[0];
}

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  for (float *to = scratch;;) {
    int64_t blocks = (n + 1023) / 1024;
    if (blocks <= 1) {
      sequential<<<1, 1024>>>(in, n, out);
      return cudaGetLastError();
    }
    sequential<<<(unsigned)blocks, 1024>>>(in, n, to);
    in = to;
    to += blocks;
    n = blocks;
  }
}
