// A tree of sums without a barrier in its loop.
// expect: race-shared kernel=sum at=@bad other=@bad advice~"__syncthreads()"
// fixed: The barrier at the end of each turn.
// prints: 2016
#include <cstdio>
__global__ void sum(const int *a, int *r) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d]; // @bad
#ifdef FIXED
    __syncthreads();
#endif
  }
  if (t == 0) *r = s[0];
}
int main() {
  int h[64], *a, *r, x = -1;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&r, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(a, r);
  cudaMemcpy(&x, r, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", x);
  cudaFree(a), cudaFree(r);
}
