// The kernel fills one buffer, and another is copied back.
// note: unwritten-copied at=@bad advice~"What nobody writes holds anything"
// fixed: The buffer that was filled.
// prints: 7
#include <cstdio>
__global__ void fill(int *a) {
  a[threadIdx.x] = 7;
}
int main() {
  int *a, *b, h[32];
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  fill<<<1, 32>>>(a);
#ifdef FIXED
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
#else
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost); // @bad
#endif
  printf("%d\n", h[3]);
  cudaFree(a), cudaFree(b);
}
