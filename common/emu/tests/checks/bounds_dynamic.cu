// The launch asks for one float of dynamic shared memory too few.
// expect: out-of-bounds kernel=dynamic at=@write block=0,0,0 thread=63,0,0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void dynamic(float *out) {
  extern __shared__ float s[];
  s[threadIdx.x] = threadIdx.x; // @write
  __syncthreads();
  out[threadIdx.x] = s[0];
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  dynamic<<<1, 64, 63 * sizeof(float)>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
