// Shifts by amounts that are below the width.
#include <cstdio>
#define ABOVE(bit) (~0u << (bit))
__global__ void shift(unsigned *out, const int *amount) {
  int t = threadIdx.x;
  out[0] = 1u << (amount[t] - 2);
  out[1] = 0x80000000u >> (amount[t] - 33);
  unsigned long long wide = 5;
  wide <<= amount[t] + 30;
  out[2] = (unsigned)wide;
  out[3] = ABOVE(amount[t] - 30);
}
int main() {
  unsigned *out, host[4];
  int *amount, width = 33;
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&amount, sizeof width);
  cudaMemcpy(amount, &width, sizeof width, cudaMemcpyHostToDevice);
  shift<<<1, 1>>>(out, amount);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%x %x %x %x\n", host[0], host[1], host[2], host[3]);
  cudaFree(out);
  cudaFree(amount);
  return 0;
}
