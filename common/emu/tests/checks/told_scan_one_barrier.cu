// A scan reads and writes its row with one barrier a step.
// expect: race-shared kernel=scan at=@bad other=@bad advice~"keep what is read in a variable"
// fixed: What is read is kept, and a second barrier.
// prints: 2016
#include <cstdio>
__global__ void scan(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  for (int d = 1; d < 64; d *= 2) {
    __syncthreads();
#ifdef FIXED
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
#else
    if (t >= d) s[t] += s[t - d]; // @bad
#endif
  }
  a[t] = s[t];
}
int main() {
  int h[64], *a;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  scan<<<1, 64>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[63]);
  cudaFree(a);
}
