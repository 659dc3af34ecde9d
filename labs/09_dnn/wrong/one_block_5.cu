// expect: inefficient 5_rms_norm_residual busiest_block_share on emu
// fault: one block does the work of the whole grid, and all other multiprocessors stand by.
#include "dnn.h"
#include "block.cuh"
// What block bid of the grid does.
static __device__ void body_fused_add_rms_norm(dim3 bid, dnn_bf16 *out, const dnn_bf16 *input,
                                               dnn_bf16 *residual, const dnn_bf16 *weight, float epsilon,
                                               int hidden) {
  __shared__ float s_variance;
  float variance = 0;
  for (int idx = threadIdx.x; idx < hidden; idx += blockDim.x) {
    dnn_bf16 z = __float2bfloat16(__bfloat162float(input[(size_t)bid.x * hidden + idx]) +
                                  __bfloat162float(residual[(size_t)bid.x * hidden + idx]));
    float x = __bfloat162float(z);
    variance += x * x;
    residual[(size_t)bid.x * hidden + idx] = z;
  }
  variance = block_sum(variance);
  if (threadIdx.x == 0) s_variance = rsqrtf(variance / hidden + epsilon);
  __syncthreads();
  for (int idx = threadIdx.x; idx < hidden; idx += blockDim.x) {
    float x = __bfloat162float(residual[(size_t)bid.x * hidden + idx]);
    out[(size_t)bid.x * hidden + idx] = __float2bfloat16(x * s_variance * __bfloat162float(weight[idx]));
  }
}
__global__ void fused_add_rms_norm(dim3 grid, dnn_bf16 *out, const dnn_bf16 *input, dnn_bf16 *residual,
                                   const dnn_bf16 *weight, float epsilon, int hidden) {
  for (unsigned z = 0; z < grid.z; z++)
    for (unsigned y = 0; y < grid.y; y++)
      for (unsigned x = 0; x < grid.x; x++) {
        body_fused_add_rms_norm(dim3(x, y, z), out, input, residual, weight, epsilon, hidden);
        __syncthreads();
      }
}

int dnn_5_rms_norm_residual(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t rows,
                            int64_t columns, float eps, dnn_bf16 *out) {
  if (rows) fused_add_rms_norm<<<1, 256>>>(dim3(rows), out, x, residual, weight, eps, columns); // fault
  return cudaGetLastError();
}
