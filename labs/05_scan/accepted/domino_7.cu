// expect: pass 7_look_back on emu
// form: PMPP, 4th edition, section 11.7: a block waits for the flag of the tile before it, adds, and passes the sum on.
#include "scan.h"
#include <cuda_runtime.h>

enum { THREADS = 512, EACH = 8, DOMINO_TILE = THREADS * EACH };

// scratch: the ticket, then a flag a tile, then a sum a tile.
__global__ void domino_clear(uint64_t *scratch, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  if (i < words) scratch[i] = 0;
}

template <typename T>
__global__ void domino_kernel(const T *in, int64_t n, int exclusive, unsigned *ticket, unsigned *flags,
                              T *sums, T *out) {
  __shared__ T s[DOMINO_TILE], ends[THREADS];
  __shared__ unsigned tile;
  __shared__ T previous;
  int t = threadIdx.x;

  if (t == 0) tile = atomicAdd(ticket, 1u);
  __syncthreads();
  int64_t first = (int64_t)tile * DOMINO_TILE;
  for (int k = t; k < DOMINO_TILE; k += THREADS) s[k] = first + k < n ? in[first + k] : 0;
  __syncthreads();
  T own = 0;
  for (int k = 0; k < EACH; k++) own += s[t * EACH + k];
  ends[t] = own;
  for (int stride = 1; stride < THREADS; stride *= 2) {
    __syncthreads();
    T left = t >= stride ? ends[t - stride] : 0;
    __syncthreads();
    ends[t] += left;
  }
  __syncthreads();
  if (t == 0) {
    T before = 0;
    if (tile > 0) {
      while (*(volatile unsigned *)&flags[tile - 1] == 0) {
      }
      __threadfence();
      before = *(volatile T *)&sums[tile - 1];
    }
    *(volatile T *)&sums[tile] = before + ends[THREADS - 1];
    __threadfence();
    atomicAdd(&flags[tile], 1u);
    previous = before;
  }
  __syncthreads();
  T sum = previous;
  if (t > 0) sum += ends[t - 1];
  for (int k = 0; k < EACH; k++) {
    T x = s[t * EACH + k];
    s[t * EACH + k] = exclusive ? sum : sum + x;
    sum += x;
  }
  __syncthreads();
  for (int k = t; k < DOMINO_TILE; k += THREADS)
    if (first + k < n) out[first + k] = s[k];
}

template <typename T> static int domino(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  if (n == 0) return 0;
  int64_t tiles = (n + DOMINO_TILE - 1) / DOMINO_TILE;
  domino_clear<<<(unsigned)((1 + tiles + THREADS - 1) / THREADS), THREADS>>>(scratch, 1 + tiles);
  unsigned *flags = (unsigned *)(scratch + 1);
  domino_kernel<<<(unsigned)tiles, THREADS>>>(in, n, exclusive, (unsigned *)scratch, flags,
                                              (T *)(flags + tiles), out);
  return cudaGetLastError();
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return domino(in, n, exclusive, scratch, out);
}

int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  return domino((const unsigned *)in, n, exclusive, scratch, (unsigned *)out);
}
