// A host array of ints receives doubles.
// expect: bad-copy at=@bad what~"128 bytes do not fit" advice~"of the same type on both sides"
// fixed: An array of doubles.
// prints: 7.5
#include <cstdio>
__global__ void halves(double *a) {
  a[threadIdx.x] = threadIdx.x / 2.0;
}
int main() {
  double *d;
#ifdef FIXED
  double h[16];
#else
  int h[16];
#endif
  cudaMalloc(&d, 16 * sizeof(double));
  halves<<<1, 16>>>(d);
  cudaMemcpy(h, d, 16 * sizeof(double), cudaMemcpyDeviceToHost); // @bad
  printf("%g\n", (double)h[15]);
  cudaFree(d);
}
