// Lab 08, stage 5: jagged diagonals.

// Thread i has the i-th longest row. The row is part of diagonals 0, 1, ... as long as these have more than i
// elements; the first shorter diagonal ends the row. There is no padding, so bytes fall. Neighbouring rows
// have nearly the same length, so the lanes of a warp end together: active lanes rise.
__global__ void spmv_5_jds_kernel(spmv_jds a, const float *x, float *y) {
  int64_t i = spmv_thread();
  if (i >= a.rows) return;
  float sum = 0;
  int begin = a.start[0];
  for (int64_t j = 0; j < a.width; j++) {
    int next = a.start[j + 1];
    if (i >= next - begin) break;
    int k = begin + (int)i;
    sum += a.value[k] * __ldg(&x[a.column[k]]);
    begin = next;
  }
  y[a.permutation[i]] = sum;
}

int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  if (a->rows > 0) spmv_5_jds_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
