// expect: pass 2_boundary
// form: two-dimensional blocks on a two-dimensional grid, numbered row by row, with size_t.
#include "vecadd.h"

__global__ void addKernel(float *__restrict__ C, const float *__restrict__ A, const float *__restrict__ B,
                          size_t N) {
  size_t block = blockIdx.x + (size_t)gridDim.x * blockIdx.y;
  size_t thread = threadIdx.x + threadIdx.y * blockDim.x;
  size_t idx = block * (blockDim.x * blockDim.y) + thread;
  if (idx < N) C[idx] = __ldg(&A[idx]) + __ldg(&B[idx]);
}
int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return cudaSuccess;
  dim3 block(16, 16);
  int64_t blocks = (n + 255) / 256;
  dim3 grid((unsigned)(blocks < 65535 ? blocks : 65535), (unsigned)((blocks + 65534) / 65535));
  addKernel<<<grid, block>>>(c, a, b, n);
  return cudaGetLastError();
}
