// expect: inefficient 1_conv1d_naive busiest_block_share on emu
// fault: one block does the work of the whole grid, and all other multiprocessors stand by.
#include "conv.h"
// What block bid of the grid does.
static __device__ void body_convolution_1D_basic_kernel(dim3 bid, const float *N, const float *M, float *P,
                                                        int Mask_Width, int64_t Width) {
  int64_t i = bid.x * (int64_t)blockDim.x + threadIdx.x;
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
__global__ void convolution_1D_basic_kernel(dim3 grid, const float *N, const float *M, float *P,
                                            int Mask_Width, int64_t Width) {
  for (unsigned z = 0; z < grid.z; z++)
    for (unsigned y = 0; y < grid.y; y++)
      for (unsigned x = 0; x < grid.x; x++) {
        body_convolution_1D_basic_kernel(dim3(x, y, z), N, M, P, Mask_Width, Width);
        __syncthreads();
      }
}

int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n == 0) return 0;
  int threads = 1024;
  convolution_1D_basic_kernel<<<1, threads>>>(dim3((n + threads - 1) / threads), in, filter, out,
                                              2 * radius + 1, n); // fault
  return cudaGetLastError();
}
