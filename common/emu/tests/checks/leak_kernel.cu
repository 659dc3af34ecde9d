// A kernel allocates and nobody frees.
// expect: leak at=@new
// fixed: A kernel allocates and frees.
// prints: 7
#include <cstdio>
#include <cuda_runtime.h>

__global__ void keep(int *out) {
  int *p = new int[4]; // @new
  for (int i = 0; i < 4; i++) p[i] = 7 * i;
  *out = p[*out & 3];
#ifdef FIXED
  delete[] p;
#endif
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, sizeof(int));
  cudaMemset(d, 1, sizeof(int));
  keep<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
