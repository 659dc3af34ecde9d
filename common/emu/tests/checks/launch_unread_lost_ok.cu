// A check behind the launch and one behind the allocation, which fails: no launch error is lost.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  out[threadIdx.x] = 1;
}

int main() {
  float *d, *more;
  cudaMalloc(&d, 4096);
  fill<<<1, 256>>>(d);
  printf("%s\n", cudaGetErrorName(cudaPeekAtLastError()));
  printf("%s\n", cudaGetErrorName(cudaMalloc(&more, 1ull << 40)));
  cudaFree(d);
  return 0;
}
