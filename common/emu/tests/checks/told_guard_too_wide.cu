// The guard lets thread n in.
// expect: out-of-bounds kernel=add at=@bad what~"ends with element 99" advice~"compare the index with the number of elements"
// fixed: i < n.
// prints: 102
#include <cstdio>
__global__ void add(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
  if (i < n) a[i] = i + 3;
#else
  if (i <= n) a[i] = i + 3; // @bad
#endif
}
int main() {
  int *a, h[100];
  cudaMalloc(&a, sizeof h);
  add<<<4, 32>>>(a, 100);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[99]);
  cudaFree(a);
}
