// A kernel ends itself with __trap() and the program makes no further call that could say so.
// expect: launch-error-unread kernel=positive at=@trap what~"__trap() by block (0,0,0), thread (3,0,0)"
// fixed: The program waits for the kernel and looks at the status: what the kernel wanted to say is heard.
// prints: unspecified launch failure
#include <cstdio>
#include <cuda_runtime.h>

__device__ float value[4] = {1, 2, 3, -4};

__global__ void positive() {
  if (value[threadIdx.x] < 0) __trap(); // @trap
}

int main() {
  positive<<<1, 4>>>();
#ifdef FIXED
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
#else
  printf("all are positive\n");
#endif
  return 0;
}
