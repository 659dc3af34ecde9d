// A reduction in a loop that lanes leave one by one, with the mask of the whole warp.
// expect: warp-sync-mask kernel=pass at=@reduce block=0,0,0 what~__reduce_add_sync
// fixed: A reduction in a loop that all lanes leave together.
// prints: 780
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pass(int *out) {
  int t = threadIdx.x, sum = 0;
#ifdef FIXED
  for (int i = t; i < 64; i += 32) sum += __reduce_add_sync(0xffffffffu, i < 40 ? i : 0);
#else
  for (int i = t; i < 40; i += 32) sum += __reduce_add_sync(0xffffffffu, i); // @reduce
#endif
  __syncthreads();
  out[t] = sum;
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 32 * sizeof(int));
  pass<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
