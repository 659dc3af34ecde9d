// Behind a read out of bounds, which finds 0, come a race and a write out of bounds.
// expect: out-of-bounds kernel=shift at=@over what~"reads element 64"
// expect: out-of-bounds kernel=shift at=@write what~"writes element 72"
// expect: race-shared kernel=shift at=@over other=@race
// may: uninitialised-read kernel=shift at=@race
// may: leak at=@leak
// fixed: The same within bounds.
// prints: cudaSuccess 16843009
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shift(int *x, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
#ifdef FIXED
  s[i] = x[i];
  __syncthreads();
#else
  s[i] = x[i + 1];             // @over
#endif
  int left = s[63 - i]; // @race
#ifdef FIXED
  if (left == 0) x[n - 1] = 1;
#else
  if (left == 0) x[n + 8] = 1; // @write
#endif
}

int main() {
  int *x, h = 5;
  cudaMalloc(&x, 64 * sizeof *x); // @leak
  cudaMemset(x, 1, 64 * sizeof *x);
  shift<<<1, 64>>>(x, 64);
  cudaError_t e = cudaGetLastError();
  if (e == cudaSuccess) cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorName(e), h);
  return cudaFree(x), 0;
}
