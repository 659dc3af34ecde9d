// expect: pass 1_coo_atomic
// form: a warp scans its products row by row; the last lane of each row adds.
#include "spmv_bfs.h"
__global__ void segments(spmv_coo a, const float *x, float *y) {
  int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31, mine = k < a.nonzeros ? a.row[k] : -1;
  float sum = k < a.nonzeros ? a.value[k] * x[a.column[k]] : 0;
  for (int d = 1; d < 32; d <<= 1) {
    float left = __shfl_up_sync(~0u, sum, d);
    int whose = __shfl_up_sync(~0u, mine, d);
    if (lane >= d && whose == mine) sum += left;
  }
  int next = __shfl_down_sync(~0u, mine, 1);
  if (mine >= 0 && (lane == 31 || next != mine)) atomicAdd(y + mine, sum);
}
int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  cudaMemset(y, 0, a->rows * sizeof(float));
  if (a->nonzeros) segments<<<(unsigned)((a->nonzeros + 127) / 128), 128>>>(*a, x, y);
  return cudaGetLastError();
}
