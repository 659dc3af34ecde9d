// expect: inefficient 1_conv1d_naive warp_balance on emu
// fault: one warp of each block of 1024 threads has outputs, and 31 return.
#include "conv.h"
__global__ void convolution_1D_basic_kernel(const float *N, const float *M, float *P, int Mask_Width,
                                            int64_t Width) {
  if (threadIdx.x >= 32) return; // fault
  int64_t i = blockIdx.x * 32LL + threadIdx.x;
  float Pvalue = 0;
  int64_t N_start_point = i - (Mask_Width / 2);
  if (i < Width) {
    for (int j = 0; j < Mask_Width; j++) {
      if (N_start_point + j >= 0 && N_start_point + j < Width) {
        Pvalue += N[N_start_point + j] * M[j];
      }
    }
    P[i] = Pvalue;
  }
}
int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n == 0) return 0;
  int threads = 1024;
  convolution_1D_basic_kernel<<<(n + 31) / 32, threads>>>(in, filter, out, 2 * radius + 1, n);
  return cudaGetLastError();
}
