// cuBLASLt behind lab 09's contract: a linear layer with the bias in its epilogue, and the gradients' products. Its GELU is the
// approximation by tanh, and it has no SwiGLU: the activation is a kernel behind it. No call takes weights of 8 bits with a
// scale a group, so stage 9 is not here. Compiled with -DPMPP_BASELINE_CUBLASLT, linked with -lcublasLt.
#include "dnn.h"
#include "worker/library.h"
#include <cublasLt.h>
#include <cuda_runtime.h>

PMPP_LIBRARY_ASKED("cuBLASLt", cublasLtGetProperty)

#define TRY(call)                                                                                            \
  do {                                                                                                       \
    if ((call) != CUBLAS_STATUS_SUCCESS) return cudaErrorUnknown;                                            \
  } while (0)

// c = alpha op(a) op(b), row-major: c has m x n elements, the sums k terms. What is turned lies in memory as its transpose.
struct shape {
  int64_t m, n, k;
  bool a_turned, b_turned, biased;
  cudaDataType in, out;
};

struct plan { // what is kept for a shape
  struct shape shape;
  cublasLtMatmulDesc_t product;
  cublasLtMatrixLayout_t first, second, c;
  cublasLtMatmulAlgo_t algorithm;
  bool ready;
};

static cublasLtHandle_t handle;
static void *workspace;
static const size_t WORKSPACE = 32 << 20;

static bool same(struct shape a, struct shape b) {
  return a.m == b.m && a.n == b.n && a.k == b.k && a.a_turned == b.a_turned && a.b_turned == b.b_turned &&
         a.biased == b.biased && a.in == b.in && a.out == b.out;
}

static void forget(struct plan *p) {
  if (p->product) cublasLtMatmulDescDestroy(p->product);
  if (p->first) cublasLtMatrixLayoutDestroy(p->first);
  if (p->second) cublasLtMatrixLayoutDestroy(p->second);
  if (p->c) cublasLtMatrixLayoutDestroy(p->c);
  *p = {};
}

// The fastest algorithm by cuBLASLt's own estimate, for operands that begin at any element.
static int choose(struct plan *p) {
  cublasLtMatmulPreference_t wish;
  cublasLtMatmulHeuristicResult_t found;
  uint32_t in = p->shape.in == CUDA_R_16F ? 2 : 4, out = p->shape.out == CUDA_R_16F ? 2 : 4;
  uint32_t reductions = CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE; // parts of a sum are not rounded to halves
  int n = 0;
  TRY(cublasLtMatmulPreferenceCreate(&wish));
#define WISH(what, value) TRY(cublasLtMatmulPreferenceSetAttribute(wish, what, &value, sizeof value))
  WISH(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, WORKSPACE);
  WISH(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reductions);
  WISH(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, in);
  WISH(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, in);
  WISH(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, out);
  WISH(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, out);
  cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(handle, p->product, p->first, p->second, p->c, p->c,
                                                         wish, 1, &found, &n);
  cublasLtMatmulPreferenceDestroy(wish);
  if (status != CUBLAS_STATUS_SUCCESS || n == 0) return cudaErrorNotSupported;
  p->algorithm = found.algo;
  p->ready = true;
  return cudaSuccess;
}

