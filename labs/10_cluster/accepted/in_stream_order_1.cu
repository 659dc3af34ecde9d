// expect: pass 1_overlap
// form: four streams, whose room is allocated and freed in their order; a grid that walks along the chunk.
#include "cluster.h"
#include <cuda_runtime.h>
__global__ void go(float *v, int64_t n) {
  for (int64_t i = threadIdx.x + blockIdx.x * 64ll; i < n; i += gridDim.x * 64ll) v[i] = cluster_map(v[i]);
}
int cluster_1_overlap(const float *x, int64_t n, int64_t chunk, float *y) {
  enum { S = 4 };
  if (!n) return 0;
  cudaStream_t s[S];
  float *d[S];
  cudaHostRegister((void *)x, n * 4, cudaHostRegisterDefault);
  cudaHostRegister(y, n * 4, cudaHostRegisterDefault);
  for (auto &e : s) cudaStreamCreateWithFlags(&e, cudaStreamNonBlocking);
  for (int i = 0; i < S; ++i) cudaMallocAsync(&d[i], chunk * 4, s[i]);
  for (int64_t c = 0; c * chunk < n; ++c) {
    int k = c % S;
    int64_t len = min(chunk, n - c * chunk);
    cudaMemcpyAsync(d[k], x + c * chunk, len * 4, cudaMemcpyHostToDevice, s[k]);
    go<<<8, 64, 0, s[k]>>>(d[k], len);
    cudaMemcpyAsync(y + c * chunk, d[k], len * 4, cudaMemcpyDeviceToHost, s[k]);
  }
  for (int i = 0; i < S; ++i) cudaFreeAsync(d[i], s[i]), cudaStreamSynchronize(s[i]), cudaStreamDestroy(s[i]);
  cudaHostUnregister(y);
  cudaHostUnregister((void *)x);
  return cudaGetLastError();
}
