// abort() in a kernel is a trap: the launch fails and a message names the kernel. nvcc refuses it.
// exit: 86
// says: aborter
// says: abort
// prints: cudaErrorLaunchFailure
#include <cstdio>
#include <cstdlib>

__global__ void aborter() {
  if (threadIdx.x == 3) abort();
}

int main() {
  aborter<<<1, 32>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
