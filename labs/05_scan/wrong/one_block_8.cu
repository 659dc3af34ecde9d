// expect: inefficient 8_stream_compaction threads on emu
// fault: one block goes from tile to tile: nobody has to be asked, and the device waits.
#include "scan.h"
#define scan_8_stream_compaction reference
#include "../solution.cu"
#undef scan_8_stream_compaction

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  if (n == 0) return reference(in, n, scratch, out, count);
  int blocks, rounds,
      error = prepare(scan_8_stream_compaction_kernel, tiles_of(n, TILE), scratch, &blocks, &rounds);
  if (error) return error;
  scan_8_stream_compaction_kernel<<<1, BLOCK, TWO_TILES>>>(in, n, tiles_of(n, TILE), scratch, out, count);
  return cudaGetLastError();
}
