// Block 0 adds up what the other blocks have written before it.
// expect: race-global kernel=sum at=@bad other=@part advice~"__syncthreads() and fences wait for no other block"
// fixed: A second kernel.
// prints: 2016
#include <cstdio>
__global__ void sum(const int *a, int *part, int *total) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, a[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) part[blockIdx.x] = s; // @part
#ifdef FIXED
}
__global__ void finish(const int *part, int *total, int blocks) {
  *total = 0;
  for (int b = 0; b < blocks; b++) *total += part[b];
}
#else
  __syncthreads();
  if (blockIdx.x || threadIdx.x) return;
  *total = 0;
  for (int b = 0; b < gridDim.x; b++) *total += part[b]; // @bad
}
#endif
int main() {
  int h[64], *a, *part, *total, r = -1;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&part, 8);
  cudaMalloc(&total, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(part, 0, 8);
  sum<<<2, 32>>>(a, part, total);
#ifdef FIXED
  finish<<<1, 1>>>(part, total, 2);
#endif
  cudaMemcpy(&r, total, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(a), cudaFree(part), cudaFree(total);
}
