// expect: wrong 8_stream_compaction
// fault: [order] places by atomicAdd: all that stays is there, in the order in which the warps came.
#include "scan.h"
#define scan_8_stream_compaction reference
#include "../solution.cu"
#undef scan_8_stream_compaction

static __global__ void any_order(const int *in, int64_t n, int *out, unsigned *kept) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n && in[i] > 0) out[atomicAdd(kept, 1u)] = in[i]; // fault
}

static __global__ void store_count(const unsigned *kept, int64_t *count) {
  *count = *kept;
}

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  clear_kernel<<<1, BLOCK>>>(scratch, 1);
  if (n > 0) any_order<<<tiles_of(n, BLOCK), BLOCK>>>(in, n, out, (unsigned *)scratch);
  store_count<<<1, 1>>>((unsigned *)scratch, count);
  return cudaGetLastError();
}
