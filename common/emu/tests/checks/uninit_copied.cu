// A copy of sizeof(pointer) bytes fills the buffer's beginning only.
// expect: uninitialised-read kernel=sum at=@read advice~"wrote 8 of the buffer's 128 bytes" advice~"elements times sizeof(element)"
// fixed: What is advised.
// prints: 496
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void sum(const int *a, int *s) {
  atomicAdd(s, a[threadIdx.x]); // @read
}

int main() {
  int *h = (int *)malloc(32 * sizeof *h), *a, *s, r;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&a, 32 * sizeof *a);
  cudaMalloc(&s, sizeof *s);
  cudaMemset(s, 0, sizeof *s);
#ifdef FIXED
  cudaMemcpy(a, h, 32 * sizeof *h, cudaMemcpyHostToDevice);
#else
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
#endif
  sum<<<1, 32>>>(a, s);
  cudaMemcpy(&r, s, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(a);
  cudaFree(s);
  free(h);
}
