// expect: pass 1_overlap
// form: the whole arrays on the device, four streams, first all copies in, then all kernels, then all copies out.
#include "cluster.h"
#include <cuda_runtime.h>

__global__ void part(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = cluster_map(in[i]);
}

int cluster_1_overlap(const float *x, int64_t n, int64_t chunk, float *y) {
  if (n == 0) return 0;
  float *dx, *dy;
  cudaStream_t stream[4];
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaHostRegister((void *)x, n * sizeof(float), cudaHostRegisterDefault);
  cudaHostRegister(y, n * sizeof(float), cudaHostRegisterDefault);
  for (int k = 0; k < 4; k++) cudaStreamCreate(&stream[k]);
  int64_t chunks = (n + chunk - 1) / chunk;
  for (int pass = 0; pass < 3; pass++)
    for (int64_t c = 0; c < chunks; c++) {
      int64_t first = c * chunk, count = c == chunks - 1 ? n - first : chunk;
      cudaStream_t s = stream[c % 4];
      if (pass == 0) cudaMemcpyAsync(dx + first, x + first, count * 4, cudaMemcpyHostToDevice, s);
      if (pass == 1) part<<<(int)(count + 63) / 64, 64, 0, s>>>(dx + first, dy + first, (int)count);
      if (pass == 2) cudaMemcpyAsync(y + first, dy + first, count * 4, cudaMemcpyDeviceToHost, s);
    }
  for (int k = 0; k < 4; k++) {
    cudaStreamSynchronize(stream[k]);
    cudaStreamDestroy(stream[k]);
  }
  cudaHostUnregister((void *)x);
  cudaHostUnregister(y);
  cudaFree(dx);
  cudaFree(dy);
  return cudaGetLastError();
}
