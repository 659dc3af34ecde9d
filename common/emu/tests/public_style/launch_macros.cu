// Launches whose configuration a macro holds, so that an editor need not read it; helpers that only a host compiler sees.
// shows: launches | `<<<grid, block>>>` in a macro of its own: `kernel ARGS(1, n)(x)`; `#ifndef __CUDACC__` around host functions named as device functions
// compared: H200, CUDA 13.0, 2026-11-24
// bug: out-of-bounds
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <math.h>
#include <stdio.h>

#ifdef __INTELLISENSE__
#define KERNEL_ARGS2(grid, block)
#define KERNEL_ARGS4(grid, block, shared, stream)
#else
#define KERNEL_ARGS2(grid, block)                 <<<grid, block>>>
#define KERNEL_ARGS4(grid, block, shared, stream) <<<grid, block, shared, stream>>>
#endif
#ifndef __CUDACC__ // for the host's compiler, which has none of these
inline float fminf(float a, float b) {
  return a < b ? a : b;
}
inline int max(int a, int b) {
  return a > b ? a : b;
}
inline float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
#endif
inline __device__ __host__ float clamp(float f, float a, float b) {
  return fmaxf(a, fminf(f, b));
}

template <typename T> __global__ void scale(T *x, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef BUG
  if (i <= n) x[i] = clamp(x[i] * by, 0, 50);
#else
  if (i < n) x[i] = clamp(x[i] * by, 0, 50);
#endif
}
namespace tools {
__global__ void reverse(float *x, const int &n) {
  extern __shared__ float s[];
  int i = threadIdx.x;
  s[i] = x[i] * rsqrtf(max(4, 3));
  __syncthreads();
  x[i] = s[n - 1 - i];
}
} // namespace tools

int main() {
  float *x, h[64];
  int *n;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, sizeof h);
  cudaMallocManaged(&n, sizeof *n);
  *n = 64;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  scale<float> KERNEL_ARGS2(dim3(2), dim3(64))(x, 2, 64);
  cudaDeviceSynchronize();
  tools::reverse KERNEL_ARGS4(1, 64, sizeof h, stream)(x, *n);
  cudaStreamSynchronize(stream);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", h[0], h[43], h[63]);
  cudaStreamDestroy(stream);
  cudaFree(x), cudaFree(n);
}
