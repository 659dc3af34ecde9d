// Both blocks load a flag, with a fence before it in one and behind it in the other: a load tells nobody anything.
// expect: race-global kernel=k at=@read other=@write
// fixed: The first block stores to the flag, and the second one waits for it.
// prints: 41
#include <cstdio>
#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> flag;

__global__ void k(int *data, int *seen, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 41; // @write
    __threadfence();
#ifdef FIXED
    flag.store(1, cuda::memory_order_relaxed);
#else
    *seen = flag.load(cuda::memory_order_relaxed);
#endif
  } else {
#ifdef FIXED
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
#else
    *out = flag.load(cuda::memory_order_relaxed);
#endif
    __threadfence();
    *out = data[0]; // @read
  }
}

int main() {
  int *p, h;
  cudaMalloc(&p, 3 * sizeof(int));
  cudaMemset(p, 0, 3 * sizeof(int));
  k<<<2, 1>>>(p, p + 1, p + 2);
  cudaMemcpy(&h, p + 2, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(p);
  return 0;
}
