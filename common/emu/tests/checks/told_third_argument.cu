// extern __shared__ without the third launch argument.
// expect: out-of-bounds kernel=turn at=@bad|@bad2 what~"which has 0 bytes" advice~"the third launch argument"
// fixed: The argument.
// prints: cudaSuccess 63
#include <cstdio>
extern __shared__ int tile[];
__global__ void turn(int *a) {
  int t = threadIdx.x;
  tile[t] = t; // @bad
  __syncthreads();
  a[t] = tile[63 - t]; // @bad2
}
int main() {
  int *a, r = 0;
  cudaMalloc(&a, 256);
  cudaMemset(a, 0, 256);
#ifdef FIXED
  turn<<<1, 64, 64 * sizeof(int)>>>(a);
#else
  turn<<<1, 64>>>(a);
#endif
  cudaError_t e = cudaMemcpy(&r, a, 4, cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorName(e), r);
  cudaFree(a);
}
