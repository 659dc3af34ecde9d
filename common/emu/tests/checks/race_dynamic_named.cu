// A race in dynamic shared memory is told with the name that the kernel gives it.
// expect: race-shared kernel=neighbour at=@read other=@write block=0,0,0 what~"line, element"
// may: uninitialised-read kernel=neighbour at=@read
// fixed: The same exchange with its barrier.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void neighbour(float *out) {
  extern __shared__ float line[];
  line[threadIdx.x] = threadIdx.x; // @write
#ifdef FIXED
  __syncthreads();
#endif
  out[threadIdx.x] = line[(threadIdx.x + 1) % 256]; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  neighbour<<<1, 256, 256 * sizeof(float)>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
