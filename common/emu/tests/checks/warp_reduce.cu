// A reduction in a loop that lanes leave one by one, with the mask of the whole warp.
// expect: warp-sync-mask kernel=pass at=@reduce block=0,0,0 what~__reduce_add_sync
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pass(int *out) {
  int t = threadIdx.x, sum = 0;
  for (int i = t; i < 40; i += 32) sum += __reduce_add_sync(0xffffffffu, i); // @reduce
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
