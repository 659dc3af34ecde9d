// What the wrong submissions spmv_host_* share: the multiplication on the host.
#include "spmv_given.cuh"
#include <stdlib.h>

template <typename T> static T *from_device(const T *p, int64_t n) {
  T *q = (T *)malloc(n * sizeof(T) + 1);
  cudaMemcpy(q, p, n * sizeof(T), cudaMemcpyDeviceToHost); // fault
  return q;
}

// sum[r] of `rows` zeros, for `store` to copy to y.
static float *no_sums(int64_t rows) {
  return (float *)calloc(rows + 1, sizeof(float));
}

static int store(float *sum, int64_t rows, float *y) {
  cudaMemcpy(y, sum, rows * sizeof *y, cudaMemcpyHostToDevice);
  free(sum);
  return cudaGetLastError();
}

static inline void add_coo(const spmv_coo *a, const float *x, float *sum) {
  int *row = from_device(a->row, a->nonzeros), *column = from_device(a->column, a->nonzeros);
  float *value = from_device(a->value, a->nonzeros), *v = from_device(x, a->columns);
  for (int64_t k = 0; k < a->nonzeros; k++) sum[row[k]] += value[k] * v[column[k]];
  free(row), free(column), free(value), free(v);
}

static inline void add_csr(const spmv_csr *a, const float *x, float *sum) {
  int *offset = from_device(a->offset, a->rows + 1), *column = from_device(a->column, a->nonzeros);
  float *value = from_device(a->value, a->nonzeros), *v = from_device(x, a->columns);
  for (int64_t r = 0; r < a->rows; r++)
    for (int k = offset[r]; k < offset[r + 1]; k++) sum[r] += value[k] * v[column[k]];
  free(offset), free(column), free(value), free(v);
}

static inline void add_ell(const spmv_ell *a, const float *x, float *sum) {
  int *column = from_device(a->column, a->width * a->rows);
  float *value = from_device(a->value, a->width * a->rows), *v = from_device(x, a->columns);
  for (int64_t k = 0; k < a->width * a->rows; k++)
    if (column[k] >= 0) sum[k % a->rows] += value[k] * v[column[k]];
  free(column), free(value), free(v);
}

static inline void add_jds(const spmv_jds *a, const float *x, float *sum) {
  int *start = from_device(a->start, a->width + 1), *row = from_device(a->permutation, a->rows);
  int *column = from_device(a->column, start[a->width]);
  float *value = from_device(a->value, start[a->width]), *v = from_device(x, a->columns);
  for (int64_t j = 0; j < a->width; j++)
    for (int k = start[j]; k < start[j + 1]; k++) sum[row[k - start[j]]] += value[k] * v[column[k]];
  free(start), free(row), free(column), free(value), free(v);
}
