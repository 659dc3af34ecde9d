// Primes: a bit sieve with atomics, their compaction with one atomic a warp, twin primes and a hash of all.
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#include <inttypes.h>

#define LIMIT 20000
#define WORDS ((LIMIT + 31) / 32)

#define CUERR                                                                                                \
  {                                                                                                          \
    cudaError_t err;                                                                                         \
    if ((err = cudaGetLastError()) != cudaSuccess) {                                                         \
      printf("CUDA error: %s, %s line %d\n", cudaGetErrorString(err), __FILE__, __LINE__);                   \
      exit(1);                                                                                               \
    }                                                                                                        \
  }

__device__ uint32_t composite[WORDS];
__device__ unsigned int found;
__managed__ unsigned int twins = 0;

__device__ static inline bool isPrime(uint32_t n) {
  return n >= 2 && n < LIMIT && !(composite[n >> 5] >> (n & 31) & 1u);
}

// Block b strikes out the multiples of b + 2, if that is small enough to matter.
__global__ void sieve(void) {
  const uint32_t p = blockIdx.x + 2;
  for (uint32_t m = p * p + p * threadIdx.x; m < LIMIT; m += p * blockDim.x)
    atomicOr(&composite[m >> 5], 1u << (m & 31));
}

__global__ void compact(uint32_t *out) {
  const uint32_t n = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  const bool prime = isPrime(n);
  const unsigned int mask = __ballot_sync(0xffffffff, prime);
  unsigned int base = 0;
  if (lane == 0 && mask != 0) base = atomicAdd(&found, (unsigned int)__popc(mask));
  base = __shfl_sync(0xffffffff, base, 0);
  if (prime) out[base + __popc(mask & ((1u << lane) - 1))] = n;
  if (prime && isPrime(n + 2)) atomicAdd(&twins, 1u);
}

static int byValue(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  uint32_t *d_primes, *primes;
  unsigned int count;
  cudaMalloc((void **)&d_primes, LIMIT * sizeof(uint32_t));
  sieve<<<140, 128>>>();
  CUERR
  compact<<<(LIMIT + 255) / 256, 256>>>(d_primes);
  CUERR
  cudaMemcpyFromSymbol(&count, found, sizeof(count));
  primes = (uint32_t *)malloc(count * sizeof(uint32_t));
  cudaMemcpy(primes, d_primes, count * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  qsort(primes, count, sizeof(uint32_t), byValue); // warps arrive in any order
  uint64_t hash = 1469598103934665603ull;
  for (unsigned int i = 0; i < count; i++) hash = (hash ^ primes[i]) * 1099511628211ull;
  printf("%u primes below %d, the last is %" PRIu32 ", hash %016" PRIx64 "\n", count, LIMIT,
         primes[count - 1], hash);
  cudaDeviceSynchronize();
  printf("%u twins\n", twins);
  CUERR
  free(primes);
  cudaFree(d_primes);
  cudaDeviceReset();
  return 0;
}
