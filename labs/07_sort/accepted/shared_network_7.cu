// expect: pass 7_bitonic
// form: the network in place in shared memory, the lower of two threads exchanges; a barrier before and after each step.
#include "sort.h"
#include <cuda_runtime.h>

static __device__ void network(int *s, bool up) {
  unsigned t = threadIdx.x;
  for (unsigned k = 2; k <= SORT_TILE; k <<= 1) {
    for (unsigned j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      unsigned other = t ^ j;
      if (other > t) {
        bool ascending = ((t & k) == 0) == up;
        if ((s[t] > s[other]) == ascending) {
          int x = s[t];
          s[t] = s[other];
          s[other] = x;
        }
      }
      __syncthreads();
    }
  }
}

__global__ void network_kernel(const int *in, int64_t n, int *out) {
  __shared__ int s[SORT_TILE];
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : INT32_MAX;
  network(s, true);
  if (i < n) out[i] = s[threadIdx.x];
}

__global__ void largest_kernel(const int *in, int64_t n, int k, int *out) {
  __shared__ int s[SORT_TILE];
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : INT32_MIN;
  network(s, false);
  if (threadIdx.x < k) out[(int64_t)blockIdx.x * k + threadIdx.x] = s[threadIdx.x];
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n == 0) return 0;
  network_kernel<<<(unsigned)((n + SORT_TILE - 1) / SORT_TILE), SORT_TILE>>>(in, n, out);
  return cudaGetLastError();
}

int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  int *to = (int *)scratch, *free = to + n;
  for (;;) {
    int64_t tiles = (n + SORT_TILE - 1) / SORT_TILE;
    largest_kernel<<<(unsigned)tiles, SORT_TILE>>>(in, n, k, tiles == 1 ? out : to);
    if (tiles == 1) return cudaGetLastError();
    in = to;
    n = tiles * k;
    to = free;
    free = (int *)in;
  }
}
