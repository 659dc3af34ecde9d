// The calls of cuBLAS that teaching code makes: vectors, products, batches, in single and double precision. What is not here does
// not exist: the compiler names the call. A call is work in its handle's stream.
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
#define CUBLAS_API_H_

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "library_types.h"

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum {
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
struct cublasContext {
  cudaStream_t stream;
  cublasPointerMode_t mode;
  cublasMath_t math;
};
typedef struct cublasContext *cublasHandle_t;

extern "C" {
bool emu_blas_handle(cudaStream_t stream, int device_scalars,
                     int known); // of the next call; false: there is none
int emu_blas_update(char op, int bytes, int n, const void *alpha, void *x, int x_step, void *y, int y_step);
int emu_blas_reduce(char op, int bytes, int n, const void *x, int x_step, const void *y, int y_step,
                    void *result);
int emu_blas_gemm(const int *types, int across_a, int across_b, int m, int n, int k, const void *alpha,
                  const void *a, int lda, long long a_stride, const void *b, int ldb, long long b_stride,
                  const void *beta, void *c, int ldc, long long c_stride, int count);
int emu_blas_gemm_listed(const int *types, int across_a, int across_b, int m, int n, int k, const void *alpha,
                         const void *const *a, int lda, const void *const *b, int ldb, const void *beta,
                         void *const *c, int ldc, int count);
int emu_blas_ger(int type, int m, int n, const void *alpha, const void *x, int x_step, const void *y,
                 int y_step, void *a, int lda);
int emu_blas_trsm(int type, int right, int upper, int across, int unit, int m, int n, const void *alpha,
                  const void *a, int lda, void *b, int ldb);
int emu_blas_gemv(int bytes, int across, int m, int n, const void *alpha, const void *a, int lda,
                  const void *x, int x_step, const void *beta, void *y, int y_step);
int emu_blas_geam(int bytes, int across_a, int across_b, int m, int n, const void *alpha, const void *a,
                  int lda, const void *beta, const void *b, int ldb, void *c, int ldc);
}

EMU_INLINE cublasStatus_t cublasCreate(cublasHandle_t *handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new cublasContext{nullptr, CUBLAS_POINTER_MODE_HOST, CUBLAS_DEFAULT_MATH};
  return CUBLAS_STATUS_SUCCESS;
}
EMU_INLINE cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  delete handle; // what it has asked for runs nevertheless
  return CUBLAS_STATUS_SUCCESS;
}
#define EMU_OF_HANDLE(name, T_, member)                                                                      \
  EMU_INLINE cublasStatus_t cublasSet##name(cublasHandle_t handle, T_ value) {                               \
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                                                       \
    handle->member = value;                                                                                  \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublasGet##name(cublasHandle_t handle, T_ *value) {                              \
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                                                       \
    *value = handle->member;                                                                                 \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }
