// cuBLAS's calls by both of their names, through a macro, its versions and the names of its statuses.
// shows: cuBLAS | both names of a call (`cublasSgemm_v2`), `cublasGetStatusName`, `CUBLAS_VERSION`
// prints: 1 2 3 4
// prints: 2 4 30 1
// prints: CUBLAS_STATUS_SUCCESS 130100 1
#include <cstdio>
#include <cublas_api.h>
#include <cublas_v2.h>

#define BLAS(name) cublas##name##_v2

int main() {
  cublasHandle_t handle;
  float a[4] = {1, 2, 3, 4}, b[4] = {1, 0, 0, 1}, c[4], *A, *B, *C, one = 1, zero = 0, two = 2, dot = 0;
  int place = 0, version = 0;
  if (cublasCreate_v2(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  cudaMalloc(&A, 16), cudaMalloc(&B, 16), cudaMalloc(&C, 16);
  cublasSetVector(4, 4, a, 1, A, 1), cublasSetVector(4, 4, b, 1, B, 1);
  cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_HOST);
  cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, A, 2, B, 2, &zero, C, 2);
  cublasGetVector(4, 4, C, 1, c, 1);
  printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
  BLAS(Sdot)(handle, 4, A, 1, A, 1, &dot);
  BLAS(Isamin)(handle, 4, A, 1, &place);
  cublasSscal(handle, 4, &two, A, 1);
  cublasGetVector(2, 4, A, 1, c, 1);
  printf("%g %g %g %d\n", c[0], c[1], dot, place);
  cublasGetVersion_v2(handle, &version);
  printf("%s %d %d\n", cublasGetStatusName(CUBLAS_STATUS_SUCCESS), version,
         CUBLAS_VER_MAJOR >= 11 && CUBLAS_VERSION == version);
  cublasDestroy_v2(handle);
  cudaFree(A), cudaFree(B), cudaFree(C);
}
