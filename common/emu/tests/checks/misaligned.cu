// A 16-byte load from an address that is a multiple of 4 only.
// expect: misaligned-access kernel=wide at=@read block=0,0,0 thread=0,0,0
// fixed: A 16-byte load from a multiple of 16.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void wide(const float *in, float *out) {
#ifdef FIXED
  float4 v = *(const float4 *)(in + 4);
#else
  float4 v = *(const float4 *)(in + 1); // @read
#endif
  out[0] = v.x + v.w;
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  wide<<<1, 1>>>(d + 4, d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
