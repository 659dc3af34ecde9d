// expect: pass 2_csr_scalar
// form: a range-for over the nonzeros of a row.
#include "spmv_bfs.h"
#include <cuda_runtime.h>
struct Range {
  int b, e;
  struct It {
    int i;
    __device__ int operator*() const {
      return i;
    }
    __device__ It &operator++() {
      ++i;
      return *this;
    }
    __device__ bool operator!=(It o) const {
      return i != o.i;
    }
  };
  __device__ It begin() const {
    return {b};
  }
  __device__ It end() const {
    return {e};
  }
};
__global__ void csr(spmv_csr a, const float *x, float *y) {
  unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= a.rows) return;
  float sum = 0.f;
  for (auto i : Range{a.offset[row], a.offset[row + 1]}) sum += __ldg(&x[a.column[i]]) * a.value[i];
  y[row] = sum;
}
int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows) csr<<<(unsigned)((a->rows + 63) / 64), 64>>>(*a, x, y);
  return cudaGetLastError();
}
