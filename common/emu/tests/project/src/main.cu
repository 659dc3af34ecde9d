// shows: the command line | CMake projects with CUDA among their languages (below); Makefiles with `-dlink`, `-MD`, `-x cu`, `--options-file`
#include "scale.h"
#include <cstdio>
__global__ void add(float *sum, const float *values, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(sum, values[i]);
}
int main() {
  float *values;
  cudaMallocManaged(&values, 101 * sizeof(float));
  for (int i = 0; i < 100; i++) values[i] = float(i);
  scale(values, 100);
  values[100] = 0;
  add<<<1, 32>>>(values + 100, values, 100);
  cudaDeviceSynchronize();
  std::printf("%g %g\n", values[99], values[100]);
  cudaFree(values);
}
