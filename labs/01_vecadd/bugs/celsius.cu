// Degrees Fahrenheit become degrees Celsius, in place.
#include <stdio.h>

__global__ void celsius(float *degrees, int n) {
  int day = blockIdx.x * blockDim.x + threadIdx.x;
  if (day < n) degrees[day] = (degrees[day] - 32) / 2 * 10 / 9;
}

int main() {
  const int n = 1000, threads = 256;
  static float year[n];
  for (int i = 0; i < n; i++) year[i] = 32 + i % 18 * 9;
  float *degrees;
  cudaMalloc(&degrees, sizeof year);
  cudaMemcpy(degrees, year, sizeof year, cudaMemcpyHostToDevice);
  celsius<<<n / threads, threads>>>(degrees, n);
  cudaMemcpy(year, degrees, sizeof year, cudaMemcpyDeviceToHost);
  int differ = 0;
  for (int i = 0; i < n; i++) differ += year[i] != i % 18 * 5;
  printf("%d of %d days differ\n", differ, n);
  cudaFree(degrees);
  return differ > 0;
}
