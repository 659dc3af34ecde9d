// A cooperative launch of 500 blocks of 512 threads, more fibers than there are guard pages; the H100 has room.
// prints: 500 blocks of 512: sum 65536000000
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
namespace cg = cooperative_groups;

__device__ unsigned long long total;

__global__ void sum(unsigned *value) {
  cg::grid_group grid = cg::this_grid();
  unsigned long long i = grid.thread_rank(), n = grid.size();
  value[i] = (unsigned)i;
  grid.sync();
  unsigned mirrored = value[n - 1 - i];
  grid.sync();
  unsigned long long pair = i + mirrored + 1; // n, by every thread
  for (int offset = 16; offset; offset /= 2) pair += __shfl_down_sync(0xffffffffu, pair, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, pair);
}

int main() {
  setenv("EMU_DEVICE", "h100", 1);
  unsigned *d;
  unsigned long long h = 0;
  cudaMalloc(&d, 500 * 512 * sizeof *d);
  void *arguments[] = {&d};
  if (cudaLaunchCooperativeKernel((void *)sum, dim3(500), dim3(512), arguments, 0, 0))
    printf("not launched\n");
  cudaMemcpyFromSymbol(&h, total, sizeof h);
  printf("500 blocks of 512: sum %llu\n", h);
  cudaFree(d);
}
