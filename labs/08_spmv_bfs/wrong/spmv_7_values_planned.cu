// expect: hazard 7_csr_merge host-pointer-in-kernel on emu
// fault: [host] the plan keeps a copy of the first values, which may be others in each product: it does not get them.
#include "spmv_bfs.h"
#define spmv_7_csr_merge_plan reference_7_plan
#include "../solution.cu"
#undef spmv_7_csr_merge_plan

__global__ void wrong_kernel(spmv_csr a, float *kept) {
  if (threadIdx.x < a.nonzeros) kept[threadIdx.x] = a.value[threadIdx.x]; // fault
}

int spmv_7_csr_merge_plan(const struct spmv_csr *a, uint32_t *plan) {
  int error = reference_7_plan(a, plan);
  wrong_kernel<<<1, SPMV_WARP>>>(*a, (float *)plan + spmv_tiles(a) + 1);
  return error ? error : cudaGetLastError();
}
