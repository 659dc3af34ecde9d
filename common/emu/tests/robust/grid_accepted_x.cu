// The widest grid, 2147483647 blocks in x, is accepted.
// prints: cudaErrorLaunchFailure
#include <cstdio>

__global__ void stop() {
  __trap();
}

int main() {
  stop<<<2147483647, dim3(1, 1, 64)>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
