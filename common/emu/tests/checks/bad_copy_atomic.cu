// Host code calls an atomic function of the device on a variable of its own.
// expect: bad-copy at=@add advice~"atomic functions belong into kernels"
// fixed: What is advised.
// prints: 1
#include <cstdio>

__global__ void add(int *n) {
  atomicAdd(n, 1);
}

int main() {
  int n = 0;
#ifdef FIXED
  int *d;
  cudaMalloc(&d, sizeof n);
  cudaMemset(d, 0, sizeof n);
  add<<<1, 1>>>(d);
  cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
  cudaFree(d);
#else
  atomicAdd(&n, 1); // @add
#endif
  printf("%d\n", n);
}
