// An overrun by one byte that lands on what the compiler puts beside an array of another kernel whose type has constructors.
// expect: out-of-bounds kernel=turn at=@over what~"of the shared array s, which ends with element 31"
// fixed: The stores begin with the first element.
// prints: done
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void pairs(__half2 *x) {
  __shared__ __half2 h[32];
  h[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = h[31 - threadIdx.x];
}

__global__ void turn(signed char *x) {
  __shared__ signed char s[32];
#ifdef FIXED
  signed char *p = s;
#else
  signed char *p = s + 1;
#endif
  p[threadIdx.x] = x[threadIdx.x]; // @over
  __syncthreads();
#ifdef FIXED
  x[threadIdx.x] = s[31 - threadIdx.x];
#else
  x[threadIdx.x] = s[threadIdx.x ? threadIdx.x : 1];
#endif
}

__global__ void more_pairs(__half2 *x) {
  __shared__ __half2 h[32];
  h[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = h[31 - threadIdx.x];
}

int main() {
  void *x;
  cudaMalloc(&x, 32 * sizeof(__half2));
  cudaMemset(x, 0, 32 * sizeof(__half2));
  pairs<<<1, 32>>>((__half2 *)x);
  turn<<<1, 32>>>((signed char *)x);
  more_pairs<<<1, 32>>>((__half2 *)x);
  cudaDeviceSynchronize();
  cudaFree(x);
  printf("done\n");
  return 0;
}
