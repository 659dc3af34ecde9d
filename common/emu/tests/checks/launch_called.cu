// A kernel with a barrier is called like a function.
// expect: invalid-launch at=@call advice~"a kernel is launched, not called"
// fixed: What is advised.
// prints: cudaSuccess
#include <cstdio>

__global__ void wait() {
  __syncthreads(); // @call
}

int main() {
#ifdef FIXED
  wait<<<1, 32>>>();
#else
  wait();
#endif
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
