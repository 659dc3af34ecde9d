// The leading lane polls for the tile's next turn, but lacks the __syncwarp that hands on to its warp what it has acquired: the
// other lanes have one from the turn before.
// expect: race-shared kernel=rounds at=@fill other=@take
// fixed: __syncwarp behind the leader's fence.
// prints: 0 wrong
#include <cstdio>
#include <cuda_runtime.h>

__global__ void rounds(const int *in, int *out) {
  __shared__ volatile int full, taken;
  __shared__ int tile[32];
  int lane = threadIdx.x % 32, sum = 0;
  if (threadIdx.x == 0) full = taken = 0;
  __syncthreads();
  for (int r = 1; r <= 3; r++) {
    if (threadIdx.x < 32) {
      if (lane == 0) {
        while (taken < r - 1) {
        }
        __threadfence_block();
      }
#ifdef FIXED
      __syncwarp();
#endif
      tile[lane] = in[r * 32 - 32 + lane]; // @fill
      __threadfence_block();
      __syncwarp();
      if (lane == 0) full = r;
    } else {
      while (full < r) {
      }
      __threadfence_block();
      __syncwarp();
      sum += tile[(lane + 1) % 32]; // @take
      __threadfence_block();
      __syncwarp();
      if (lane == 0) taken = r;
    }
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

int main() {
  int in[96], out[32], *a, *b, wrong = 0;
  for (int i = 0; i < 96; i++) in[i] = i;
  cudaMalloc(&a, sizeof in);
  cudaMalloc(&b, sizeof out);
  cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
  rounds<<<1, 64>>>(a, b);
  cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
#ifdef FIXED
  for (int t = 0; t < 32; t++) wrong += out[t] != (t + 1) % 32 * 3 + 96;
#endif
  printf("%d wrong\n", wrong);
  cudaFree(a);
  cudaFree(b);
  return 0;
}
