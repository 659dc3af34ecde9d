// Differences of neighbouring items of a block's tile: to the left, to the right, of a part of the tile, beyond its edge.
// shows: libraries | CUB in kernels: `BlockAdjacentDifference`
// bug: race-shared
#include <cub/block/block_adjacent_difference.cuh>
#include <stdio.h>

const int THREADS = 64, ITEMS = 3, TILE = THREADS * ITEMS, FORMS = 7;

struct Minus {
  __device__ int operator()(int a, int b) const {
    return a - b;
  }
};

__global__ void differences(const int *in, int valid, int *out) {
  typedef cub::BlockAdjacentDifference<int, THREADS> Differences;
  __shared__ typename Differences::TempStorage temp;
  for (int form = 0; form < FORMS; form++) {
    int v[ITEMS], d[ITEMS];
    for (int i = 0; i < ITEMS; i++) v[i] = in[threadIdx.x * ITEMS + i];
    if (form == 0) Differences(temp).SubtractLeft(v, v, Minus());
    if (form == 1) Differences(temp).SubtractLeft(v, d, Minus(), 1000);
    if (form == 2) Differences(temp).SubtractLeftPartialTile(v, d, Minus(), valid);
    if (form == 3) Differences(temp).SubtractLeftPartialTile(v, d, Minus(), valid, 1000);
    if (form == 4) Differences(temp).SubtractRight(v, v, Minus());
    if (form == 5) Differences(temp).SubtractRight(v, d, Minus(), 1000);
    if (form == 6) Differences(temp).SubtractRightPartialTile(v, d, Minus(), valid);
    for (int i = 0; i < ITEMS; i++) out[form * TILE + threadIdx.x * ITEMS + i] = form % 4 ? d[i] : v[i];
#ifndef BUG
    __syncthreads();
#endif
  }
}

int main() {
  const int valid = 100;
  int h[TILE], got[FORMS][TILE], *in, *out, wrong = 0;
  for (int i = 0; i < TILE; i++) h[i] = i * i % 257;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof got);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  differences<<<1, THREADS>>>(in, valid, out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  for (int i = 1; i + 1 < TILE; i++) {
    int left = h[i] - h[i - 1], right = h[i] - h[i + 1];
    wrong += got[0][i] != left || got[1][i] != left || got[4][i] != right || got[5][i] != right;
    wrong += got[2][i] != (i < valid ? left : h[i]) || got[3][i] != (i < valid ? left : h[i]);
    wrong += got[6][i] != (i < valid - 1 ? right : h[i]);
  }
  printf("%d wrong; the first items: %d %d %d %d; the last: %d %d %d\n", wrong, got[0][0], got[1][0],
         got[2][0], got[3][0], got[4][TILE - 1], got[5][TILE - 1], got[6][TILE - 1]);
  cudaFree(in), cudaFree(out);
}
