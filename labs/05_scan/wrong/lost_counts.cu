// expect: hazard 9_csr_build race-global on emu
// fault: counts with ++ instead of an atomic: of two entries of one row one may be lost.
#include "scan.h"
#define scan_9_csr_build reference
#include "../solution.cu"
#undef scan_9_csr_build

static __global__ void count_plainly(const int *row, int64_t entries, int *row_ptr) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (k < entries) row_ptr[row[k]]++;
}

int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  scan_9_zero_kernel<<<tiles_of(rows + 1, BLOCK), BLOCK>>>(row_ptr, rows + 1);
  if (entries > 0) count_plainly<<<tiles_of(entries, BLOCK), BLOCK>>>(row, entries, row_ptr);
  return scan_7_look_back_int(row_ptr, rows + 1, 1, scratch, row_ptr);
}
