// expect: rejected 3_merge_sort on emu
// fault: [library] calls the library.
#include "sort.h"
#include <thrust/sort.h> // fault
#define sort_3_merge_sort reference
#include "../solution.cu"
#undef sort_3_merge_sort

int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  (void)scratch;
  thrust::copy(thrust::device, in, in + n, out);
  thrust::sort(thrust::device, out, out + n);
  return 0;
}
