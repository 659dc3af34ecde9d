// A host array is handed to a kernel.
// expect: host-pointer-in-kernel kernel=copy at=@read block=0,0,0 thread=0,0,0
// fixed: Its copy on the device is.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x]; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  static float host[32] = {1};
  float *e;
  cudaMalloc(&e, sizeof host);
  cudaMemcpy(e, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef FIXED
  copy<<<1, 1>>>(e, d);
#else
  copy<<<1, 1>>>(host, d);
#endif
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(e);
  cudaFree(d);
  return 0;
}
