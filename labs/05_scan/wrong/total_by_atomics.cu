// expect: inefficient 9_csr_build global_atomics on emu
// fault: counts all entries in row_ptr[rows] besides: a second atomic an entry, all on one word.
#include "scan.h"
#define scan_9_csr_build reference
#include "../solution.cu"
#undef scan_9_csr_build

static __global__ void count_twice(const int *row, int64_t entries, int64_t rows, int *row_ptr) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (k >= entries) return;
  atomicAdd(&row_ptr[row[k]], 1);
  atomicAdd(&row_ptr[rows], 1);
}

int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  scan_9_zero_kernel<<<tiles_of(rows + 1, BLOCK), BLOCK>>>(row_ptr, rows + 1);
  if (entries > 0) count_twice<<<tiles_of(entries, BLOCK), BLOCK>>>(row, entries, rows, row_ptr);
  return scan_7_look_back_int(row_ptr, rows + 1, 1, scratch, row_ptr);
}
