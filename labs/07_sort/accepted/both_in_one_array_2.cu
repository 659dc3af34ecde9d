// expect: pass 2_merge_tiled
// form: 192 threads with 7 records each; both parts of a tile lie in one array, and the merged tile goes out by way of it.
#include "sort.h"
#include <cuda_runtime.h>
constexpr int NT = 192, PER = 7, TL = NT * PER;
struct less_key {
  __device__ bool operator()(uint64_t x, uint64_t y) const {
    return (x >> 32) < (y >> 32);
  }
};
template <class Less>
__device__ int64_t path(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, int64_t d, Less less) {
  int64_t lo = d > n ? d - n : 0, hi = d < m ? d : m;
  while (lo < hi) {
    int64_t mid = (lo + hi) >> 1;
    if (less(b[d - 1 - mid], a[mid]))
      hi = mid;
    else
      lo = mid + 1;
  }
  return lo;
}
__global__ __launch_bounds__(NT) void merge_tile(const uint64_t *__restrict__ a, int64_t m,
                                                 const uint64_t *__restrict__ b, int64_t n,
                                                 uint64_t *__restrict__ out) {
  __shared__ uint64_t s[TL];
  __shared__ int64_t ends[2];
  const int64_t d0 = (int64_t)blockIdx.x * TL, d1 = min(d0 + TL, m + n);
  if (threadIdx.x < 2) ends[threadIdx.x] = path(a, m, b, n, threadIdx.x ? d1 : d0, less_key{});
  __syncthreads();
  const int64_t a0 = ends[0], b0 = d0 - a0;
  const int na = (int)(ends[1] - a0), total = (int)(d1 - d0), nb = total - na;
  for (int i = threadIdx.x; i < total; i += NT) s[i] = i < na ? a[a0 + i] : b[b0 + i - na];
  __syncthreads();
  const int d = min((int)threadIdx.x * PER, total), e = min(d + PER, total);
  int i = (int)path(s, na, s + na, nb, d, less_key{}), j = d - i;
  uint64_t r[PER];
#pragma unroll
  for (int k = 0; k < PER; k++)
    if (d + k < e) r[k] = j >= nb || (i < na && !less_key{}(s[na + j], s[i])) ? s[i++] : s[na + j++];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < PER; k++)
    if (d + k < e) s[d + k] = r[k];
  __syncthreads();
  for (int k = threadIdx.x; k < total; k += NT) out[d0 + k] = s[k];
}
int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  merge_tile<<<(unsigned)((m + n + TL - 1) / TL), NT>>>(a, m, b, n, out);
  return cudaGetLastError();
}
