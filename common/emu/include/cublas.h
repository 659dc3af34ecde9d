// cuBLAS's interface of before CUDA 4: no handle, scalars by value, results returned, an error to be asked for.
#ifndef CUBLAS_H_
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error "It is an error to include both cublas.h and cublas_v2.h"
#endif
#include "cublas_v2.h"

#define cublasStatus cublasStatus_t

struct emu_blas_legacy {
  cublasHandle_t handle;
  cublasStatus_t error;
};
EMU_INLINE emu_blas_legacy &emu_legacy() {
  static emu_blas_legacy state = {nullptr, CUBLAS_STATUS_SUCCESS};
  if (!state.handle) cublasCreate(&state.handle);
  return state;
}
EMU_INLINE cublasStatus_t emu_legacy_note(cublasStatus_t status) {
  if (status) emu_legacy().error = status;
  return status;
}
EMU_INLINE cublasOperation_t emu_legacy_operation(char c) {
  return c == 'n' || c == 'N' ? CUBLAS_OP_N : c == 't' || c == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
}

EMU_INLINE cublasStatus_t cublasInit() {
  return emu_legacy().handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
EMU_INLINE cublasStatus_t cublasShutdown() {
  emu_blas_legacy &state = emu_legacy();
  cublasStatus_t status = cublasDestroy(state.handle);
  state.handle = nullptr;
  return status;
}
EMU_INLINE cublasStatus_t cublasGetError() {
  cublasStatus_t last = emu_legacy().error;
  emu_legacy().error = CUBLAS_STATUS_SUCCESS;
  return last;
}
EMU_INLINE cublasStatus_t cublasGetVersion(int *version) {
  return cublasGetVersion(emu_legacy().handle, version);
}
template <class T_> EMU_INLINE cublasStatus_t cublasAlloc(int n, int bytes, T_ **to) {
  return cudaMalloc((void **)to, (size_t)n * bytes) ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}
EMU_INLINE cublasStatus_t cublasFree(void *p) {
  return cudaFree(p) ? CUBLAS_STATUS_INTERNAL_ERROR : CUBLAS_STATUS_SUCCESS;
}
EMU_INLINE cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
  return cublasSetStream(emu_legacy().handle, stream);
}

#define EMU_LEGACY(letter, T_)                                                                               \
  EMU_INLINE void cublas##letter##axpy(int n, T_ alpha, const T_ *x, int x_step, T_ *y, int y_step) {        \
    emu_legacy_note(cublas##letter##axpy(emu_legacy().handle, n, &alpha, x, x_step, y, y_step));             \
  }                                                                                                          \
  EMU_INLINE void cublas##letter##scal(int n, T_ alpha, T_ *x, int x_step) {                                 \
    emu_legacy_note(cublas##letter##scal(emu_legacy().handle, n, &alpha, x, x_step));                        \
  }                                                                                                          \
  EMU_INLINE void cublas##letter##copy(int n, const T_ *x, int x_step, T_ *y, int y_step) {                  \
    emu_legacy_note(cublas##letter##copy(emu_legacy().handle, n, x, x_step, y, y_step));                     \
  }                                                                                                          \
  EMU_INLINE void cublas##letter##swap(int n, T_ *x, int x_step, T_ *y, int y_step) {                        \
    emu_legacy_note(cublas##letter##swap(emu_legacy().handle, n, x, x_step, y, y_step));                     \
  }                                                                                                          \
  EMU_INLINE T_ cublas##letter##dot(int n, const T_ *x, int x_step, const T_ *y, int y_step) {               \
    T_ result = 0;                                                                                           \
    emu_legacy_note(cublas##letter##dot(emu_legacy().handle, n, x, x_step, y, y_step, &result));             \
    return result;                                                                                           \
  }                                                                                                          \
  EMU_INLINE T_ cublas##letter##nrm2(int n, const T_ *x, int x_step) {                                       \
    T_ result = 0;                                                                                           \
    emu_legacy_note(cublas##letter##nrm2(emu_legacy().handle, n, x, x_step, &result));                       \
    return result;                                                                                           \
  }                                                                                                          \
  EMU_INLINE T_ cublas##letter##asum(int n, const T_ *x, int x_step) {                                       \
    T_ result = 0;                                                                                           \
    emu_legacy_note(cublas##letter##asum(emu_legacy().handle, n, x, x_step, &result));                       \
    return result;                                                                                           \
  }                                                                                                          \
  EMU_INLINE void cublas##letter##gemv(char across, int m, int n, T_ alpha, const T_ *a, int lda,            \
                                       const T_ *x, int x_step, T_ beta, T_ *y, int y_step) {                \
    emu_legacy_note(cublas##letter##gemv(emu_legacy().handle, emu_legacy_operation(across), m, n, &alpha, a, \
                                         lda, x, x_step, &beta, y, y_step));                                 \
  }                                                                                                          \
  EMU_INLINE void cublas##letter##ger(int m, int n, T_ alpha, const T_ *x, int x_step, const T_ *y,          \
                                      int y_step, T_ *a, int lda) {                                          \
    emu_legacy_note(cublas##letter##ger(emu_legacy().handle, m, n, &alpha, x, x_step, y, y_step, a, lda));   \
  }                                                                                                          \
  EMU_INLINE void cublas##letter##gemm(char ta, char tb, int m, int n, int k, T_ alpha, const T_ *a,         \
                                       int lda, const T_ *b, int ldb, T_ beta, T_ *c, int ldc) {             \
    emu_legacy_note(cublas##letter##gemm(emu_legacy().handle, emu_legacy_operation(ta),                      \
                                         emu_legacy_operation(tb), m, n, k, &alpha, a, lda, b, ldb, &beta,   \
                                         c, ldc));                                                           \
  }                                                                                                          \
  EMU_INLINE void cublas##letter##trsm(char side, char fill, char across, char diagonal, int m, int n,       \
                                       T_ alpha, const T_ *a, int lda, T_ *b, int ldb) {                     \
    emu_legacy_note(cublas##letter##trsm(                                                                    \
        emu_legacy().handle, side == 'r' || side == 'R' ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT,              \
        fill == 'u' || fill == 'U' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER,                        \
        emu_legacy_operation(across),                                                                        \
        diagonal == 'u' || diagonal == 'U' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, m, n, &alpha, a, lda,  \
        b, ldb));                                                                                            \
  }
EMU_LEGACY(S, float)
EMU_LEGACY(D, double)
#undef EMU_LEGACY

#define EMU_LEGACY_PLACE(name, T_)                                                                           \
  EMU_INLINE int name(int n, const T_ *x, int x_step) {                                                      \
    int result = 0;                                                                                          \
    emu_legacy_note(name(emu_legacy().handle, n, x, x_step, &result));                                       \
    return result;                                                                                           \
  }
EMU_LEGACY_PLACE(cublasIsamax, float)
EMU_LEGACY_PLACE(cublasIdamax, double)
EMU_LEGACY_PLACE(cublasIsamin, float)
EMU_LEGACY_PLACE(cublasIdamin, double)
#undef EMU_LEGACY_PLACE

#endif
