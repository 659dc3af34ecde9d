// The boundary check lets one thread too many through.
// expect: out-of-bounds kernel=ramp at=@write block=3,0,0 thread=8,0,0
// fixed: The boundary check is right.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ramp(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
  if (i < n) out[i] = i;
#else
  if (i <= n) out[i] = i; // @write
#endif
}

int main() {
  float *d;
  cudaMalloc(&d, 200 * sizeof(float));
  cudaMemset(d, 0, 200 * sizeof(float));
  ramp<<<4, 64>>>(d, 200);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
