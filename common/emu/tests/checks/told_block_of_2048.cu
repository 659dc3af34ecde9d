// A block for each row of 2048.
// expect: invalid-launch kernel=set at=@bad what~"2048 threads a block" advice~"change the launch's grid, block"
// expect: launch-error-unread kernel=set at=@bad advice~"call cudaGetLastError() after it"
// fixed: Two blocks.
// prints: cudaSuccess
#include <cstdio>
__global__ void set(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
int main() {
  int *a;
  cudaMalloc(&a, 2048 * sizeof(int));
#ifdef FIXED
  set<<<2, 1024>>>(a);
#else
  set<<<1, 2048>>>(a); // @bad
#endif
  cudaDeviceSynchronize();
  cudaFree(a);
  printf("cudaSuccess\n");
}
