// A lock is released by a plain store.
// expect: race-global kernel=locked at=@bad|@take other=@bad|@take advice~"atomic"
// may: race-global kernel=locked at=@bad advice~"write by an atomic, too"
// fixed: atomicExch after a fence.
// prints: 4
#include <cstdio>
__global__ void locked(int *lock, int *sum) {
  if (threadIdx.x) return;
  while (atomicCAS(lock, 0, 1) != 0) continue; // @take
#ifdef FIXED
  __threadfence();
  atomicExch(sum, atomicAdd(sum, 0) + 1);
  __threadfence();
  atomicExch(lock, 0);
#else
  atomicExch(sum, atomicAdd(sum, 0) + 1);
  *lock = 0; // @bad
#endif
}
int main() {
  int *d, r = -1;
  cudaMalloc(&d, 8);
  cudaMemset(d, 0, 8);
  locked<<<4, 32>>>(d, d + 1);
  cudaMemcpy(&r, d + 1, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(d);
}
