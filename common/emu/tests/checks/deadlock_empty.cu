// A thread stops in a loop without a statement, which is one jump to itself, instead of waiting for its flag.
// expect: deadlock kernel=wait_for_ever at=@loop block=0,0,0 thread=3,0,0 what~"no turn changes its condition, so the compiler has left an empty loop" advice~"check the variables of the loop's condition: is a step missing (i++), or does it change nothing?"
// fixed: The flag is read through a volatile in each turn.
// prints: cudaSuccess 7
#include <cstdio>
#include <cuda_runtime.h>

__global__ void wait_for_ever(int *flag, int *out) {
  if (threadIdx.x == 3) {
#ifdef FIXED
    while (*(volatile int *)flag == 0) {
    }
#else
    while (true) { // @loop
    }
#endif
    *out = 7;
  }
  if (threadIdx.x == 40) atomicExch(flag, 1);
}

int main() {
  int *flag, *out, h = 0;
  cudaMalloc(&flag, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemset(flag, 0, sizeof h);
  cudaMemset(out, 0, sizeof h);
  wait_for_ever<<<1, 64>>>(flag, out);
  cudaError_t e = cudaDeviceSynchronize();
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorName(e), h);
  cudaFree(flag);
  cudaFree(out);
  return 0;
}
