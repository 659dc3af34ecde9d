// expect: inefficient 1_overlap global_bytes on emu
// fault: one stream does all the work in order; beside its copies runs a kernel whose results nobody uses.
#include "cluster.h"
__global__ void map(const float *x, float *y, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n) y[i] = cluster_map(x[i]);
}
__global__ void nothing(float *p, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n) p[i] = 1;
}
int cluster_1_overlap(const float *x, int64_t n, int64_t chunk, float *y) {
  if (!n) return 0;
  cudaStream_t s, t;
  float *d, *junk;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaMalloc(&d, 2 * chunk * sizeof(float));
  cudaMalloc(&junk, 2 * chunk * sizeof(float));
  cudaHostRegister((void *)x, n * sizeof(float), cudaHostRegisterDefault);
  cudaHostRegister(y, n * sizeof(float), cudaHostRegisterDefault);
  for (int64_t at = 0; at < n; at += chunk) {
    int64_t m = n - at < chunk ? n - at : chunk;
    nothing<<<(2 * chunk + 255) / 256, 256, 0, t>>>(junk, 2 * chunk); // fault
    cudaMemcpyAsync(d, x + at, m * sizeof(float), cudaMemcpyHostToDevice, s);
    map<<<(m + 255) / 256, 256, 0, s>>>(d, d + chunk, m);
    cudaMemcpyAsync(y + at, d + chunk, m * sizeof(float), cudaMemcpyDeviceToHost, s);
  }
  cudaStreamSynchronize(s);
  cudaStreamSynchronize(t);
  int e = cudaGetLastError();
  cudaHostUnregister((void *)x);
  cudaHostUnregister(y);
  cudaFree(d);
  cudaFree(junk);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  return e;
}
