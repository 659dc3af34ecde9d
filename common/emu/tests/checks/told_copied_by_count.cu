// cudaMemcpy gets the number of floats.
// expect: uninitialised-read kernel=twice at=@bad advice~"wrote 64 of the buffer's 256 bytes"
// fixed: Times sizeof.
// prints: 126
#include <cstdio>
__global__ void twice(float *a) {
  a[threadIdx.x] *= 2; // @bad
}
int main() {
  float h[64], *d;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
#ifdef FIXED
  cudaMemcpy(d, h, 64 * sizeof(float), cudaMemcpyHostToDevice);
#else
  cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice);
#endif
  twice<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[63]);
  cudaFree(d);
}