EMU_OF_HANDLE(Stream, cudaStream_t, stream)
EMU_OF_HANDLE(PointerMode, cublasPointerMode_t, mode)
EMU_OF_HANDLE(MathMode, cublasMath_t, math)
#undef EMU_OF_HANDLE
// Each call is work in the handle's stream, and is told the handle first.
EMU_INLINE bool emu_blas_with(cublasHandle_t handle) {
  return handle ? emu_blas_handle(handle->stream, handle->mode == CUBLAS_POINTER_MODE_DEVICE, true)
                : emu_blas_handle(nullptr, false, false);
}
EMU_INLINE const char *cublasGetStatusString(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS ? "the operation completed successfully"
         : status == CUBLAS_STATUS_INVALID_VALUE
             ? "an unsupported value or parameter was passed to the function"
         : status == CUBLAS_STATUS_EXECUTION_FAILED ? "the function failed to launch on the GPU"
                                                    : "an internal operation failed";
}
EMU_INLINE cublasStatus_t emu_of_copy(cudaError_t error) {
  return error ? CUBLAS_STATUS_MAPPING_ERROR : CUBLAS_STATUS_SUCCESS;
}
EMU_INLINE cublasStatus_t cublasSetVector(int n, int bytes, const void *from, int from_step, void *to,
                                          int to_step) {
  return emu_of_copy(cudaMemcpy2D(to, (size_t)to_step * bytes, from, (size_t)from_step * bytes, bytes, n,
                                  cudaMemcpyHostToDevice));
}
EMU_INLINE cublasStatus_t cublasGetVector(int n, int bytes, const void *from, int from_step, void *to,
                                          int to_step) {
  return emu_of_copy(cudaMemcpy2D(to, (size_t)to_step * bytes, from, (size_t)from_step * bytes, bytes, n,
                                  cudaMemcpyDeviceToHost));
}
EMU_INLINE cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void *from, int from_ld,
                                          void *to, int to_ld) {
  return emu_of_copy(cudaMemcpy2D(to, (size_t)to_ld * bytes, from, (size_t)from_ld * bytes,
                                  (size_t)rows * bytes, columns, cudaMemcpyHostToDevice));
}
EMU_INLINE cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void *from, int from_ld,
                                          void *to, int to_ld) {
  return emu_of_copy(cudaMemcpy2D(to, (size_t)to_ld * bytes, from, (size_t)from_ld * bytes,
                                  (size_t)rows * bytes, columns, cudaMemcpyDeviceToHost));
}

// The same in a stream.
EMU_INLINE cublasStatus_t cublasSetVectorAsync(int n, int bytes, const void *from, int from_step, void *to,
                                               int to_step, cudaStream_t stream) {
  return emu_of_copy(cudaMemcpy2DAsync(to, (size_t)to_step * bytes, from, (size_t)from_step * bytes, bytes, n,
                                       cudaMemcpyHostToDevice, stream));
}
EMU_INLINE cublasStatus_t cublasGetVectorAsync(int n, int bytes, const void *from, int from_step, void *to,
                                               int to_step, cudaStream_t stream) {
  return emu_of_copy(cudaMemcpy2DAsync(to, (size_t)to_step * bytes, from, (size_t)from_step * bytes, bytes, n,
                                       cudaMemcpyDeviceToHost, stream));
}
EMU_INLINE cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int bytes, const void *from,
                                               int from_ld, void *to, int to_ld, cudaStream_t stream) {
  return emu_of_copy(cudaMemcpy2DAsync(to, (size_t)to_ld * bytes, from, (size_t)from_ld * bytes,
                                       (size_t)rows * bytes, columns, cudaMemcpyHostToDevice, stream));
}
EMU_INLINE cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int bytes, const void *from,
                                               int from_ld, void *to, int to_ld, cudaStream_t stream) {
  return emu_of_copy(cudaMemcpy2DAsync(to, (size_t)to_ld * bytes, from, (size_t)from_ld * bytes,
                                       (size_t)rows * bytes, columns, cudaMemcpyDeviceToHost, stream));
}

