// A shared sum that nobody has set to 0.
// expect: uninitialised-read kernel=sum at=@bad advice~"write it first"
// fixed: One thread sets it.
// prints: 496
#include <cstdio>
__global__ void sum(const int *a, int *r) {
  __shared__ int s;
#ifdef FIXED
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
#endif
  atomicAdd(&s, a[threadIdx.x]); // @bad
  __syncthreads();
  if (threadIdx.x == 0) *r = s;
}
int main() {
  int h[32], *a, *r, x = -1;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&r, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<1, 32>>>(a, r);
  cudaMemcpy(&x, r, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", x);
  cudaFree(a), cudaFree(r);
}
