// Lab 08, stage 4: ELLPACK.

// The sum of a row's places. Place j of all rows lies side by side, so loads are coalesced with
// one thread a row.
static __device__ float ell_sum(spmv_ell a, const float *x, int64_t row) {
  float sum = 0;
  for (int64_t j = 0; j < a.width; j++) {
    int column = a.column[j * a.rows + row];
    if (column < 0) break; // the rest of the row is padding
    sum += a.value[j * a.rows + row] * __ldg(&x[column]);
  }
  return sum;
}

__global__ void spmv_4_ell_kernel(spmv_ell a, const float *x, float *y) {
  int64_t row = spmv_thread();
  if (row < a.rows) y[row] = ell_sum(a, x, row);
}

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  if (a->rows > 0) spmv_4_ell_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
