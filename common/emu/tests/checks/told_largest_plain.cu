// Every thread that has found a larger one stores it.
// expect: race-global kernel=largest at=@bad|@look other=@bad|@look advice~"let an atomic do both"
// may: race-global kernel=largest at=@bad advice~"use an atomic"
// fixed: atomicMax.
// prints: 99
#include <cstdio>
__global__ void largest(const int *a, int *most) {
  int v = a[blockIdx.x * blockDim.x + threadIdx.x];
#ifdef FIXED
  atomicMax(most, v);
#else
  if (v > *most) // @look
    *most = v;   // @bad
#endif
}
int main() {
  int h[128], *a, *most, r = 0;
  for (int i = 0; i < 128; i++) h[i] = i * 37 % 100;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&most, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(most, 0, 4);
  largest<<<4, 32>>>(a, most);
  cudaMemcpy(&r, most, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(a), cudaFree(most);
}
