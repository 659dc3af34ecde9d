// expect: inefficient 9_csr_build global_load_bytes on emu
// fault: the host counts; the kernel only scans.
#include "scan.h"
#define scan_9_csr_build reference
#include "../solution.cu"
#undef scan_9_csr_build

int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  int *copy = (int *)malloc((entries + 1) * sizeof(int)), *counts = (int *)calloc(rows + 1, sizeof(int));
  cudaMemcpy(copy, row, entries * sizeof(int), cudaMemcpyDeviceToHost);
  for (int64_t k = 0; k < entries; k++) counts[copy[k]]++;
  cudaMemcpy(row_ptr, counts, (rows + 1) * sizeof(int), cudaMemcpyHostToDevice);
  free(copy);
  free(counts);
  return scan_7_look_back_int(row_ptr, rows + 1, 1, scratch, row_ptr);
}
