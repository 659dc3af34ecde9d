// A kernel ends itself with __trap() and the program makes no further call that could say so.
// expect: launch-error-unread kernel=positive at=@trap what~"__trap() by block (0,0,0), thread (3,0,0)"
#include <cstdio>
#include <cuda_runtime.h>

__device__ float value[4] = {1, 2, 3, -4};

__global__ void positive() {
  if (value[threadIdx.x] < 0) __trap(); // @trap
}

int main() {
  positive<<<1, 4>>>();
  printf("all are positive\n");
  return 0;
}
