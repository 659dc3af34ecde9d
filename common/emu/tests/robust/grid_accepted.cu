// A grid of 65535 x 65535 blocks is accepted; its first block ends the launch.
// prints: cudaErrorLaunchFailure
#include <cstdio>

__global__ void stop() {
  __trap();
}

int main() {
  stop<<<dim3(65535, 65535, 1), 32>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
