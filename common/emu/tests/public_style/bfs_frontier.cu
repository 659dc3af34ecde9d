// Breadth-first search of a grid of streets with two frontiers; the levels are the Manhattan distances.
// shows: textbook listings | breadth-first search with frontiers
// compared: H200, CUDA 13.0, 2026-11-24
#include <stdio.h>
#define SIDE     12
#define VERTICES (SIDE * SIDE)

__global__ void expand(unsigned *level, const unsigned *frontier, unsigned count, unsigned *next,
                       unsigned *next_count, unsigned current) {
  __shared__ unsigned mine[64], mine_count, begin;
  if (threadIdx.x == 0) mine_count = 0;
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    int v = frontier[i], x = v % SIDE, y = v / SIDE;
    const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
    for (int e = 0; e < 4; e++) {
      int nx = x + dx[e], ny = y + dy[e];
      if (nx < 0 || ny < 0 || nx >= SIDE || ny >= SIDE) continue;
      int neighbour = ny * SIDE + nx;
      if (atomicCAS(&level[neighbour], ~0u, current) == ~0u) {
        unsigned place = atomicAdd(&mine_count, 1u);
        if (place < 64)
          mine[place] = neighbour;
        else
          next[atomicAdd(next_count, 1u)] = neighbour;
      }
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    if (mine_count > 64) mine_count = 64;
    begin = atomicAdd(next_count, mine_count);
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < mine_count; k += blockDim.x) next[begin + k] = mine[k];
}

int main() {
  unsigned *level, *frontier[2], *counts, h[VERTICES], count = 1, source = 0, levels = 0, zero = 0;
  cudaMalloc(&level, sizeof h);
  cudaMalloc(&frontier[0], sizeof h);
  cudaMalloc(&frontier[1], sizeof h);
  cudaMalloc(&counts, sizeof count);
  cudaMemset(level, 0xff, sizeof h);
  cudaMemcpy(level, &zero, sizeof zero, cudaMemcpyHostToDevice);
  cudaMemcpy(frontier[0], &source, sizeof source, cudaMemcpyHostToDevice);
  while (count) {
    cudaMemset(counts, 0, sizeof count);
    expand<<<(count + 15) / 16, 16>>>(level, frontier[levels % 2], count, frontier[(levels + 1) % 2], counts,
                                      levels + 1);
    cudaMemcpy(&count, counts, sizeof count, cudaMemcpyDeviceToHost);
    levels++;
  }
  cudaMemcpy(h, level, sizeof h, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (unsigned v = 0; v < VERTICES; v++) wrong += h[v] != v % SIDE + v / SIDE;
  printf("%u levels, %d wrong\n", levels, wrong);
  cudaFree(level);
  cudaFree(frontier[0]);
  cudaFree(frontier[1]);
  cudaFree(counts);
}
