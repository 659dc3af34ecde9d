// Lab 08, stage 3: a warp a row.

// The 32 lanes go through the row side by side: a request of column or value is 128 bytes in a row,
// so sectors a load fall. Then five shuffles add the sums of the lanes. Rows shorter than a warp
// leave lanes idle.
__global__ void spmv_3_csr_vector_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread() / SPMV_WARP;
  int lane = threadIdx.x % SPMV_WARP;
  if (row >= a.rows) return;
  float sum = 0;
  int64_t end = a.offset[row + 1];
  for (int64_t k = a.offset[row] + lane; k < end; k += SPMV_WARP) sum += a.value[k] * __ldg(&x[a.column[k]]);
  for (int d = SPMV_WARP / 2; d > 0; d /= 2) sum += __shfl_down_sync(SPMV_ALL_LANES, sum, d);
  if (lane == 0) y[row] = sum;
}

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0) spmv_3_csr_vector_kernel<<<spmv_blocks(a->rows * SPMV_WARP), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
