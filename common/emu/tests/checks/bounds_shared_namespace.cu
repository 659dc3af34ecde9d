// An overrun of a shared array that lands in that of a kernel of the same name in another namespace.
// expect: out-of-bounds kernel=one::turn at=@over what~"of the shared array s, which ends with element 31"
// fixed: The last thread stays within its array.
// prints: 31878
#include <cstdio>
#include <cuda_runtime.h>

namespace one {
__global__ void turn(int *x) {
  __shared__ int s[32];
  int *p = s;
  p[threadIdx.x] = 31 - x[threadIdx.x];
#ifdef FIXED
  if (threadIdx.x == 31) p[threadIdx.x] = 5;
#else
  if (threadIdx.x == 31) p[threadIdx.x + 1] = 5; // @over
#endif
  __syncthreads();
  x[threadIdx.x] = s[31 - threadIdx.x];
}
} // namespace one

namespace other {
__device__ int sum(int v) {
  __shared__ int s[32];
  s[threadIdx.x] = v;
  __syncthreads();
  int all = 0;
  for (int i = 0; i < 32; i++) all += s[i];
  return all;
}

__global__ void turn(int *x) {
  __shared__ int s[32];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  int mine = s[31 - threadIdx.x], all = sum(mine);
  x[threadIdx.x] = mine + all;
}
} // namespace other

// Of the same name as the function that it calls.
extern "C" __global__ void sum(int *x) {
  __shared__ int s[32];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  int all = other::sum(s[31 - threadIdx.x]);
  x[threadIdx.x] = all;
}

int main() {
  int *x, h = 0;
  cudaMalloc(&x, 32 * sizeof *x);
  cudaMemset(x, 0, 32 * sizeof *x);
  one::turn<<<1, 32>>>(x);
  other::turn<<<1, 32>>>(x);
  sum<<<1, 32>>>(x);
  cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(x);
  return 0;
}