#define EMU_BLAS(letter, T_)                                                                                 \
  EMU_INLINE cublasStatus_t cublas##letter##axpy(cublasHandle_t emu_h, int n, const T_ *alpha, const T_ *x,  \
                                                 int x_step, T_ *y, int y_step) {                            \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_update('a', sizeof(T_), n, alpha, (void *)x, x_step, y, y_step);         \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##scal(cublasHandle_t emu_h, int n, const T_ *alpha, T_ *x,        \
                                                 int x_step) {                                               \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_update('s', sizeof(T_), n, alpha, x, x_step, x, x_step);                 \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##copy(cublasHandle_t emu_h, int n, const T_ *x, int x_step,       \
                                                 T_ *y, int y_step) {                                        \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_update('c', sizeof(T_), n, nullptr, (void *)x, x_step, y, y_step);       \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##swap(cublasHandle_t emu_h, int n, T_ *x, int x_step, T_ *y,      \
                                                 int y_step) {                                               \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_update('w', sizeof(T_), n, nullptr, x, x_step, y, y_step);               \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##dot(cublasHandle_t emu_h, int n, const T_ *x, int x_step,        \
                                                const T_ *y, int y_step, T_ *result) {                       \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_reduce('d', sizeof(T_), n, x, x_step, y, y_step, result);                \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##nrm2(cublasHandle_t emu_h, int n, const T_ *x, int x_step,       \
                                                 T_ *result) {                                               \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_reduce('n', sizeof(T_), n, x, x_step, x, x_step, result);                \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##asum(cublasHandle_t emu_h, int n, const T_ *x, int x_step,       \
                                                 T_ *result) {                                               \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_reduce('s', sizeof(T_), n, x, x_step, x, x_step, result);                \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##gemv(cublasHandle_t emu_h, cublasOperation_t across, int m,      \
                                                 int n, const T_ *alpha, const T_ *a, int lda, const T_ *x,  \
                                                 int x_step, const T_ *beta, T_ *y, int y_step) {            \
    return emu_blas_with(emu_h), (cublasStatus_t)emu_blas_gemv(sizeof(T_), across, m, n, alpha, a, lda, x,   \
                                                               x_step, beta, y, y_step);                     \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##geam(                                                            \
      cublasHandle_t emu_h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const T_ *alpha,       \
      const T_ *a, int lda, const T_ *beta, const T_ *b, int ldb, T_ *c, int ldc) {                          \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_geam(sizeof(T_), ta, tb, m, n, alpha, a, lda, beta, b, ldb, c, ldc);     \
  }
EMU_BLAS(S, float)
EMU_BLAS(D, double)
#undef EMU_BLAS

#define EMU_PRODUCTS(letter, T_)                                                                             \
  EMU_INLINE cublasStatus_t cublas##letter##gemm(                                                            \
      cublasHandle_t emu_h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,                 \
      const T_ *alpha, const T_ *a, int lda, const T_ *b, int ldb, const T_ *beta, T_ *c, int ldc) {         \
    const int types[] = {sizeof(T_), sizeof(T_), sizeof(T_), sizeof(T_)};                                    \
    return emu_blas_with(emu_h), (cublasStatus_t)emu_blas_gemm(types, ta, tb, m, n, k, alpha, a, lda, 0, b,  \
                                                               ldb, 0, beta, c, ldc, 0, 1);                  \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##gemmStridedBatched(                                              \
      cublasHandle_t emu_h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,                 \
      const T_ *alpha, const T_ *a, int lda, long long a_stride, const T_ *b, int ldb, long long b_stride,   \
      const T_ *beta, T_ *c, int ldc, long long c_stride, int count) {                                       \
    const int types[] = {sizeof(T_), sizeof(T_), sizeof(T_), sizeof(T_)};                                    \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_gemm(types, ta, tb, m, n, k, alpha, a, lda, a_stride, b, ldb, b_stride,  \
                                         beta, c, ldc, c_stride, count);                                     \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##gemmBatched(                                                     \
      cublasHandle_t emu_h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,                 \
      const T_ *alpha, const T_ *const a[], int lda, const T_ *const b[], int ldb, const T_ *beta,           \
      T_ *const c[], int ldc, int count) {                                                                   \
    const int types[] = {sizeof(T_), sizeof(T_), sizeof(T_), sizeof(T_)};                                    \
    return emu_blas_with(emu_h), (cublasStatus_t)emu_blas_gemm_listed(                                       \
                                     types, ta, tb, m, n, k, alpha, (const void *const *)a, lda,             \
                                     (const void *const *)b, ldb, beta, (void *const *)c, ldc, count);       \
  }
