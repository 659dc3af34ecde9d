// Recursion without an end in one of 1024 threads is reported as a stack overflow, at the call or the entry of
// the function, as the stack happens to lie.
// exit: 86
// says: emu: stack-overflow in kernel endless
// says: recursion_overflow.cu:
// says: emu: 1 hazard
// prints: before
#include <cstdio>

__device__ __noinline__ long fall(long n, volatile long *sink) {
  volatile long keep[4] = {n};
  long below = n < 0 ? 0 : fall(n + 1, sink);
  return *sink + keep[0] + below;
}

__global__ void endless(volatile long *out) {
  out[threadIdx.x] = threadIdx.x == 777 ? fall(1, out) : 0;
}

int main() {
  long *d;
  cudaMalloc(&d, 1024 * sizeof *d);
  printf("before\n");
  endless<<<3, 1024>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
