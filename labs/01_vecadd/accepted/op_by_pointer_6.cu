// expect: pass 6_fused_relu
// form: the function is a template argument, a pointer to a device function; four elements a thread, a grid apart.
#include "vecadd.h"

__device__ float addOne(float v) {
  return v + 1.0f;
}
__device__ float relu(float v) {
  return v < 0.0f ? 0.0f : v;
}
typedef float (*unary)(float);
template <unary f, unary g>
__global__ void map(const float *__restrict__ x, float *__restrict__ y, int64_t n) {
  const int64_t stride = (int64_t)blockDim.x * gridDim.x;
  for (int64_t i = threadIdx.x + (int64_t)blockIdx.x * blockDim.x; i < n; i += stride) y[i] = g(f(x[i]));
}
int vecadd_6_fused_relu(const float *x, float *y, int64_t n) {
  if (n == 0) return 0;
  const int threads = 128;
  int64_t blocks = (n + 4 * threads - 1) / (4 * threads);
  map<addOne, relu><<<(unsigned)blocks, threads>>>(x, y, n);
  return cudaGetLastError();
}
