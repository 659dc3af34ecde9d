// expect: rejected 9_im2col_gemm
// fault: [library] calls the library that the lab is measured against.
#include "conv.h"
#define conv_9_im2col_gemm reference
#include "../solution.cu"
#undef conv_9_im2col_gemm
#include <cublas_v2.h> // fault

int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out) {
  (void)in, (void)n, (void)c, (void)h, (void)w, (void)filter, (void)f, (void)radius, (void)scratch, (void)out;
  cublasHandle_t handle;
  return cublasCreate(&handle);
}
