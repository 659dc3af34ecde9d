// Warps hand their results over: the lanes store, __syncwarp, one lane fences and counts; the warp that counts last
// reads everything. In a second kernel all lanes fence before the __syncwarp; in a third the consumer is a warp of
// the same block, whose first lane waits for the flag.
// prints: 36 28 31
#include <cstdio>
#include <cuda_runtime.h>

const int WARPS = 8;

__global__ void last_warp(int *part, int *out, int *count) {
  int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, before = 0;
  part[warp * 32 + lane] = warp + lane;
  __syncwarp();
  if (lane == 0) {
    __threadfence();
    before = atomicAdd(count, 1);
  }
  before = __shfl_sync(~0u, before, 0);
  if (before != WARPS - 1) return;
  __threadfence();
  __syncwarp();
  int sum = 0;
  for (int w = 0; w < WARPS; w++) sum += part[w * 32 + (lane + 1) % 32];
  out[lane] = sum;
}

__global__ void all_fence(int *part, int *out, int *count) {
  int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, before = 0;
  part[warp * 32 + lane] = warp + lane;
  __threadfence();
  __syncwarp();
  if (lane == 0) before = atomicAdd(count, 1);
  before = __shfl_sync(~0u, before, 0);
  __syncwarp();
  if (before != WARPS - 1) return;
  int sum = 0;
  for (int w = 0; w < WARPS; w++) sum += part[w * 32 + (lane + 1) % 32];
  out[lane] = sum;
}

__global__ void pipe(int *part, int *out, int *flag) {
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    part[lane] = lane;
    __syncwarp();
    if (lane == 0) {
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (lane == 0) {
      while (atomicAdd(flag, 0) == 0) {
      }
      __threadfence();
    }
    __syncwarp();
    out[lane] = part[31 - lane];
  }
}

int main() {
  int *part, *out, *count, h[3][32];
  cudaMalloc(&part, WARPS * 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&count, 3 * sizeof(int));
  cudaMemset(count, 0, 3 * sizeof(int));
  last_warp<<<4, 64>>>(part, out, count);
  cudaMemcpy(h[0], out, sizeof h[0], cudaMemcpyDeviceToHost);
  all_fence<<<4, 64>>>(part, out, count + 1);
  cudaMemcpy(h[1], out, sizeof h[1], cudaMemcpyDeviceToHost);
  pipe<<<1, 64>>>(part, out, count + 2);
  cudaMemcpy(h[2], out, sizeof h[2], cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0][0], h[1][31], h[2][0]); // 8 * 1 + 28, 28, 31
  cudaFree(part);
  cudaFree(out);
  cudaFree(count);
  return h[0][0] != 36 || h[1][31] != 28 || h[2][0] != 31;
}
