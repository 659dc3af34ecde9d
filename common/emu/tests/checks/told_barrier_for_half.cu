// Half of the block meets a barrier.
// note: barrier-after-return kernel=fold at=@bad advice~"let every thread of the block reach the barrier"
// fixed: The barrier stands outside.
// prints: 94
#include <cstdio>
__global__ void fold(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
#ifdef FIXED
  __syncthreads();
  if (t < 32) a[t] = s[t] + s[t + 32];
#else
  if (t < 32) {
    __syncthreads(); // @bad
    a[t] = s[t] + s[t + 32];
  }
#endif
}
int main() {
  int h[64], *a;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  fold<<<1, 64>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[31]);
  cudaFree(a);
}
