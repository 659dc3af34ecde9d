// expect: wrong 7_bitonic
// fault: the k largest of the first tile are taken for those of all.
#include "sort.h"
#define sort_7_top_k reference
#include "../solution.cu"
#undef sort_7_top_k

int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  (void)scratch;
  sort_7_top_k_kernel<<<1, SORT_TILE>>>(in, n, k, out);
  return cudaGetLastError();
}
