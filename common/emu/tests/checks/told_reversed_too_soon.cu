// Threads read what others have not written yet.
// expect: race-shared kernel=reverse at=@bad|@store other=@bad|@store advice~"put __syncthreads() between the two accesses"
// fixed: The barrier.
// prints: 63
#include <cstdio>
__global__ void reverse(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = -1;
  __syncthreads();
  s[t] = a[t]; // @store
#ifdef FIXED
  __syncthreads();
#endif
  a[t] = s[63 - t]; // @bad
}
int main() {
  int h[64], *a;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(a);
}
