// A buffer is freed before its last kernel.
// expect: use-after-free kernel=use at=@bad advice~"free a buffer only after the last kernel"
// fixed: It is freed at the end.
// prints: 3
#include <cstdio>
__global__ void set(int *a) {
  *a = 2;
}
__global__ void use(const int *a, int *b) {
  *b = *a + 1; // @bad
}
int main() {
  int *a, *b, r = 0;
  cudaMalloc(&a, 4);
  cudaMalloc(&b, 4);
  set<<<1, 1>>>(a);
#ifndef FIXED
  cudaFree(a);
#endif
  use<<<1, 1>>>(a, b);
  cudaMemcpy(&r, b, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
#ifdef FIXED
  cudaFree(a);
#endif
  cudaFree(b);
}
