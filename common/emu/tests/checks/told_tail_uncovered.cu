// The number of blocks is rounded down: the last 88 elements have no thread.
// note: unwritten-copied at=@bad what~"88 of the 600" advice~"(n + 255) / 256"
// fixed: It is rounded up.
// prints: 1198
#include <cstdio>
__global__ void twice(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * i;
}
int main() {
  int n = 600, *out, h[600];
  cudaMalloc(&out, sizeof h);
#ifdef FIXED
  int blocks = (n + 255) / 256;
#else
  int blocks = n / 256;
#endif
  twice<<<blocks, 256>>>(out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); // @bad
  printf("%d\n", h[599]);
  cudaFree(out);
}
