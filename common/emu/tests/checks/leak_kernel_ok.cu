// A kernel allocates and frees.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void keep(int *out) {
  int *p = new int[4];
  for (int i = 0; i < 4; i++) p[i] = 7 * i;
  *out = p[*out & 3];
  delete[] p;
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
