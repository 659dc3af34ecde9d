// Two warps hand values over by a numbered barrier, but the writers wait at another one than the readers.
// expect: race-shared kernel=hand_over at=@read other=@write
// fixed: Both at the same barrier.
// prints: 31
#include <cstdio>

__global__ void hand_over(int *out) {
  __shared__ int value[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 1) value[lane] = -1;
  __syncthreads();
  if (warp == 0) value[lane] = lane; // @write
#ifdef FIXED
  asm volatile("bar.sync 1, 64;" : : : "memory");
#else
  asm volatile("bar.sync %0, 32;" : : "r"(1 + warp) : "memory");
#endif
  if (warp == 1) out[lane] = value[31 - lane]; // @read
}

int main() {
  int *out, first;
  cudaMalloc(&out, 32 * sizeof *out);
  cudaMemset(out, 0, 32 * sizeof *out);
  hand_over<<<1, 64>>>(out);
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  printf("%d\n", first);
  cudaFree(out);
}
