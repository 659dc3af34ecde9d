// Threads go around the barrier that stands in a branch of the loop's body, and on to the kernel's end.
// expect: barrier-not-reached kernel=countdown at=@barrier block=0,0,0 what~"has gone on past it" advice~"let every thread of the block reach the barrier: no"
// fixed: All threads wait at the end of each turn.
// prints: 64
#include <cstdio>
#include <cuda_runtime.h>

__global__ void countdown(int *out) {
  __shared__ int turns[64];
  int t = threadIdx.x, mine = t / 32 + 1;
  turns[t] = 0;
  for (int i = 0; i < 2; i++) {
#ifdef FIXED
    if (i < mine) turns[t]++;
    __syncthreads();
#else
    if (t >= 32) {
      turns[t]++;
      __syncthreads(); // @barrier
    } else if (i < mine) {
      turns[t]++;
    }
#endif
  }
  if (t % 2) atomicAdd(out, turns[t]);
  atomicAdd(out + 1, turns[t] > 0);
}

int main() {
  int *d, h[2];
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  countdown<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[1]);
  cudaFree(d);
  return 0;
}
