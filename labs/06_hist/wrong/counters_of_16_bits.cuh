// What the wrong submissions counters_of_16_bits_2 and _6 share: each lane has a histogram of its own, two counters in a word;
// the sums over the lanes have 16 bits, too.
#include "hist.h"
#include "samples.cuh"

enum { THREADS = 1024, PAIRS = HIST_BINS / 2 };

static __device__ void count(unsigned *words, unsigned bin, unsigned n) {
  atomicAdd(&words[bin / 2 * 32 + threadIdx.x % 32], bin & 1 ? n << 16 : n); // fault
}

__global__ void pairs(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned words[PAIRS * 32];
  split<uint8_t> part(in, n);
  for (int i = threadIdx.x; i < PAIRS * 32; i += THREADS) words[i] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < part.n_vectors;
       i += (int64_t)gridDim.x * THREADS) {
    uint4 four = part.vectors[i];
    unsigned value[4] = {four.x, four.y, four.z, four.w}, bin = four.x & 255, length = 0;
    for (int k = 0; k < 16; k++) {
      unsigned next = value[k / 4] >> 8 * (k % 4) & 255;
      if (next != bin) count(words, bin, length), length = 0;
      bin = next, length++;
    }
    count(words, bin, length);
  }
  if (blockIdx.x == 0 && threadIdx.x < 32) {
    int64_t i = part.single(threadIdx.x);
    if (i < n) count(words, in[i], 1);
  }
  __syncthreads();
  int t = threadIdx.x;
  if (t >= HIST_BINS) return;
  uint16_t sum = 0;
  for (int lane = 0; lane < 32; lane++)
    sum += (uint16_t)(words[t / 2 * 32 + (lane + t / 2) % 32] >> 16 * (t & 1));
  if (sum > 0) atomicAdd(&hist[t], sum);
}

static int by_pairs(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error == cudaSuccess && n > 0)
    pairs<<<(unsigned)blocks_for((const void *)pairs, THREADS, 0, n, 16 * THREADS), THREADS>>>(in, n, hist);
  return error ? error : cudaGetLastError();
}
