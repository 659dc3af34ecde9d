// expect: inefficient 9_csr_build global_bytes on emu
// fault: a first pass over the entries only looks whether each row exists.
#include "scan.h"
#define scan_9_csr_build reference
#include "../solution.cu"
#undef scan_9_csr_build

static __global__ void check_rows(const int *row, int64_t entries, int64_t rows) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (k < entries && (row[k] < 0 || row[k] >= rows)) __trap();
}

int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  if (entries > 0) check_rows<<<tiles_of(entries, BLOCK), BLOCK>>>(row, entries, rows);
  return reference(row, entries, rows, scratch, row_ptr);
}
