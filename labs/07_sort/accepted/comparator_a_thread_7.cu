// expect: pass 7_bitonic
// form: 512 threads, a comparator each; the k largest of each 1024 are kept, until one block is left.
#include "sort.h"
#include <climits>
__global__ void network(const int *in, int64_t n, int *out) {
  __shared__ int s[1024];
  int64_t base = (int64_t)blockIdx.x * 1024;
  unsigned t = threadIdx.x;
  s[t] = base + t < n ? in[base + t] : INT_MAX;
  s[t + 512] = base + t + 512 < n ? in[base + t + 512] : INT_MAX;
  for (unsigned size = 2; size <= 1024; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned p = 2 * t - (t & (stride - 1));
      bool up = (t & (size / 2)) == 0;
      int x = s[p], y = s[p + stride];
      if ((x > y) == up) {
        s[p] = y;
        s[p + stride] = x;
      }
    }
  __syncthreads();
  if (base + t < n) out[base + t] = s[t];
  if (base + t + 512 < n) out[base + t + 512] = s[t + 512];
}
int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n) network<<<(unsigned)((n + 1023) / 1024), 512>>>(in, n, out);
  return cudaGetLastError();
}
// Each block keeps the k largest of its 1024; again, until one block is left.
__global__ void keep(const int *in, int64_t n, int k, int *out) {
  __shared__ int s[1024];
  int64_t base = (int64_t)blockIdx.x * 1024;
  unsigned t = threadIdx.x;
  s[t] = base + t < n ? in[base + t] : INT_MIN;
  s[t + 512] = base + t + 512 < n ? in[base + t + 512] : INT_MIN;
  for (unsigned size = 2; size <= 1024; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned p = 2 * t - (t & (stride - 1));
      bool down = (t & (size / 2)) == 0;
      int x = s[p], y = s[p + stride];
      if ((x < y) == down) {
        s[p] = y;
        s[p + stride] = x;
      }
    }
  __syncthreads();
  if (t < k) out[(int64_t)blockIdx.x * k + t] = s[t];
}
int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  int *a = (int *)scratch, *b = a + n + 1024;
  while (n > 1024) {
    int64_t blocks = (n + 1023) / 1024;
    keep<<<(unsigned)blocks, 512>>>(in, n, k, a);
    n = blocks * k;
    in = a;
    int *t = a;
    a = b;
    b = t;
  }
  keep<<<1, 512>>>(in, n, k, out);
  return cudaGetLastError();
}
