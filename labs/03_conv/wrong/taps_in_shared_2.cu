// expect: inefficient 2_constant_memory constant_load_requests on emu
// fault: the taps lie in shared memory; one warp reads those in constant memory, and throws them away.
#include "conv.h"
#define MAX_MASK_WIDTH 129
__constant__ float Mc[MAX_MASK_WIDTH];
__device__ float sink;
__global__ void convolution_1D_basic_kernel(const float *N, const float *F, float *P, int Mask_Width,
                                            int Width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float M[MAX_MASK_WIDTH];
  if (threadIdx.x < Mask_Width) M[threadIdx.x] = F[threadIdx.x];
  if (blockIdx.x == 0 && threadIdx.x < 32) {
    float s = 0;
    for (int j = 0; j < Mask_Width; j++) s += Mc[j]; // fault
    if (s == 1e30f) sink = s;
  }
  __syncthreads();
  if (i >= Width) return;
  float Pvalue = 0;
  int N_start_point = i - (Mask_Width / 2);
  for (int j = 0; j < Mask_Width; j++) {
    if (N_start_point + j >= 0 && N_start_point + j < Width) Pvalue += N[N_start_point + j] * M[j];
  }
  P[i] = Pvalue;
}
int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  cudaError_t e =
      cudaMemcpyToSymbol(Mc, filter, (2 * radius + 1) * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  if (e != cudaSuccess) return e;
  if (n == 0) return 0;
  dim3 block(1024), grid((n + 1023) / 1024);
  convolution_1D_basic_kernel<<<grid, block>>>(in, filter, out, 2 * radius + 1, n);
  return cudaGetLastError();
}
