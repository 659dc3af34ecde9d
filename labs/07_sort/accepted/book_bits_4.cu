// expect: pass 4_radix_1bit
// form: PMPP, section 13.3: each thread takes one key; the bits are stored as numbers, scanned over all keys, loaded again.
#include "sort.h"
#include <cuda_runtime.h>

enum { THREADS = 512 };

static __device__ uint32_t block_scan(uint32_t x) { // inclusive
  __shared__ uint32_t s[THREADS];
  int t = threadIdx.x;
  s[t] = x;
  for (int stride = 1; stride < THREADS; stride *= 2) {
    __syncthreads();
    uint32_t left = t >= stride ? s[t - stride] : 0;
    __syncthreads();
    s[t] += left;
  }
  return s[t];
}

// The bits, scanned inside each block, and each block's sum.
__global__ void bits_kernel(const uint32_t *in, int64_t n, int iter, uint32_t *bits, uint32_t *sums) {
  int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  uint32_t bit = i < n ? in[i] >> iter & 1 : 0, upto = block_scan(bit);
  if (i < n) bits[i] = upto - bit;
  if (threadIdx.x == THREADS - 1) sums[blockIdx.x] = upto;
}

// One block; sums[blocks] becomes the sum of all.
__global__ void sums_kernel(uint32_t *sums, int64_t blocks) {
  __shared__ uint32_t last;
  uint32_t before = 0;
  for (int64_t first = 0; first < blocks; first += THREADS) {
    int64_t i = first + threadIdx.x;
    uint32_t x = i < blocks ? sums[i] : 0, upto = block_scan(x);
    if (i < blocks) sums[i] = before + upto - x;
    if (threadIdx.x == THREADS - 1) last = upto;
    __syncthreads();
    before += last;
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blocks] = before;
}

__global__ void scatter_kernel(const uint32_t *in, int64_t n, int iter, const uint32_t *bits,
                               const uint32_t *sums, uint32_t *out) {
  int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  if (i >= n) return;
  uint32_t key = in[i], ones_before = bits[i] + sums[blockIdx.x], ones = sums[gridDim.x];
  int64_t place = key >> iter & 1 ? n - ones + ones_before : i - ones_before;
  out[place] = key;
}

int sort_4_radix_1bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
  uint32_t *to = scratch, *bits = scratch + n, *sums = bits + n;
  for (int iter = 0; iter < 32; iter++) {
    bits_kernel<<<blocks, THREADS>>>(in, n, iter, bits, sums);
    sums_kernel<<<1, THREADS>>>(sums, blocks);
    scatter_kernel<<<blocks, THREADS>>>(in, n, iter, bits, sums, to);
    in = to;
    to = to == scratch ? out : scratch;
  }
  return cudaGetLastError();
}
