// The digest of device memory: the sum over its words of a hash of word and place.
#include "worker/transfer.h"
#include <cuda_runtime.h>

enum { DIGEST_THREADS = 256, DIGEST_BLOCKS = 1056 };

// splitmix64's last steps: each bit of x changes half of the result's.
static __device__ unsigned long long mixed(unsigned long long x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

template <typename Word>
static __global__ void digest_kernel(const Word *words, size_t n, unsigned long long *sum) {
  __shared__ unsigned long long of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  unsigned long long own = 0;
  size_t stride = (size_t)gridDim.x * blockDim.x;
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    own += mixed(mixed(i + 0x9E3779B97F4A7C15ull) + words[i]);
  atomicAdd(&of_block, own);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

int device_digest(const void *device, size_t bytes, uint64_t *digest) {
  unsigned long long *sum = NULL;
  cudaError_t e = cudaMalloc((void **)&sum, sizeof *sum);
  if (!e) e = cudaMemset(sum, 0, sizeof *sum);
  if (!e && ((uintptr_t)device % 4 || bytes % 4))
    digest_kernel<<<DIGEST_BLOCKS, DIGEST_THREADS>>>((const unsigned char *)device, bytes, sum);
  else if (!e)
    digest_kernel<<<DIGEST_BLOCKS, DIGEST_THREADS>>>((const unsigned *)device, bytes / 4, sum);
  if (!e) e = cudaGetLastError();
  if (!e) e = cudaMemcpy(digest, sum, sizeof *digest, cudaMemcpyDeviceToHost);
  cudaFree(sum);
  return e;
}
