// Plain and volatile reads of the words of one warp, in order: by __syncwarp(), and by an atomic that follows a look.
// prints: 496 32
#include <cstdio>
#include <cuda_runtime.h>

__global__ void mixed(int *out) {
  __shared__ int s[32], count;
  int t = threadIdx.x;
  s[t] = t;
  if (t == 0) count = 0;
  __syncwarp();
  volatile int *w = s;
  int v = s[t];
  for (int d = 16; d > 0; d /= 2) {
    int other = t < d ? w[t + d] : 0;
    __syncwarp();
    v += other;
    w[t] = v;
    __syncwarp();
  }
  if (*(volatile int *)&count < 64) atomicAdd(&count, 1);
  __syncwarp();
  if (t == 0) out[0] = s[0], out[1] = count;
}

int main() {
  int r[2], *d;
  cudaMalloc(&d, sizeof r);
  mixed<<<1, 32>>>(d);
  cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[1]);
  cudaFree(d);
}
