// expect: inefficient 7_bitonic warp_balance on emu
// fault: one warp of the block makes all comparisons of the network; 31 warps load and store.
#include "sort.h"
#define sort_7_bitonic reference
#include "../solution.cu"
#undef sort_7_bitonic

__global__ void one_warp_kernel(const int *in, int64_t n, int *out) {
  __shared__ int s[SORT_TILE];
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : INT32_MAX;
  __syncthreads();
  if (threadIdx.x < WARP) { // fault
    for (int length = 2; length <= SORT_TILE; length *= 2)
      for (int distance = length / 2; distance > 0; distance /= 2) {
        for (int k = threadIdx.x; k < SORT_TILE / 2; k += WARP) {
          int low = k / distance * 2 * distance + k % distance, high = low + distance;
          if ((s[low] > s[high]) != ((low & length) == 0)) continue;
          int x = s[low];
          s[low] = s[high];
          s[high] = x;
        }
        __syncwarp();
      }
  }
  __syncthreads();
  if (i < n) out[i] = s[threadIdx.x];
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n == 0) return 0;
  one_warp_kernel<<<blocks_of(n, SORT_TILE), SORT_TILE>>>(in, n, out);
  return cudaGetLastError();
}
