// Speed of threads that wait for nobody: 4 million of them, three accesses each.
#include <cstdio>

__global__ void saxpy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

int main() {
  const int n = 1 << 20;
  float *d;
  cudaMalloc(&d, 2 * n * sizeof(float));
  cudaMemset(d, 0, 2 * n * sizeof(float));
  for (int i = 0; i < 4; i++) saxpy<<<n / 256, 256>>>(d, d + n, 2, n);
  cudaFree(d);
  return 0;
}
