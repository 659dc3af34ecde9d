// Weights in half precision take many updates that are too small for them: training stands still.
// note: half-absorbed kernel=descend at=@step
// fixed: Weights in float.
// prints: 1.5192
#include <cstdio>
#include <cuda_fp16.h>

#ifdef FIXED
typedef float weight;
#else
typedef __half weight;
#endif

__global__ void descend(weight *w, int steps) {
  int i = threadIdx.x;
  for (int s = 0; s < steps; s++) {
    __half gradient = s < 4 ? __float2half(-0.25f) : __float2half(-0.0002f);
    w[i] -= (weight)gradient; // @step
  }
}

int main() {
  weight h[32], *d;
  for (int i = 0; i < 32; i++) h[i] = 0.5f;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  descend<<<1, 32>>>(d, 100);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)(float)h[0]);
  cudaFree(d);
  return 0;
}
