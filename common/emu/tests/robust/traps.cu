// __trap and a failing assert end a launch of many threads; the error stays, later launches do not run.
// says: traps.cu:14: void check(int): block: [1,0,0], thread: [5,0,0] Assertion `threadIdx.x < limit` failed.
// prints: cudaErrorAssert
// prints: cudaErrorAssert
#include <cassert>
#include <cstdio>

__global__ void trap() {
  __syncthreads();
  if (threadIdx.x == 100) __trap();
}

__global__ void check(int limit) {
  if (blockIdx.x == 1 && threadIdx.x == 5) assert(threadIdx.x < limit);
  __syncthreads();
}

int main() {
  check<<<3, 256>>>(5);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  trap<<<2, 1024>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
