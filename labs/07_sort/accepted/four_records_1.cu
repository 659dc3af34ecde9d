// expect: pass 1_merge_sequential_ranges
// form: four records a thread; a search along the diagonal, as merge path has it; index and limits in one loop.
#include "sort.h"
#define KEY(x) ((uint32_t)((x) >> 32))
__device__ int64_t diag(const uint64_t *A, int64_t m, const uint64_t *B, int64_t n, int64_t d) {
  int64_t lo = d > n ? d - n : 0, hi = d < m ? d : m;
  while (lo < hi) {
    int64_t mid = lo + (hi - lo) / 2;
    if (KEY(A[mid]) <= KEY(B[d - 1 - mid]))
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}
__global__ void merge(const uint64_t *A, int64_t m, const uint64_t *B, int64_t n, uint64_t *C, int64_t per) {
  int64_t t = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, k = t * per, k1 = min(k + per, m + n);
  if (k >= m + n) return;
  int64_t i = diag(A, m, B, n, k), j = k - i;
  for (; k < k1; ++k) C[k] = j >= n || (i < m && KEY(A[i]) <= KEY(B[j])) ? A[i++] : B[j++];
}
int sort_1_merge_sequential_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                   uint64_t *out) {
  if (m + n == 0) return 0;
  int64_t per = 4, threads = (m + n + per - 1) / per;
  merge<<<(unsigned)((threads + 255) / 256), 256>>>(a, m, b, n, out, per);
  return cudaGetLastError();
}