// cuBLASLt stores by columns: our rows are its columns, and it computes the transposed c, from b first and then a.
static int describe(struct plan *p, struct shape s) {
  cublasOperation_t a = s.a_turned ? CUBLAS_OP_T : CUBLAS_OP_N, b = s.b_turned ? CUBLAS_OP_T : CUBLAS_OP_N;
  cublasLtEpilogue_t epilogue = s.biased ? CUBLASLT_EPILOGUE_BIAS : CUBLASLT_EPILOGUE_DEFAULT;
  forget(p);
  p->shape = s;
  TRY(cublasLtMatmulDescCreate(&p->product, CUBLAS_COMPUTE_32F, CUDA_R_32F)); // no TF32
#define SAY(what, value) TRY(cublasLtMatmulDescSetAttribute(p->product, what, &value, sizeof value))
  SAY(CUBLASLT_MATMUL_DESC_TRANSA, b);
  SAY(CUBLASLT_MATMUL_DESC_TRANSB, a);
  SAY(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
  int64_t b_rows = s.b_turned ? s.k : s.n, a_rows = s.a_turned ? s.m : s.k;
  TRY(cublasLtMatrixLayoutCreate(&p->first, s.in, b_rows, s.b_turned ? s.n : s.k, b_rows));
  TRY(cublasLtMatrixLayoutCreate(&p->second, s.in, a_rows, s.a_turned ? s.k : s.m, a_rows));
  TRY(cublasLtMatrixLayoutCreate(&p->c, s.out, s.n, s.m, s.n));
  return choose(p);
}

static int multiply(struct shape s, float alpha, const void *a, const void *b, const float *bias, void *c) {
  static struct plan plans[3]; // the gradients have three products
  static int next;
  const float zero = 0;
  struct plan *p = NULL;
  if (!handle) TRY(cublasLtCreate(&handle)); // at the first call, which is not timed
  if (!workspace && cudaMalloc(&workspace, WORKSPACE) != cudaSuccess) return cudaErrorMemoryAllocation;
  for (struct plan &known : plans)
    if (known.ready && same(known.shape, s)) p = &known;
  if (!p) {
    p = &plans[next++ % 3];
    int error = describe(p, s);
    if (error) return error;
  }
  if (bias) SAY(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
  TRY(cublasLtMatmul(handle, p->product, &alpha, b, p->first, a, p->second, &zero, c, p->c, c, p->c,
                     &p->algorithm, workspace, WORKSPACE, 0));
  return cudaGetLastError();
}

// ---- 6: a linear layer ------------------------------------------------------------------------------------

// y holds z; of SwiGLU u is the first layer.
static __global__ void activate(int64_t n, int activation, const float *u, float *y) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = activation == DNN_SWIGLU ? u[i] / (1 + expf(-u[i])) * y[i] : y[i] / 2 * erfcf(-y[i] * 0.70710678f);
}

int dnn_6_linear_gelu(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                      int64_t outputs, int activation, float *y) {
  int64_t n = batch * outputs;
  bool two = activation == DNN_SWIGLU;
  struct shape s = {batch, outputs, inputs, false, false, true, CUDA_R_32F, CUDA_R_32F};
  float *u = NULL;
  if (n == 0) return 0;
  if (two && cudaMallocAsync(&u, n * sizeof *u, 0) != cudaSuccess) return cudaErrorMemoryAllocation;
  int error = multiply(s, 1, x, two ? w + inputs * outputs : w, two ? b + outputs : b, y);
  if (!error && two) error = multiply(s, 1, x, w, b, u);
  if (!error && activation != DNN_NONE) activate<<<(unsigned)((n + 255) / 256), 256>>>(n, activation, u, y);
  if (!error) error = cudaGetLastError();
  if (u) cudaFreeAsync(u, 0);
  return error;
}

// ---- 7: its gradients -------------------------------------------------------------------------------------

static __global__ void set_to_one(int64_t n, dnn_half *x) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = __float2half(1);
}

// db is a product with a row of ones.
int dnn_7_linear_backward(const dnn_half *x, const dnn_half *w, const dnn_half *dy, int64_t batch,
                          int64_t inputs, int64_t outputs, float scale, dnn_half *dx, float *dw, float *db) {
  if (batch == 0) {
    cudaError_t error = cudaMemsetAsync(dw, 0, inputs * outputs * sizeof *dw, 0);
    return error ? error : cudaMemsetAsync(db, 0, outputs * sizeof *db, 0);
  }
  dnn_half *ones;
  if (cudaMallocAsync(&ones, batch * sizeof *ones, 0) != cudaSuccess) return cudaErrorMemoryAllocation;
  set_to_one<<<(unsigned)((batch + 255) / 256), 256>>>(batch, ones);
  struct shape of_dw = {inputs, outputs, batch, true, false, false, CUDA_R_16F, CUDA_R_32F};
  struct shape of_dx = {batch, inputs, outputs, false, true, false, CUDA_R_16F, CUDA_R_16F};
  struct shape of_db = {1, outputs, batch, false, false, false, CUDA_R_16F, CUDA_R_32F};
  int error = multiply(of_dw, 1 / scale, x, dy, NULL, dw);
  if (!error) error = multiply(of_dx, 1, dy, w, NULL, dx);
  if (!error) error = multiply(of_db, 1 / scale, ones, dy, NULL, db);
  cudaFreeAsync(ones, 0);
  return error;
}
