// Host variables, parameters and members named gridDim and blockDim; launches as a formatter leaves them.
// shows: launches | host names like `gridDim` and `blockDim`, `k << <g, b >> >(x)`, default and typed arguments, templates
// compared: H100, CUDA 13.0, 2026-11-23
#include <stdio.h>

struct Config {
  dim3 gridDim, blockDim;
  int shared;
};
int M = 5, clock_of = 1, hazard = 2; // a program's names are its own

__global__ void scale(float *data, int n, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= factor * gridDim.x;
}
__global__ void local(int *out, int blockDim) {
  int gridDim = 7;
  out[threadIdx.x] = blockDim * gridDim;
}
template <typename T, int N> __global__ void add(T *data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += N;
}
static void run(float *d, int n, const dim3 &gridDim, dim3 blockDim) {
  scale<<<gridDim, blockDim>>>(d, n, 2.0f);
  add<float, 3><<<gridDim, blockDim>>>(d);
  add<float, 3><<<gridDim, blockDim, 0>>>(d);
  printf("%u blocks of %u\n", gridDim.x, blockDim.x);
}

int main() {
  const int N = 16;
  float h[N], *d;
  int *o, ho;
  Config config;
  config.gridDim = dim3(4);
  config.blockDim = dim3(N / config.gridDim.x);
  Config *pointer = &config;
  for (int i = 0; i < N; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&o, 32 * sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  dim3 blockDim(N / 4), gridDim = pointer->gridDim;
  run(d, N, gridDim, blockDim);
  local<<<1, 32>>>(o, 6);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&ho, o, sizeof ho, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i++) printf("%g ", h[i]);
  printf("\n%d %d\n", ho, M + clock_of + hazard);
  cudaFree(d);
  cudaFree(o);
}
