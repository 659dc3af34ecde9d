// Divisors that are neither zero nor -1.
#include <cstdio>
__global__ void divide(int *out, const int *divisor) {
  out[0] = 7 / divisor[0];
  out[1] = 7 % divisor[0];
  out[2] = (divisor[0] - 2147483647 - 1) / divisor[1];
}
int main() {
  int *out, *divisor, host[3], divisors[2] = {1, -2};
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&divisor, sizeof divisors);
  cudaMemcpy(divisor, divisors, sizeof divisors, cudaMemcpyHostToDevice);
  divide<<<1, 1>>>(out, divisor);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", host[0], host[1], host[2]);
  cudaFree(out);
  cudaFree(divisor);
  return 0;
}
