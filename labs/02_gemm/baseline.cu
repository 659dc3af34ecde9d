// cuBLAS behind lab 02's contract. Compiled with -DPMPP_BASELINE_CUBLAS, linked with -lcublas.
//
// Tasks 1 to 8 and 10: cublasSgemm in pedantic fp32, no tensor cores. Task 9: halves in, fp32 sums, by tensor cores.
// cuBLAS stores by columns: what it takes for A, B and C by columns are ours turned, and C^T = B^T A^T.
#include "gemm.h"
#include "worker/library.h"
#include <cublas_v2.h>

PMPP_LIBRARY_ASKED("cuBLAS", cublasGetProperty)

// Made at the first call, which is not timed: its workspace is allocated then.
static cublasHandle_t handle() {
  static cublasHandle_t h = NULL;
  if (!h && cublasCreate(&h) != CUBLAS_STATUS_SUCCESS) h = NULL;
  return h;
}

static int answer(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
}

static int sgemm(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  cublasHandle_t h = handle();
  if (!h) return cudaErrorInitializationError;
  cublasSetMathMode(h, CUBLAS_PEDANTIC_MATH);
  return answer(
      cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, n, a, k > 0 ? k : 1, &beta, c, n));
}

int gemm_9_tensor_core(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                       float *c) {
  cublasHandle_t h = handle();
  if (!h) return cudaErrorInitializationError;
  cublasSetMathMode(h, CUBLAS_DEFAULT_MATH);
  return answer(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, CUDA_R_16F, n, a, CUDA_R_16F,
                             k > 0 ? k : 1, &beta, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                             CUBLAS_GEMM_DEFAULT));
}

#define SGEMM(f)                                                                                             \
  int f(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {            \
    return sgemm(m, n, k, alpha, a, b, beta, c);                                                             \
  }
SGEMM(gemm_1_naive)
SGEMM(gemm_2_coalesced)
SGEMM(gemm_3_shared_tile)
SGEMM(gemm_4_tile_1d)
SGEMM(gemm_5_tile_2d)
SGEMM(gemm_6_vectorised)
SGEMM(gemm_7_double_buffer)
SGEMM(gemm_8_warp_tile)
SGEMM(gemm_10_split_tf32)
