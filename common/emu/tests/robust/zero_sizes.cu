// Copies, fills and allocations of no bytes are no errors, whatever the pointers are.
// prints: 0 0 0 0 0 0 0 0 0, pointer null
// prints: 42
#include <cstdio>

__global__ void none(int *p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = 1;
}

int main() {
  int host = 42, *d, *nothing = &host;
  int e[9];
  cudaMalloc(&d, sizeof host);
  e[0] = cudaMemcpy(d, &host, sizeof host, cudaMemcpyHostToDevice);
  e[1] = cudaMemcpy(d, nullptr, 0, cudaMemcpyHostToDevice);
  e[2] = cudaMemcpy(nullptr, d, 0, cudaMemcpyDeviceToHost);
  e[3] = cudaMemcpyAsync(d, &host, 0, cudaMemcpyHostToDevice, 0);
  e[4] = cudaMemset(d, 0xff, 0);
  e[5] = cudaMemcpy(&host, d + 1, 0, cudaMemcpyDeviceToHost);
  e[6] = cudaMalloc(&nothing, 0);
  e[7] = cudaFree(nullptr);
  none<<<1, 32>>>(nullptr, 0);
  e[8] = cudaGetLastError();
  for (int i = 0; i < 9; i++) printf("%d%s", e[i], i < 8 ? " " : "");
  printf(", pointer %s\n", nothing ? "not null" : "null");
  cudaMemcpy(&host, d, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaFree(nothing);
  cudaFree(d);
}
