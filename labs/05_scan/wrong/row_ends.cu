// expect: wrong 9_csr_build
// fault: an inclusive scan: every row pointer is where its row ends.
#include "scan.h"
#define scan_9_csr_build reference
#include "../solution.cu"
#undef scan_9_csr_build

int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  scan_9_zero_kernel<<<tiles_of(rows + 1, BLOCK), BLOCK>>>(row_ptr, rows + 1);
  if (entries > 0) scan_9_count_kernel<<<tiles_of(entries, BLOCK), BLOCK>>>(row, entries, row_ptr);
  return scan_7_look_back_int(row_ptr, rows + 1, 0, scratch, row_ptr);
}
