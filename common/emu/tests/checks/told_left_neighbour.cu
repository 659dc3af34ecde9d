// The first thread has no left neighbour.
// expect: out-of-bounds kernel=diff at=@bad what~"element -1" advice~"compare the index with the number of elements"
// fixed: It is left out.
// prints: 1
#include <cstdio>
__global__ void diff(const int *a, int *d, int n) {
  int i = threadIdx.x;
#ifdef FIXED
  if (i > 0 && i < n) d[i] = a[i] - a[i - 1];
  if (i == 0) d[i] = a[i];
#else
  if (i < n) d[i] = a[i] - a[i - 1]; // @bad
#endif
}
int main() {
  int *a, *d, h[20];
  for (int i = 0; i < 20; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  diff<<<1, 32>>>(a, d, 20);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[19]);
  cudaFree(a), cudaFree(d);
}
