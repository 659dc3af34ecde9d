// expect: rejected 8_stream_compaction global_load_bytes on emu
// fault: [hostwork] the host packs; the kernel only stores again what it finds.
#include "scan.h"
#define scan_8_stream_compaction reference
#include "../solution.cu"
#undef scan_8_stream_compaction

static __global__ void store_again(int *out, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = out[i];
}

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  if (n == 0) return reference(in, n, scratch, out, count);
  int *copy = (int *)malloc(n * sizeof(int));
  int64_t kept = 0;
  cudaMemcpy(copy, in, n * sizeof(int), cudaMemcpyDeviceToHost); // fault
  for (int64_t i = 0; i < n; i++)
    if (copy[i] > 0) copy[kept++] = copy[i];
  cudaMemcpy(out, copy, kept * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(count, &kept, sizeof kept, cudaMemcpyHostToDevice);
  free(copy);
  store_again<<<tiles_of(n, BLOCK), BLOCK>>>(out, kept / WARP);
  return cudaGetLastError();
}
