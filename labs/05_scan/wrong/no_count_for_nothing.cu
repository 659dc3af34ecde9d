// expect: wrong 8_stream_compaction
// fault: n = 0 returns at once: *count is never written.
#include "scan.h"
#define scan_8_stream_compaction reference
#include "../solution.cu"
#undef scan_8_stream_compaction

int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  return n == 0 ? 0 : reference(in, n, scratch, out, count);
}
