// The launch asks for one float of dynamic shared memory too few.
// expect: out-of-bounds kernel=dynamic at=@write block=0,0,0 thread=63,0,0
// fixed: The launch asks for as much dynamic shared memory as the kernel uses.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void dynamic(float *out) {
  extern __shared__ float s[];
  s[threadIdx.x] = threadIdx.x; // @write
  __syncthreads();
#ifdef FIXED
  out[threadIdx.x] = s[threadIdx.x ^ 1];
#else
  out[threadIdx.x] = s[0];
#endif
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
#ifdef FIXED
  dynamic<<<1, 64, 64 * sizeof(float)>>>(d);
#else
  dynamic<<<1, 64, 63 * sizeof(float)>>>(d);
#endif
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
