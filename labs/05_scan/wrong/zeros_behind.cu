// expect: wrong 8_stream_compaction
// fault: writes zeros behind the last element kept, where out must not be touched.
#include "scan.h"
#define scan_8_stream_compaction reference
#include "../solution.cu"
#undef scan_8_stream_compaction

static __global__ void zero_rest(int *out, int64_t n, const int64_t *count) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= *count && i < n) out[i] = 0;
}

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  int error = reference(in, n, scratch, out, count);
  if (error || n == 0) return error;
  zero_rest<<<tiles_of(n, BLOCK), BLOCK>>>(out, n, count);
  return cudaGetLastError();
}
