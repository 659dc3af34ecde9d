// The copy goes to the pointer, not to where it points.
// expect: bad-copy at=@copy what~"128 bytes do not fit the destination" what~"8 bytes" advice~"&pointer" advice~"where the pointer"
// fixed: It goes to the block.
// prints: 2
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

int main() {
  int *d, *h = (int *)calloc(32, sizeof *h);
  cudaMalloc(&d, 32 * sizeof *d);
  cudaMemset(d, 2, 32 * sizeof *d);
#ifdef FIXED
  cudaMemcpyAsync(h, d, 32 * sizeof *d, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
#else
  cudaMemcpyAsync(&h, d, 32 * sizeof *d, cudaMemcpyDeviceToHost, 0); // @copy
#endif
  printf("%d\n", h[31] & 255);
  free(h);
  cudaFree(d);
  return 0;
}
