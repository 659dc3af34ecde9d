// A value of 100 % belongs to no bin.
// expect: out-of-bounds kernel=count at=@bad what~"element 10 " advice~"compare the index"
// fixed: The last bin takes it.
// prints: 3
#include <cstdio>
__global__ void count(const int *percent, int *bins, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
#ifdef FIXED
  atomicAdd(&bins[min(percent[i] / 10, 9)], 1);
#else
  atomicAdd(&bins[percent[i] / 10], 1); // @bad
#endif
}
int main() {
  int h[6] = {5, 95, 100, 40, 91, 12}, *d, *bins;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&bins, 40);
  cudaMemset(bins, 0, 40);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  count<<<1, 32>>>(d, bins, 6);
  int last;
  cudaMemcpy(&last, bins + 9, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", last);
  cudaFree(d), cudaFree(bins);
}
