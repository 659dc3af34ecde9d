// What warps do together: scans by shuffles, ballots, aggregated atomics, matches, reductions, broadcasts.
// shows: intrinsics | shuffle scans and butterflies, ballots, matches, aggregated atomics, `__reduce_add_sync`
// compared: H200, CUDA 13.0, 2026-11-24
// bug: warp-sync-mask
#include <stdio.h>
#define FULL 0xffffffffu

__device__ int warp_scan(int x) {
  int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d <<= 1) {
    int y = __shfl_up_sync(FULL, x, d);
    if (lane >= d) x += y;
  }
  return x;
}
__device__ int aggregated(int *counter) {
  unsigned mask = __activemask();
  int leader = __ffs(mask) - 1, lane = threadIdx.x % warpSize, base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(mask));
  base = __shfl_sync(mask, base, leader);
  return base + __popc(mask & ((1u << lane) - 1));
}
__global__ void tricks(int *out, int *counter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int butterfly = i;
  for (int m = 16; m; m >>= 1) butterfly = max(butterfly, __shfl_xor_sync(FULL, butterfly, m));
  int *mine = out + i * 8;
  mine[0] = warp_scan(1);
  mine[1] = butterfly;
  mine[2] = __popc(__ballot_sync(FULL, i % 3 == 0));
  mine[3] = __all_sync(FULL, i >= 0) + 2 * __any_sync(FULL, lane == 31);
  mine[4] = __popc(__match_any_sync(FULL, lane / 5));
  mine[5] = __reduce_add_sync(FULL, lane);
  mine[6] = __shfl_down_sync(FULL, lane, 1, 8);
  mine[7] = -1;
  if (i % 2) mine[7] = aggregated(counter);
#ifdef BUG
  if (lane < 16) mine[6] = __shfl_down_sync(FULL, lane, 1);
#endif
}

int main() {
  int *d, h[64 * 8], *counter, sum = 0;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  tricks<<<2, 32>>>(d, counter);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i : {0, 31, 45}) {
    for (int k = 0; k < 7; k++) printf("%d ", h[i * 8 + k]);
    printf("\n");
  }
  for (int i = 0; i < 64; i++) sum += h[i * 8 + 7];
  printf("%d\n", sum); // 0 to 31 once each, 32 of -1
  cudaFree(d);
  cudaFree(counter);
}
