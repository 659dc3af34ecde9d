// What lab 08 is compared with. cuSPARSE for the tasks whose matrix is in CSR: its two algorithms for CSR, with
// -DPMPP_BASELINE_CSR_ALG1 and -DPMPP_BASELINE_CSR_ALG2, and its first one for coordinates, with -DPMPP_BASELINE_COO (the
// second one is for sums in a fixed order). Its analysis of the matrix (cusparseSpMV_preprocess), and the coordinates, are
// made by the first call, which is not timed. No CUDA library has a BFS: with -DPMPP_BASELINE_TOP_DOWN the reference's own
// top-down search, stage 12 without its rule, takes the place.
#include "spmv_bfs.h"
#include "worker/library.h"

#if defined PMPP_BASELINE_CSR_ALG1 || defined PMPP_BASELINE_CSR_ALG2 || defined PMPP_BASELINE_COO
#include <cuda_runtime.h>
#include <cusparse.h>
PMPP_LIBRARY_ASKED("cuSPARSE", cusparseGetProperty)

#if defined PMPP_BASELINE_CSR_ALG1
static const cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_CSR_ALG1;
#elif defined PMPP_BASELINE_COO
static const cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_COO_ALG1;
#else
static const cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_CSR_ALG2;
#endif

static struct { // what is kept for the matrix and the vectors of the last call
  struct spmv_csr a;
  const float *x;
  float *y;
  cusparseHandle_t handle;
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t from, to;
  void *buffer;
  int32_t *row; // of coordinates that are made of CSR
  bool ready;
} plan;

static const float one = 1, zero = 0;

#define TRY(call)                                                                                            \
  do {                                                                                                       \
    if ((call) != CUSPARSE_STATUS_SUCCESS) return cudaErrorUnknown;                                          \
  } while (0)

static bool planned(const struct spmv_csr *a, const float *x, const float *y) {
  const struct spmv_csr *b = &plan.a;
  return plan.ready && a->rows == b->rows && a->columns == b->columns && a->nonzeros == b->nonzeros &&
         a->offset == b->offset && a->column == b->column && a->value == b->value && x == plan.x &&
         y == plan.y;
}

static void forget() {
  if (plan.matrix) cusparseDestroySpMat(plan.matrix);
  if (plan.from) cusparseDestroyDnVec(plan.from);
  if (plan.to) cusparseDestroyDnVec(plan.to);
  cudaFree(plan.buffer);
  cudaFree(plan.row);
  plan.matrix = NULL, plan.from = plan.to = NULL, plan.buffer = NULL, plan.row = NULL, plan.ready = false;
}

#if defined PMPP_BASELINE_COO
// The rows of CSR's nonzeros: a block a row, since one may have all of them.
__global__ void rows_kernel(const int32_t *offset, int64_t rows, int32_t *row) {
  for (int64_t r = blockIdx.x; r < rows; r += gridDim.x)
    for (int32_t k = offset[r] + threadIdx.x; k < offset[r + 1]; k += blockDim.x) row[k] = (int32_t)r;
}

static int describe(const struct spmv_csr *a) {
  cudaError_t error = cudaMalloc(&plan.row, a->nonzeros * sizeof *plan.row);
  if (error) return error;
  rows_kernel<<<4096, 32>>>(a->offset, a->rows, plan.row);
  TRY(cusparseCreateCoo(&plan.matrix, a->rows, a->columns, a->nonzeros, plan.row, (void *)a->column,
                        (void *)a->value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  return cudaGetLastError();
}
#else
static int describe(const struct spmv_csr *a) {
  TRY(cusparseCreateCsr(&plan.matrix, a->rows, a->columns, a->nonzeros, (void *)a->offset, (void *)a->column,
                        (void *)a->value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                        CUDA_R_32F));
  return cudaSuccess;
}
#endif

static int prepare(const struct spmv_csr *a, const float *x, float *y) {
  size_t bytes = 0;
  forget();
  if (!plan.handle) TRY(cusparseCreate(&plan.handle));
  cudaError_t error = (cudaError_t)describe(a);
  if (error) return error;
  TRY(cusparseCreateDnVec(&plan.from, a->columns, (void *)x, CUDA_R_32F));
  TRY(cusparseCreateDnVec(&plan.to, a->rows, y, CUDA_R_32F));
  TRY(cusparseSpMV_bufferSize(plan.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, plan.matrix, plan.from,
                              &zero, plan.to, CUDA_R_32F, algorithm, &bytes));
  error = cudaMalloc(&plan.buffer, bytes + 1);
  if (error) return error;
#if CUSPARSE_VERSION >= 12300 // CUDA 12.4's; before, each product makes the analysis anew
  TRY(cusparseSpMV_preprocess(plan.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, plan.matrix, plan.from,
                              &zero, plan.to, CUDA_R_32F, algorithm, plan.buffer));
#endif
  plan.a = *a, plan.x = x, plan.y = y, plan.ready = true;
  return cudaSuccess;
}

static int multiply(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows == 0) return cudaSuccess;
  if (a->nonzeros == 0) return cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (!planned(a, x, y)) {
    int error = prepare(a, x, y);
    if (error) return error;
  }
  TRY(cusparseSpMV(plan.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, plan.matrix, plan.from, &zero,
                   plan.to, CUDA_R_32F, algorithm, plan.buffer));
  return cudaGetLastError();
}

int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  return multiply(a, x, y);
}

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  return multiply(a, x, y);
}

// Its analysis wants x and y as well: prepare makes it.
int spmv_7_csr_merge_plan(const struct spmv_csr *, uint32_t *) {
  return cudaSuccess;
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *, uint32_t *, float *y) {
  return multiply(a, x, y);
}

#elif defined PMPP_BASELINE_TOP_DOWN
// The reference's functions under other names, SpMV's too: this variant is about BFS alone.
#define spmv_1_coo_atomic           reference_1
#define spmv_2_csr_scalar           reference_2
#define spmv_3_csr_vector           reference_3
#define spmv_4_ell                  reference_4
#define spmv_5_jds                  reference_5
#define spmv_6_hyb                  reference_6
#define spmv_7_csr_merge_plan       reference_7_plan
#define spmv_7_csr_merge            reference_7
#define bfs_8_vertex_push           reference_8
#define bfs_9_edge_centric          reference_9
#define bfs_10_frontier             reference_10
#define bfs_11_privatised_frontier  reference_11
#define bfs_12_direction_optimising reference_12
#include "solution.cu"
#undef spmv_1_coo_atomic
#undef spmv_2_csr_scalar
#undef spmv_3_csr_vector
#undef spmv_4_ell
#undef spmv_5_jds
#undef spmv_6_hyb
#undef spmv_7_csr_merge_plan
#undef spmv_7_csr_merge
#undef bfs_8_vertex_push
#undef bfs_9_edge_centric
#undef bfs_10_frontier
#undef bfs_11_privatised_frontier
#undef bfs_12_direction_optimising

// Parents that nobody asked for go behind the queue.
static int top_down(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  int32_t *parent = (int32_t *)bfs_cut(scratch, g->n).queue + g->n;
  return bfs_12_search(g, source, scratch, level, parent, false);
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return top_down(g, source, scratch, level);
}

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return top_down(g, source, scratch, level);
}

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return top_down(g, source, scratch, level);
}

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  return bfs_12_search(g, source, scratch, level, parent, false);
}

int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent) {
  return bfs_12_search(g, source, scratch, level, parent, false);
}
#endif
