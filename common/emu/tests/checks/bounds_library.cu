// A scan of CUB's writes more than the buffer holds: the report names the line that asks for it.
// expect: out-of-bounds kernel=cub::DeviceScan at=@scan block=0,0,0 thread=0,0,0 what~"writes element"
// fixed: The buffer holds the scan.
// prints: cudaSuccess
#include <cstdio>
#include <cub/cub.cuh>

int main() {
  int *in = NULL, *out = NULL;
  void *temp = NULL;
  size_t bytes = 0;
  cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, 32);
  cudaMalloc(&temp, bytes);
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
#ifdef FIXED
  cudaMalloc(&out, 32 * sizeof(int));
#else
  cudaMalloc(&out, 31 * sizeof(int));
#endif
  cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, 32); // @scan
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(out);
  cudaFree(temp);
  return 0;
}
