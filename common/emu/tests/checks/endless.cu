// A loop whose counter never reaches its end.
// environment: EMU_STEPS=2
// expect: deadlock kernel=fill at=@loop block=0,0,0 thread=0,0,0 what~"still running after 2 million steps" what~"warp 0 running at endless.cu:" advice~"EMU_STEPS=20" advice~"If it ends, and" advice~"does every loop"
// fixed: The same loop with a step.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out, int n, int step) {
  for (int i = 0; i < n; i += step) out[i] = i; // @loop
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
#ifdef FIXED
  fill<<<1, 1>>>(d, 32, 1);
#else
  fill<<<1, 1>>>(d, 32, 0);
#endif
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
