// An overrun of a shared array that lands in another instance's or another kernel's.
// expect: out-of-bounds kernel=reverse<32> at=@over what~"of the shared array s, which ends with element 31"
// fixed: Each instance stays within its array.
// prints: 527
#include <cstdio>
#include <cuda_runtime.h>

template <int N> __global__ void reverse(int *x) {
  __shared__ int s[N];
  int *p = s;
#ifdef FIXED
  for (int i = threadIdx.x; i < N; i += 32) p[i] = i;
#else
  for (int i = threadIdx.x; i < N + 32; i += 32) p[i] = i; // @over
#endif
  __syncthreads();
  x[threadIdx.x] = s[31 - threadIdx.x];
}

__device__ int block_sum(int v) {
  __shared__ int sums[32];
  sums[threadIdx.x] = v;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 32; i++) sum += sums[i];
  return sum;
}

__global__ void sum(int *x) {
  __shared__ int before[32];
  before[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = before[0] + block_sum(x[threadIdx.x]);
}

int main() {
  int *x, h = 0;
  cudaMalloc(&x, 32 * sizeof *x);
  reverse<32><<<1, 32>>>(x);
  reverse<64><<<1, 32>>>(x);
  reverse<128><<<1, 32>>>(x);
  sum<<<1, 32>>>(x);
  cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(x);
  return 0;
}
