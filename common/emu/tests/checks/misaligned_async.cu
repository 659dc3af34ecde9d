// An asynchronous copy of two bytes a thread.
// expect: misaligned-access kernel=turn at=@copy advice~"an asynchronous copy moves 4, 8 or 16 bytes"
// fixed: Two elements at once.
// prints: cudaSuccess 63
#include <cstdio>
#include <cuda_pipeline.h>

__global__ void turn(const short *a, short *b) {
  __shared__ short s[64];
  int t = threadIdx.x;
#ifdef FIXED
  if (t < 32) __pipeline_memcpy_async(&s[2 * t], &a[2 * t], 4);
#else
  __pipeline_memcpy_async(&s[t], &a[t], 2); // @copy
#endif
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  b[t] = s[63 - t];
}

int main() {
  short *a, h[64];
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&a, 2 * sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  turn<<<1, 64>>>(a, a + 64);
  cudaError_t e = cudaMemcpy(h, a + 64, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorName(e), h[0]);
  cudaFree(a);
}
