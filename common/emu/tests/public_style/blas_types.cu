// Products in half precision and of mixed types, lists of matrices, triangles.
// shows: cuBLAS | `cublasGemmEx` of half, bfloat16, float and double, `cublasHgemm`, batches by pointers, `ger`, `trsm`
// options: -lcublas
// compared: H200, CUDA 13.0, 2026-11-24
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>

enum { N = 8 };

template <class T> T *filled(int step, int modulus) {
  T *p;
  cudaMallocManaged(&p, N * N * sizeof(T));
  for (int i = 0; i < N * N; i++) p[i] = T(float(i * step % modulus - modulus / 2));
  return p;
}

template <class A, class C>
void product(cublasHandle_t handle, const char *name, cudaDataType a_type, cudaDataType c_type) {
  A *a = filled<A>(5, 7), *b = filled<A>(3, 11);
  C *c = filled<C>(1, 5);
  float alpha = 0.5f, beta = 1;
  cublasStatus_t status =
      cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, N, N, N, &alpha, a, a_type, N, b, a_type, N, &beta, c,
                   c_type, N, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cudaDeviceSynchronize();
  printf("%s: %d %g %g %g\n", name, status, (double)(float)c[0], (double)(float)c[N + 3],
         (double)(float)c[N * N - 1]);
  cudaFree(a), cudaFree(b), cudaFree(c);
}

// The largest difference between op(A) X, or X op(A), and B.
void triangle(cublasHandle_t handle) {
  double worst = 0;
  for (int form = 0; form < 16; form++) {
    bool right = form & 1, upper = form & 2, across = form & 4, unit = form & 8;
    double *a = filled<double>(5, 7), *x = filled<double>(3, 11), b[N * N], alpha = 2;
    for (int i = 0; i < N; i++) a[i + i * N] = 4 + i;
    for (int i = 0; i < N * N; i++) b[i] = x[i];
    cublasDtrsm(handle, right ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT,
                upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER, across ? CUBLAS_OP_T : CUBLAS_OP_N,
                unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, N, N, &alpha, a, N, x, N);
    cudaDeviceSynchronize();
    auto element = [&](int i, int j) {
      if (across) {
        int k = i;
        i = j, j = k;
      }
      return i == j ? (unit ? 1 : a[i + i * N]) : (upper ? i < j : i > j) ? a[i + j * N] : 0;
    };
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        double sum = 0, size = 1;
        for (int p = 0; p < N; p++) {
          double term = right ? x[i + p * N] * element(p, j) : element(i, p) * x[p + j * N];
          sum += term, size += fabs(term);
        }
        worst = fmax(worst, fabs(sum - alpha * b[i + j * N]) / size);
      }
    cudaFree(a), cudaFree(x);
  }
  printf("triangles: %s\n", worst < 1e-12 ? "solved" : "not solved");
}

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  product<__half, float>(handle, "half to float", CUDA_R_16F, CUDA_R_32F);
  product<__half, __half>(handle, "half", CUDA_R_16F, CUDA_R_16F);
  product<__nv_bfloat16, float>(handle, "bfloat16 to float", CUDA_R_16BF, CUDA_R_32F);
  product<float, float>(handle, "float", CUDA_R_32F, CUDA_R_32F);
  __half *a = filled<__half>(5, 7), *b = filled<__half>(3, 11), *c = filled<__half>(1, 5), one = 1.0f,
         zero = 0.0f;
  cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &one, a, N, b, N, &zero, c, N);
  cudaDeviceSynchronize();
  printf("Hgemm: %g %g\n", (float)c[0], (float)c[N * N - 1]);
  float *u = filled<float>(2, 9), *v = filled<float>(4, 13), *w = filled<float>(1, 3), alpha = 1, beta = 0,
        **list;
  cudaMallocManaged(&list, 6 * sizeof *list);
  list[0] = u, list[1] = v, list[2] = v, list[3] = u, list[4] = w, list[5] = w + 16;
  cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &alpha, list, 4, list + 2, 4, &beta, list + 4,
                     4, 2);
  cudaDeviceSynchronize();
  printf("batched: %g %g %g\n", w[0], w[15], w[31]);
  cublasSger(handle, N, N, &alpha, u, 1, v, 2, w, N);
  cudaDeviceSynchronize();
  printf("ger: %g %g\n", w[0], w[N * N - 1]);
  triangle(handle);
  cublasDestroy(handle);
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(u), cudaFree(v), cudaFree(w), cudaFree(list);
}
