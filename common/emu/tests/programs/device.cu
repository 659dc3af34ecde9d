// What the device says of itself and of kernels: attributes, more than 48 KiB of shared memory, occupancy.
// shows: the runtime API | `cudaFuncSetAttribute`, more than 48 KiB of shared memory, occupancy
// prints: device: ok
#include "check.h"

__global__ void large(float *out, int n) {
  extern __shared__ float s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = (float)i;
  __syncthreads();
  if (blockIdx.x == 0) out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
template <int n> __global__ void fixed(float *out) {
  __shared__ float s[n];
  s[threadIdx.x] = (float)n;
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  cudaDeviceProp p;
  int v, optin, count;
  CUDA(cudaGetDeviceProperties(&p, 0));
  CUDA(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0));
  expect("multiprocessors", 0, v, p.multiProcessorCount);
  CUDA(cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  expect("opt-in", 0, optin, (int)p.sharedMemPerBlockOptin);
  expect("opt-in beyond 48 KiB", 0, (int)(optin > 48 << 10), 1);
  CUDA(cudaDeviceGetAttribute(&v, cudaDevAttrComputeCapabilityMajor, 0));
  expect("capability", 0, v, p.major);
  CUDA(cudaGetDeviceCount(&count));
  expect("devices", 0, (int)(count >= 1), 1);
  CUDA(cudaDeviceCanAccessPeer(&v, 0, 0));
  expect("peer of itself", 0, v, 0);
  size_t limit;
  CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  CUDA(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  expect("heap limit", 0, (int)(limit >= 16 << 20), 1);

  const int bytes = 100 << 10, n = bytes / 4;
  Both<float> out(256);
  CUDA(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  large<<<2, 256, bytes>>>(out.device, n);
  CUDA(cudaGetLastError());
  out.to_host();
  for (int i = 0; i < 256; i++) expect("large", i, out.host[i], (float)(n - 1 - i));
  expect("too much", 0,
         (int)cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, optin + 1),
         (int)cudaErrorInvalidValue);
  cudaGetLastError();

  cudaFuncAttributes a;
  CUDA(cudaFuncGetAttributes(&a, fixed<256>));
  expect("static shared", 0, (int)a.sharedSizeBytes, 1024);
  expect("threads", 0, a.maxThreadsPerBlock, 1024);
  fixed<256><<<1, 256>>>(out.device);
  out.to_host();
  expect("fixed", 0, out.host[255], 256.0f);

  int blocks, grid, block;
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fixed<256>, 256, 0));
  expect("blocks of 256", 0, blocks, 8);
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, large, 32, 40 << 10));
  expect("blocks of 40 KiB", 0, blocks, (int)(p.sharedMemPerMultiprocessor / (41 << 10)));
  CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fixed<256>, 0, 0));
  expect("potential block", 0, (int)(block >= 256 && block % 32 == 0), 1);
  expect("potential grid", 0, grid % p.multiProcessorCount, 0);
  return finish("device");
}
