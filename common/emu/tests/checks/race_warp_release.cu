// A warp hands its results over, but nothing orders the lanes' stores before the fence of the lane that counts; in a
// second kernel the lanes of the waiting warp read without a __syncwarp behind the wait.
// expect: race-global kernel=last_warp at=@read other=@store
// expect: race-global kernel=pipe at=@get other=@put
// fixed: A __syncwarp in front of the fence, and one behind the wait.
// prints: cudaSuccess
#include <cstdio>
#include <cuda_runtime.h>

const int WARPS = 8;

__global__ void last_warp(int *part, int *out, int *count) {
  int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, before = 0;
  part[warp * 32 + lane] = warp + lane; // @store
#ifdef FIXED
  __syncwarp();
#endif
  if (lane == 0) {
    __threadfence();
    before = atomicAdd(count, 1);
  }
  before = __shfl_sync(~0u, before, 0);
  if (before != WARPS - 1) return;
  __threadfence();
  __syncwarp();
  int sum = 0;
  for (int w = 0; w < WARPS; w++) sum += part[w * 32 + (lane + 1) % 32]; // @read
  out[lane] = sum;
}

__global__ void pipe(int *part, int *out, int *flag) {
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    part[lane] = 100 + lane; // @put
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
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = part[31 - lane]; // @get
  }
}

int main() {
  int *part, *out, *count;
  cudaMalloc(&part, WARPS * 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&count, 2 * sizeof(int));
  cudaMemset(count, 0, 2 * sizeof(int));
  last_warp<<<4, 64>>>(part, out, count);
  pipe<<<1, 64>>>(part, out, count + 1);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(part);
  cudaFree(out);
  cudaFree(count);
  return 0;
}
