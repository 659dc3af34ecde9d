// expect: inefficient 2_csr_scalar idle_thread_share on emu
// fault: one lane of each warp has a row, and 31 return.
#include "spmv_bfs.h"
__global__ void spmv_csr_kernel(int num_rows, const float *data, const int *col_index, const int *row_ptr,
                                const float *x, float *y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (threadIdx.x % 32) return; // fault
  if (row < num_rows) {
    float dot = 0;
    int row_start = row_ptr[row];
    int row_end = row_ptr[row + 1];
    for (int elem = row_start; elem < row_end; elem++) dot += data[elem] * x[col_index[elem]];
    y[row] = dot;
  }
}
int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows == 0) return 0;
  spmv_csr_kernel<<<(a->rows * 32 + 511) / 512, 512>>>(a->rows, a->value, a->column, a->offset, x, y);
  return cudaGetLastError();
}
