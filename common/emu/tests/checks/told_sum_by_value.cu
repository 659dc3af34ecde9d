// The result is a parameter by value.
// note: kernel-without-effect kernel=add at=@bad advice~"a kernel's parameters are copies"
// fixed: A pointer.
// prints: 5
#include <cstdio>
#ifdef FIXED
__global__ void add(int a, int b, int *c) {
  *c = a + b;
}
#else
__global__ void add(int a, int b, int c) { // @bad
  c = a + b;
}
#endif
int main() {
  int r = 5;
#ifdef FIXED
  int *c;
  cudaMalloc(&c, sizeof r);
  add<<<1, 1>>>(2, 3, c);
  cudaMemcpy(&r, c, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(c);
#else
  add<<<1, 1>>>(2, 3, r);
  cudaDeviceSynchronize();
#endif
  printf("%d\n", r);
}
