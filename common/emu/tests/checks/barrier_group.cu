// A thread block's sync() inside a branch.
// expect: barrier-not-reached kernel=half_of_them
// fixed: A thread block's sync() that all threads reach.
// prints: 1
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void half_of_them(int *out) {
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() < 32) {
    out[threadIdx.x] = 1;
#ifndef FIXED
    block.sync();
#endif
  }
#ifdef FIXED
  block.sync();
#endif
  out[64 + threadIdx.x] = 2;
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 128 * sizeof(int));
  half_of_them<<<1, 64>>>(d);
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
