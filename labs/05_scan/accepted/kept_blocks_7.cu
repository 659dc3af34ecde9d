// expect: pass 7_look_back on emu
// form: unlike ours: as many blocks as run at a time, a number that is asked for once and kept; each draws tiles until none
// is left.
#include "scan.h"
#include <cuda_runtime.h>

enum { THREADS = 256, EACH = 16, WARPS = THREADS / 32, PIECE = THREADS * EACH };
static const unsigned long long READY = 1ull << 32;

static __global__ void empty_words(uint64_t *scratch, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  if (i < words) scratch[i] = 0;
}

// The sum of x over the threads before this one; *all becomes the block's.
template <typename T> static __device__ T sum_before(T x, T *ends, T *all) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  T upto = x, before = 0;
  for (int d = 1; d < 32; d *= 2) {
    T left = __shfl_up_sync(0xffffffff, upto, d);
    if (lane >= d) upto += left;
  }
  if (lane == 31) ends[warp] = upto;
  __syncthreads();
  *all = 0;
  for (int w = 0; w < WARPS; w++) {
    if (w == warp) before = *all;
    *all += ends[w];
  }
  T left = __shfl_up_sync(0xffffffff, upto, 1);
  return lane > 0 ? before + left : before;
}

// words[0] is the ticket, words[1 + p] the sum up to piece p's end, beside the flag that it is there.
template <typename T>
static __global__ void persistent_scan(const T *in, int64_t n, int exclusive, unsigned long long *words,
                                       T *out) {
  __shared__ T s[EACH][THREADS + 1], ends[WARPS], carried;
  __shared__ int64_t piece;
  int t = threadIdx.x;
  for (;;) {
    if (t == 0) piece = (int64_t)atomicAdd(&words[0], 1ull);
    __syncthreads();
    int64_t first = piece * PIECE;
    if (first >= n) return;
    for (int k = t; k < PIECE; k += THREADS) s[k % EACH][k / EACH] = first + k < n ? in[first + k] : 0;
    __syncthreads();
    T own = 0, all;
    for (int k = 0; k < EACH; k++) own += s[k][t];
    T sum = sum_before(own, ends, &all);
    if (t == 0) {
      T before = 0;
      if (piece > 0) {
        unsigned long long told;
        while (!((told = *(volatile unsigned long long *)&words[piece]) & READY)) {
        }
        unsigned bits = (unsigned)told;
        memcpy(&before, &bits, sizeof before);
      }
      T up_to = before + all;
      unsigned bits;
      memcpy(&bits, &up_to, sizeof bits);
      *(volatile unsigned long long *)&words[1 + piece] = READY | bits;
      carried = before;
    }
    __syncthreads();
    sum += carried;
    for (int k = 0; k < EACH; k++) {
      T x = s[k][t];
      s[k][t] = exclusive ? sum : sum + x;
      sum += x;
    }
    __syncthreads();
    for (int k = t; k < PIECE && first + k < n; k += THREADS) out[first + k] = s[k % EACH][k / EACH];
  }
}

template <typename T> static int scan(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  static int running; // blocks at a time; 0: not asked yet
  if (n == 0) return 0;
  if (!running) {
    int processors, each;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, persistent_scan<T>, THREADS, 0);
    running = processors * each;
  }
  int64_t pieces = (n + PIECE - 1) / PIECE;
  empty_words<<<(unsigned)((1 + pieces + THREADS - 1) / THREADS), THREADS>>>(scratch, 1 + pieces);
  persistent_scan<<<(unsigned)(pieces < running ? pieces : running), THREADS>>>(
      in, n, exclusive, (unsigned long long *)scratch, out);
  return cudaGetLastError();
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return scan(in, n, exclusive, scratch, out);
}

int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  return scan((const unsigned *)in, n, exclusive, scratch, (unsigned *)out);
}
