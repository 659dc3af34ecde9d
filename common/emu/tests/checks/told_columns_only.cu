// A block of one row writes a matrix of four.
// note: unwritten-copied at=@bad what~"24 of the 32" advice~"does every thread's index reach its element"
// fixed: A block of two dimensions.
// prints: 11
#include <cstdio>
__global__ void number(int *m) {
  m[threadIdx.y * 8 + threadIdx.x] = threadIdx.y * 8 + threadIdx.x;
}
int main() {
  int *m, h[32];
  cudaMalloc(&m, sizeof h);
#ifdef FIXED
  number<<<1, dim3(8, 4)>>>(m);
#else
  number<<<1, 8>>>(m);
#endif
  cudaMemcpy(h, m, sizeof h, cudaMemcpyDeviceToHost); // @bad
  printf("%d\n", h[11]);
  cudaFree(m);
}