#define EMU_OTHERS(letter, T_)                                                                               \
  EMU_INLINE cublasStatus_t cublas##letter##ger(cublasHandle_t emu_h, int m, int n, const T_ *alpha,         \
                                                const T_ *x, int x_step, const T_ *y, int y_step, T_ *a,     \
                                                int lda) {                                                   \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_ger(sizeof(T_), m, n, alpha, x, x_step, y, y_step, a, lda);              \
  }                                                                                                          \
  EMU_INLINE cublasStatus_t cublas##letter##trsm(                                                            \
      cublasHandle_t emu_h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t across,          \
      cublasDiagType_t diagonal, int m, int n, const T_ *alpha, const T_ *a, int lda, T_ *b, int ldb) {      \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_trsm(sizeof(T_), side == CUBLAS_SIDE_RIGHT,                              \
                                         fill == CUBLAS_FILL_MODE_UPPER, across != CUBLAS_OP_N,              \
                                         diagonal == CUBLAS_DIAG_UNIT, m, n, alpha, a, lda, b, ldb);         \
  }
EMU_PRODUCTS(S, float)
EMU_PRODUCTS(D, double)
EMU_PRODUCTS(H, __half)
EMU_OTHERS(S, float)
EMU_OTHERS(D, double)
#undef EMU_OTHERS
#undef EMU_PRODUCTS

// The numbers by which the emulator knows the types that products are of; 0: none of them.
EMU_INLINE int emu_blas_type(cudaDataType type) {
  return type == CUDA_R_16F    ? 2
         : type == CUDA_R_16BF ? 3
         : type == CUDA_R_32F  ? 4
         : type == CUDA_R_64F  ? 8
                               : 0;
}
EMU_INLINE int emu_blas_type(cublasComputeType_t type) { // of the scalars
  return type == CUBLAS_COMPUTE_64F                                          ? 8
         : type == CUBLAS_COMPUTE_16F || type == CUBLAS_COMPUTE_16F_PEDANTIC ? 2
                                                                             : 4;
}
template <class C_>
EMU_INLINE cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t emu_h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha,
    const void *a, cudaDataType a_type, int lda, long long a_stride, const void *b, cudaDataType b_type,
    int ldb, long long b_stride, const void *beta, void *c, cudaDataType c_type, int ldc, long long c_stride,
    int count, C_ compute, cublasGemmAlgo_t) {
  const int types[] = {emu_blas_type(compute), emu_blas_type(a_type), emu_blas_type(b_type),
                       emu_blas_type(c_type)};
  for (int type : types)
    if (!type) return CUBLAS_STATUS_NOT_SUPPORTED;
  return emu_blas_with(emu_h), (cublasStatus_t)emu_blas_gemm(types, ta, tb, m, n, k, alpha, a, lda, a_stride,
                                                             b, ldb, b_stride, beta, c, ldc, c_stride, count);
}
template <class C_>
EMU_INLINE cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb,
                                       int m, int n, int k, const void *alpha, const void *a,
                                       cudaDataType a_type, int lda, const void *b, cudaDataType b_type,
                                       int ldb, const void *beta, void *c, cudaDataType c_type, int ldc,
                                       C_ compute, cublasGemmAlgo_t algorithm) {
  return cublasGemmStridedBatchedEx(handle, ta, tb, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb, 0,
                                    beta, c, c_type, ldc, 0, 1, compute, algorithm);
}
EMU_INLINE cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb,
                                        int m, int n, int k, const float *alpha, const void *a,
                                        cudaDataType a_type, int lda, const void *b, cudaDataType b_type,
                                        int ldb, const float *beta, void *c, cudaDataType c_type, int ldc) {
  return cublasGemmEx(handle, ta, tb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type, ldc,
                      CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
#define EMU_BLAS_PLACE(name, op, T_)                                                                         \
  EMU_INLINE cublasStatus_t name(cublasHandle_t emu_h, int n, const T_ *x, int x_step, int *result) {        \
    return emu_blas_with(emu_h),                                                                             \
           (cublasStatus_t)emu_blas_reduce(op, sizeof(T_), n, x, x_step, x, x_step, result);                 \
  }
EMU_BLAS_PLACE(cublasIsamax, '>', float)
EMU_BLAS_PLACE(cublasIdamax, '>', double)
EMU_BLAS_PLACE(cublasIsamin, '<', float)
EMU_BLAS_PLACE(cublasIdamin, '<', double)
#undef EMU_BLAS_PLACE

#include "emu_cublas_names.h"

#endif
