// The calls of cuBLAS that teaching code makes, against the host's loops.
// shows: cuBLAS | `cublas_v2.h` in single and double precision: axpy, scal, copy, swap, dot, nrm2, asum, amax, amin, gemv, gemm, strided batches, geam, vectors and matrices to and fro
// bug: bad-copy
// options: -lcublas
// compared: H100, CUDA 13.0, 2026-11-23
#include <cmath>
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define CUBLAS(call)                                                                                         \
  do {                                                                                                       \
    cublasStatus_t status = (call);                                                                          \
    if (status != CUBLAS_STATUS_SUCCESS) printf("%s: %d\n", #call, (int)status);                             \
  } while (0)

int main() {
  const int m = 5, n = 4, k = 3;
  float a[m * k], b[k * n], c[m * n], x[6] = {1, -7, 3, 2, 0.5f, 4}, y[6], dot, norm, sum;
  for (int i = 0; i < m * k; i++) a[i] = i % 4 - 1;
  for (int i = 0; i < k * n; i++) b[i] = i % 3 + 0.5f;
  for (int i = 0; i < m * n; i++) c[i] = i;
  float *da, *db, *dc, *dx, *dy, alpha = 2, beta = 0.5f, one = 1, zero = 0;
  int largest, smallest;
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  cudaMalloc(&da, sizeof a), cudaMalloc(&db, sizeof b), cudaMalloc(&dc, sizeof c), cudaMalloc(&dx, sizeof x),
      cudaMalloc(&dy, sizeof x);
  CUBLAS(cublasSetMatrix(m, k, sizeof *a, a, m, da, m));
  CUBLAS(cublasSetMatrix(k, n, sizeof *b, b, k, db, k));
  cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
  CUBLAS(cublasSetVector(6, sizeof *x, x, 1, dx, 1));
  CUBLAS(cublasScopy(handle, 6, dx, 1, dy, 1));
#ifdef BUG
  CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, m, db, k + 1, &beta, dc, m));
#else
  CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, m, db, k, &beta, dc, m));
#endif
  CUBLAS(cublasGetMatrix(m, n, sizeof *c, dc, m, c, m));
  for (int i = 0; i < m * n; i++) printf("%g ", c[i]);
  CUBLAS(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, k, n, m, &one, da, m, dc, m, &zero, db, k));
  cudaMemcpy(b, db, sizeof b, cudaMemcpyDeviceToHost);
  printf("\n");
  for (int i = 0; i < k * n; i++) printf("%g ", b[i]);
  CUBLAS(cublasSaxpy(handle, 6, &alpha, dx, 1, dy, 1));
  CUBLAS(cublasSscal(handle, 3, &beta, dy, 2));
  CUBLAS(cublasSgemv(handle, CUBLAS_OP_N, m, k, &one, da, m, dx, 1, &zero, dy, 1));
  CUBLAS(cublasGetVector(6, sizeof *y, dy, 1, y, 1));
  printf("\n");
  for (int i = 0; i < 6; i++) printf("%g ", y[i]);
  CUBLAS(cublasSdot(handle, 6, dx, 1, dy, 1, &dot));
  CUBLAS(cublasSnrm2(handle, 6, dx, 1, &norm));
  CUBLAS(cublasSasum(handle, 6, dx, 1, &sum));
  CUBLAS(cublasIsamax(handle, 6, dx, 1, &largest));
  CUBLAS(cublasIsamin(handle, 6, dx, 1, &smallest));
  printf("\n%g %.4f %g %d %d\n", dot, norm, sum, largest, smallest);
  CUBLAS(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, k, m, &one, da, m, &zero, da, k, dc, k));
  CUBLAS(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, dx, 2, 1, dy, 2, 0, &zero,
                                   db, 2, 4, 3));
  cudaMemcpy(b, db, sizeof b, cudaMemcpyDeviceToHost);
  cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 12; i++) printf("%g ", b[i]);
  for (int i = 0; i < k * m; i++) printf("%g ", c[i]);
  printf("\n");
  CUBLAS(cublasDestroy(handle));
  cudaFree(da), cudaFree(db), cudaFree(dc), cudaFree(dx), cudaFree(dy);
}
