// expect: inefficient 7_look_back launches on emu
// fault: one launch clears the counter, another the words.
#include "scan.h"
#define scan_7_look_back reference
#include "../solution.cu"
#undef scan_7_look_back

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  if (n > 0) clear_kernel<<<1, BLOCK>>>(scratch, 1);
  return reference(in, n, exclusive, scratch, out);
}
