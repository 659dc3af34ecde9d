// expect: pass 3_shared_tile
// form: dynamic shared memory, B's tile stored transposed with a padded row, a cooperative group's barrier.
#include "gemm.h"
#include <cooperative_groups.h>

static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

__global__ void product(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                        float *c) {
  enum { T = 32, PITCH = T + 1 };
  extern __shared__ float tiles[];
  float *ta = tiles, *tb = tiles + T * PITCH;
  auto block = cooperative_groups::this_thread_block();
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (int l0 = 0; l0 < k; l0 += T) {
    ta[ty * PITCH + tx] = row < m && l0 + tx < k ? a[row * k + l0 + tx] : 0;
    tb[tx * PITCH + ty] = l0 + ty < k && col < n ? b[(l0 + ty) * n + col] : 0;
    block.sync();
    for (int l = 0; l < T; l++) sum += ta[ty * PITCH + l] * tb[tx * PITCH + l];
    block.sync();
  }
  if (row < m && col < n) store(&c[row * n + col], alpha, sum, beta);
}

int gemm_3_shared_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  size_t bytes = 2 * 32 * 33 * sizeof(float);
  product<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32), bytes>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
