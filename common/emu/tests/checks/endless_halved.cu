// A warp's sum halves its distance until it is below 0, which it never is.
// expect: deadlock kernel=sum_of_warp at=@loop|@loop2 block=0,0,0 thread=0,0,0 what~"goes round in warp operations" what~"whose condition nothing changes" advice~"ask for d > 0"
// fixed: What is advised.
// prints: 496
#include <cstdio>

__global__ void sum_of_warp(int *sum) {
  int v = threadIdx.x;
#ifdef FIXED
  for (int d = 16; d > 0; d /= 2)
#else
  for (int d = 16; d >= 0; d /= 2) // @loop
#endif
    v += __shfl_down_sync(0xffffffff, v, d); // @loop2
  if (threadIdx.x == 0) *sum = v;
}

int main() {
  int *d, s = -1;
  cudaMalloc(&d, sizeof(int));
  sum_of_warp<<<1, 32>>>(d);
  cudaMemcpy(&s, d, sizeof s, cudaMemcpyDeviceToHost);
  printf("%d\n", s);
  cudaFree(d);
}
