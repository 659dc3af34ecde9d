// expect: inefficient 8_stream_compaction launches on emu
// fault: one launch clears the counter, another the words.
#include "scan.h"
#define scan_8_stream_compaction reference
#include "../solution.cu"
#undef scan_8_stream_compaction

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  if (n > 0) clear_kernel<<<1, BLOCK>>>(scratch, 1);
  return reference(in, n, scratch, out, count);
}
