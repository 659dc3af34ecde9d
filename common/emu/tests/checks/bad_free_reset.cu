// A buffer that cudaDeviceReset has taken back is freed.
// expect: bad-free at=@free what~"freed already"
// fixed: After the reset everything is made anew; nothing of what was there leaks.
// prints: cudaErrorInvalidResourceHandle
// prints: 5
#include <cstdio>
#include <cuda_runtime.h>

__global__ void store(int *p, int n) {
  p[n] = 5;
}

int main() {
  int *d, *pinned, *managed, h = 0;
  cudaStream_t s;
  cudaMalloc(&d, 256 << 20);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 64);
  cudaStreamCreate(&s);
  size_t before, after, all;
  cudaMemGetInfo(&before, &all);
  cudaDeviceReset();
  cudaMemGetInfo(&after, &all);
  if (after != all || before == all) printf("memory is left\n");
#ifndef FIXED
  cudaFree(d); // @free
#endif
  printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(s)));
  cudaMalloc(&d, 64);
  cudaMemset(d, 0, 64);
  store<<<1, 1>>>(d, 3);
  cudaMemcpy(&h, d + 3, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaDeviceReset();
  return 0;
}
