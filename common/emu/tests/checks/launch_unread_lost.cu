// A failing allocation takes the place of the launch's error: the check at the end blames the wrong call.
// expect: invalid-launch kernel=fill at=@launch
// expect: launch-error-unread kernel=fill at=@launch what~"cudaErrorMemoryAllocation of a later call took its place"
// fixed: A check behind the launch and one behind the allocation, which fails: no launch error is lost.
// prints: cudaSuccess
// prints: cudaErrorMemoryAllocation
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  out[threadIdx.x] = 1;
}

int main() {
  float *d, *more;
  cudaMalloc(&d, 4096);
#ifdef FIXED
  fill<<<1, 256>>>(d);
  printf("%s\n", cudaGetErrorName(cudaPeekAtLastError()));
  printf("%s\n", cudaGetErrorName(cudaMalloc(&more, 1ull << 40)));
#else
  fill<<<0, 256>>>(d); // @launch
  cudaMalloc(&more, 1ull << 40);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
#endif
  cudaFree(d);
  return 0;
}
