// The host's block is smaller than the copy to it.
// expect: bad-copy at=@copy what~"do not fit the destination" advice~"sizeof"
// fixed: It has as many bytes.
// prints: 5
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static __attribute__((noinline)) int *room_for(size_t bytes) {
  return (int *)malloc(bytes);
}

int main() {
  const int n = 256;
  int *d;
  cudaMalloc(&d, n * sizeof *d);
  cudaMemset(d, 5, n * sizeof *d);
#ifdef FIXED
  int *h = room_for(n * sizeof *h);
#else
  int *h = room_for(n);
#endif
  h[0] = 0x05050505;
  cudaMemcpy(h, d, n * sizeof *h, cudaMemcpyDeviceToHost); // @copy
  printf("%d\n", h[0] & 255);
  free(h);
  cudaFree(d);
  return 0;
}
