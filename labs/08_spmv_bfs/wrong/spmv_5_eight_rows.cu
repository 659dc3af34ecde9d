// expect: inefficient 5_jds global_load_sectors on emu
// fault: a thread has 8 rows in a row of the sorted order: neighbouring lanes read words that are 8 apart.
#include "spmv_bfs.h"
#define spmv_5_jds reference_5
#include "../solution.cu"
#undef spmv_5_jds

__global__ void wrong_kernel(spmv_jds a, const float *x, float *y) {
  int64_t begin = 8 * spmv_thread();
  for (int64_t i = begin; i < begin + 8 && i < a.rows; i++) {
    float sum = 0;
    int first = a.start[0];
    for (int64_t j = 0; j < a.width; j++) {
      int next = a.start[j + 1];
      if (i >= next - first) break;
      sum += a.value[first + i] * x[a.column[first + i]];
      first = next;
    }
    y[a.permutation[i]] = sum;
  }
}

int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks((a->rows + 7) / 8), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
