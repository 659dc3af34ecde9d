// A picture of three channels in a buffer for one.
// expect: out-of-bounds kernel=grey at=@read what~"which ends with element 999" advice~"allocated without the factor (n * 3 elements" advice~"the buffer has"
// fixed: What is advised.
// prints: cudaSuccess 2
#include <cstdio>

__global__ void grey(const unsigned char *rgb, unsigned char *g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) g[i] = (rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3; // @read
}

int main() {
  int n = 1000;
#ifdef FIXED
  int bytes = 3 * n;
#else
  int bytes = n;
#endif
  unsigned char *rgb, *g, h = 0;
  cudaMalloc(&rgb, bytes);
  cudaMalloc(&g, n);
  cudaMemset(rgb, 2, bytes);
  grey<<<(n + 255) / 256, 256>>>(rgb, g, n);
  cudaError_t error = cudaMemcpy(&h, g + 999, 1, cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorName(error), h);
  cudaFree(rgb), cudaFree(g);
}
