// CUB's shuffles in a part of a warp, of values of any size.
// shows: libraries | CUB in kernels: `ShuffleUp`, `ShuffleDown`, `ShuffleIndex`
// compared: H200, CUDA 13.0, 2026-11-24
#include <cstdio>
#include <cub/cub.cuh>

struct Pair {
  double value;
  int lane;
};

__global__ void neighbours(int *out) {
  const unsigned all = 0xffffffff;
  int lane = threadIdx.x;
  Pair mine = {lane * 0.5, lane};
  Pair up = cub::ShuffleUp<16>(mine, 2, 1, all);      // the first lanes of each part keep their own
  Pair down = cub::ShuffleDown<16>(mine, 3, 14, all); // so do the last ones
  Pair fifth = cub::ShuffleIndex<16>(mine, 5, all);
  out[lane] = up.lane + 100 * down.lane + 10000 * fifth.lane;
}

int main() {
  int *d, h[32];
  cudaMalloc(&d, sizeof h);
  neighbours<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i : {0, 2, 3, 11, 12, 15, 16, 19, 31}) printf("%d: %d\n", i, h[i]);
  cudaFree(d);
}
