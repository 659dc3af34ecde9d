// Two kernels print, and nothing waits for the second one before the program ends.
// note: output-lost kernel=late at=@launch advice~"call cudaDeviceSynchronize() after it"
// fixed: The program waits, as advised.
// prints: first
// prints: second
#include <cstdio>
#include <cuda_runtime.h>

__global__ void early() {
  printf("first\n");
}
__global__ void late() {
  printf("second\n");
}

int main() {
  int h = 0, *d;
  cudaMalloc(&d, 4);
  cudaMemset(d, 0, 4);
  early<<<1, 1>>>();
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); // waits
  cudaFree(d);
  late<<<1, 1>>>(); // @launch
#ifdef FIXED
  cudaDeviceSynchronize();
#endif
}
