// expect: pass 1_overlap
// form: a stream in, a stream for the kernels, a stream out; two rooms; events hand each chunk on.
#include "cluster.h"
#include <cuda_runtime.h>

__global__ void each(const float *in, float *out, int64_t n) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = cluster_map(in[i]);
}

enum { ROOMS = 2 };

int cluster_1_overlap(const float *x, int64_t n, int64_t chunk, float *y) {
  if (n == 0) return 0;
  float *room[ROOMS], *done[ROOMS];
  cudaStream_t in, compute, out;
  cudaEvent_t arrived[ROOMS], computed[ROOMS], left[ROOMS];
  cudaHostRegister((void *)x, n * sizeof(float), 0);
  cudaHostRegister(y, n * sizeof(float), 0);
  cudaStreamCreate(&in);
  cudaStreamCreate(&compute);
  cudaStreamCreate(&out);
  for (int k = 0; k < ROOMS; k++) {
    cudaMalloc(&room[k], chunk * sizeof(float));
    cudaMalloc(&done[k], chunk * sizeof(float));
    cudaEventCreate(&arrived[k]);
    cudaEventCreate(&computed[k]);
    cudaEventCreate(&left[k]);
  }
  for (int64_t k = 0; k * chunk < n; k++) {
    int r = k % ROOMS;
    int64_t count = n - k * chunk < chunk ? n - k * chunk : chunk;
    cudaStreamWaitEvent(in, computed[r], 0); // the first time around they are not recorded: no wait
    cudaMemcpyAsync(room[r], x + k * chunk, count * sizeof(float), cudaMemcpyHostToDevice, in);
    cudaEventRecord(arrived[r], in);
    cudaStreamWaitEvent(compute, arrived[r], 0);
    cudaStreamWaitEvent(compute, left[r], 0);
    each<<<4, 256, 0, compute>>>(room[r], done[r], count);
    cudaEventRecord(computed[r], compute);
    cudaStreamWaitEvent(out, computed[r], 0);
    cudaMemcpyAsync(y + k * chunk, done[r], count * sizeof(float), cudaMemcpyDeviceToHost, out);
    cudaEventRecord(left[r], out);
  }
  cudaError_t error = cudaDeviceSynchronize();
  for (int k = 0; k < ROOMS; k++) {
    cudaFree(room[k]);
    cudaFree(done[k]);
    cudaEventDestroy(arrived[k]);
    cudaEventDestroy(computed[k]);
    cudaEventDestroy(left[k]);
  }
  cudaStreamDestroy(in);
  cudaStreamDestroy(compute);
  cudaStreamDestroy(out);
  cudaHostUnregister(y);
  cudaHostUnregister((void *)x);
  return error;
}
