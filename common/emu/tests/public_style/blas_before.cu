// cuBLAS's interface of before CUDA 4: <cublas.h>, without a handle.
// shows: cuBLAS | `<cublas.h>`, the interface without handles
#include <cstdio>
#include <cublas.h>

int main() {
  double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4], *A, *B, *C;
  float x[4] = {1, 2, 3, 4}, *X;
  if (cublasInit() != CUBLAS_STATUS_SUCCESS) return 1;
  cublasAlloc(4, sizeof *a, (void **)&A), cublasAlloc(4, sizeof *b, (void **)&B),
      cublasAlloc(4, sizeof *c, (void **)&C);
  cublasStatus status = cublasAlloc(4, sizeof *x, (void **)&X);
  cublasSetMatrix(2, 2, sizeof *a, a, 2, A, 2), cublasSetMatrix(2, 2, sizeof *b, b, 2, B, 2);
  cublasSetVector(4, sizeof *x, x, 1, X, 1);
  cublasDgemm('t', 'T', 2, 2, 2, 1.0, A, 2, B, 2, 0.0, C, 2); // row by row
  cublasGetMatrix(2, 2, sizeof *c, C, 2, c, 2);
  printf("%g %g %g %g\n", c[0], c[2], c[1], c[3]);
  printf("%g %d %g %d\n", cublasSasum(4, X, 1), cublasIsamax(4, X, 1), cublasSnrm2(4, X, 1),
         cublasGetError() + status);
  cublasFree(A), cublasFree(B), cublasFree(C), cublasFree(X);
  cublasShutdown();
}
