// A shuffle in a branch names all lanes.
// expect: warp-sync-mask kernel=pairs at=@bad advice~"takes part with a value that changes nothing"
// fixed: The shuffle stands before the branch.
// prints: 3
#include <cstdio>
__global__ void pairs(int *a) {
  int t = threadIdx.x, v = t;
#ifdef FIXED
  int next = __shfl_down_sync(0xffffffff, v, 1);
  if (t < 31) v += next;
#else
  if (t < 31) v += __shfl_down_sync(0xffffffff, v, 1); // @bad
#endif
  a[t] = v;
}
int main() {
  int h[32], *a;
  cudaMalloc(&a, sizeof h);
  pairs<<<1, 32>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[1]);
  cudaFree(a);
}
