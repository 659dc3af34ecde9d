// expect: pass 3_csr_vector
// form: cooperative groups: a tile of 16 threads a row, its sum by reduce.
#include "spmv_bfs.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void rows(spmv_csr a, const float *x, float *y) {
  auto team = cg::tiled_partition<16>(cg::this_thread_block());
  int64_t row = (int64_t)blockIdx.x * (blockDim.x / 16) + team.meta_group_rank();
  if (row >= a.rows) return;
  float sum = 0;
  for (int64_t k = a.offset[row] + team.thread_rank(); k < a.offset[row + 1]; k += team.size())
    sum += a.value[k] * __ldg(x + a.column[k]);
  sum = cg::reduce(team, sum, cg::plus<float>());
  if (team.thread_rank() == 0) y[row] = sum;
}
int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows) rows<<<(unsigned)((a->rows + 7) / 8), 128>>>(*a, x, y);
  return cudaGetLastError();
}
