// A program's own names, which are those of the emulator's inner parts, too.
// prints: 1024 8 4 2 1
#include <cstdio>
#include <cuda_runtime.h>

int M = 1024, L = 8;
extern "C" int hazard(int x) {
  return x;
}
int new_era = 2, scheduler = 1;
__device__ int S = 4;

__global__ void read(int *out) {
  *out = S;
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, sizeof(int));
  read<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d %d %d %d %d\n", M, hazard(L), h, new_era, scheduler);
}
