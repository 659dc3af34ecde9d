// Lab 08, stage 1: coordinates, atomics.

// Thread k has nonzero k. Neighbouring lanes read neighbouring words of row, column and value; only the loads
// of x are scattered. Several threads have products of one row, so each product is added to y by an atomic:
// one for each nonzero.
__global__ void spmv_1_coo_atomic_kernel(spmv_coo a, const float *x, float *y) {
  int64_t k = spmv_thread();
  if (k < a.nonzeros) atomicAdd(&y[a.row[k]], a.value[k] * __ldg(&x[a.column[k]]));
}

int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  cudaError_t error = cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (error) return error;
  if (a->nonzeros > 0) spmv_1_coo_atomic_kernel<<<spmv_blocks(a->nonzeros), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
