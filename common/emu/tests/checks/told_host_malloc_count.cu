// malloc gets the number of elements.
// expect: bad-copy at=@bad advice~"the host's side needs as many bytes"
// fixed: Times sizeof.
// prints: 31
#include <cstdio>
#include <cstdlib>
__global__ void number(float *a) {
  a[threadIdx.x] = threadIdx.x;
}
int main() {
  int n = 32;
  float *d;
#ifdef FIXED
  float *h = (float *)malloc(n * sizeof(float));
#else
  float *h = (float *)malloc(n);
#endif
  cudaMalloc(&d, n * sizeof(float));
  number<<<1, n>>>(d);
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost); // @bad
  printf("%g\n", (double)h[n - 1]);
  cudaFree(d);
  free(h);
}
