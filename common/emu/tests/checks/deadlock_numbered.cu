// Producers arrive at a numbered barrier by one warp, its waiting threads ask for two.
// expect: deadlock kernel=hand_over at=@wait what~"32 threads wait at a numbered barrier" advice~"a numbered barrier lets go when so many threads have come as its call says"
// fixed: As many threads as arrive and wait.
// prints: 31
#include <cstdio>

__global__ void hand_over(int *out) {
  __shared__ int value[32];
#ifdef FIXED
  const int both = 64;
#else
  const int both = 96;
#endif
  if (threadIdx.x < 32) {
    value[threadIdx.x] = threadIdx.x;
    asm volatile("bar.arrive 1, %0;" : : "r"(both) : "memory");
  } else {
    asm volatile("bar.sync 1, %0;" : : "r"(both) : "memory"); // @wait
    out[threadIdx.x - 32] = value[63 - threadIdx.x];
  }
}

int main() {
  int *out, first;
  cudaMalloc(&out, 32 * sizeof *out);
  hand_over<<<1, 64>>>(out);
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  printf("%d\n", first);
  cudaFree(out);
}
