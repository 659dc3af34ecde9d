// The address of a __constant__ variable stands in a struct that a kernel gets.
// expect: host-pointer-in-kernel kernel=scale at=@read block=0,0,0 other=@launch what~"factors"
// fixed: The kernel uses the variable by its name.
// prints: 6
#include <cstdio>
#include <cuda_runtime.h>

__constant__ float factors[2] = {1, 3};

struct scaling {
  const float *factor;
  float offset;
};

__global__ void scale(float *out, scaling s) {
#ifdef FIXED
  out[0] = 2 * factors[1] + s.offset;
#else
  out[0] = 2 * s.factor[1] + s.offset; // @read
#endif
}

int main() {
  float *d, h = -1;
  cudaMalloc(&d, sizeof *d);
  scaling s = {&factors[0], 0};
  scale<<<1, 1>>>(d, s); // @launch
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
