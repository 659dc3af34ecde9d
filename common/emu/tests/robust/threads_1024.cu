// Blocks of 1024 threads in every shape, with barriers, shuffles and all of the shared memory.
// prints: 1024x1x1: 100 blocks, sum 52377600
// prints: 32x32x1: 100 blocks, sum 52377600
// prints: 16x1x64: 100 blocks, sum 52377600
// prints: 1x1024x1: 100 blocks, sum 52377600
#include <cstdio>

__global__ void sum(unsigned long long *out) {
  __shared__ unsigned s[12 * 1024];
  unsigned n = blockDim.x * blockDim.y * blockDim.z;
  unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  for (unsigned i = t; i < 12 * 1024; i += n) s[i] = i < n ? i : 0;
  for (unsigned half = 6 * 1024; half >= 3 * 1024; half /= 2) {
    __syncthreads();
    for (unsigned i = t; i < half; i += n) s[i] += s[i + half];
  }
  __syncthreads();
  unsigned v = s[t] + s[t + 1024] + s[t + 2048];
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (t % 32 == 0) atomicAdd(out, (unsigned long long)v);
}

int main() {
  unsigned long long *d, h;
  cudaMalloc(&d, sizeof h);
  for (dim3 block : {dim3(1024), dim3(32, 32), dim3(16, 1, 64), dim3(1, 1024)}) {
    cudaMemset(d, 0, sizeof h);
    sum<<<100, block>>>(d);
    if (cudaGetLastError() != cudaSuccess) printf("not launched\n");
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%ux%ux%u: 100 blocks, sum %llu\n", block.x, block.y, block.z, h);
  }
  cudaFree(d);
}
