// A byte that a block reads and another one writes, among bytes of other blocks in the same word.
// expect: race-global kernel=mark at=@read other=@write
// fixed: Each block reads the bytes that it has written.
// prints: 0
#include <cstdio>
#include <cuda_fp16.h>

__global__ void mark(unsigned char *x, int *out) {
  x[threadIdx.x * gridDim.x + blockIdx.x] = 1; // @write
#ifdef FIXED
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[threadIdx.x * gridDim.x + blockIdx.x];
#else
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      x[threadIdx.x * gridDim.x + (blockIdx.x + 2) % gridDim.x]; // @read
#endif
}

// Bytes, shorts and halves of one word, each its own.
__global__ void add(unsigned char *x, unsigned short *y, __half *z) {
  int i = threadIdx.x * gridDim.x + blockIdx.x;
  x[i]++;
  y[i] += 2;
  y[i] += 2;
  z[i] = z[i] + __float2half(1.0f);
  __syncthreads();
  x[i]++;
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  mark<<<4, 64>>>((unsigned char *)(d + 512), d + 1024);
  add<<<4, 64>>>((unsigned char *)(d + 512), (unsigned short *)(d + 1024), (__half *)(d + 2048));
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
