// Threads without an element return, and the others shuffle with them.
// expect: warp-sync-mask kernel=sum at=@shuffle what~"has left the kernel" advice~"before the last warp operation"
// may: warp-sync-mask kernel=sum
// fixed: They take part with a 0.
// prints: 20
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(int n, int *out) {
  int t = threadIdx.x;
#ifdef FIXED
  int x = t < n ? 1 : 0;
#else
  if (t >= n) return;
  int x = 1;
#endif
  for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffffu, x, d); // @shuffle
  if (t == 0) *out = x;
}

int main() {
  int *d, h;
  cudaMalloc(&d, sizeof(int));
  sum<<<1, 32>>>(20, d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
