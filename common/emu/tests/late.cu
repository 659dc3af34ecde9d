// Tiles that look back, and how often each answer came: a seed other than 1 lets some stores arrive late.
#include <cstdio>
#include <cuda_runtime.h>

enum { EMPTY, COUNT, PREFIX, TILES = 200 };

// word[t] holds a state and, for the numbers 0, 1, 2, ... of the tiles, tile t's own or the sum up to it.
// trusting: whatever is told is taken for the sum.
__global__ void look_back(unsigned *drawn, unsigned *word, unsigned *seen, unsigned *sum, bool trusting) {
  unsigned tile = atomicAdd(drawn, 1u), before = 0, answers[3] = {0, 0, 0};
  volatile unsigned *told = word;
  told[tile] = COUNT << 24 | tile;
  for (unsigned other = tile; other > 0;) {
    unsigned w = told[other - 1];
    answers[EMPTY] += w >> 24 == EMPTY;
    answers[COUNT] += w >> 24 == COUNT;
    answers[PREFIX] += w >> 24 == PREFIX;
    if (w >> 24 == EMPTY) continue;
    before += w & 0xffffff;
    if (w >> 24 == PREFIX || trusting) break;
    other--;
  }
  told[tile] = PREFIX << 24 | (before + tile);
  sum[tile] = before + tile;
  for (int k = 0; k < 3; k++) seen[3 * tile + k] = answers[k];
}

// Data, a fence, a flag: who finds the flag finds the data.
__global__ void hand_over(volatile unsigned *data, volatile unsigned *flag, unsigned *lost) {
  if (flag[0] && data[0] != 7) atomicAdd(lost, 1u);
  data[0] = 7;
  __threadfence();
  flag[0] = 1;
}

// The same without the fence: who finds a block's flag need not find its data.
__global__ void no_fence(volatile unsigned *data, volatile unsigned *flag, unsigned *lost) {
  for (unsigned b = 0; b < gridDim.x; b++)
    if (flag[b] && data[b] != 7) atomicAdd(lost, 1u);
  data[blockIdx.x] = 7;
  flag[blockIdx.x] = 1;
}

// What a block has stored itself it finds at once, through the same or another thread.
__global__ void own_store(volatile unsigned *x, unsigned *lost) {
  volatile unsigned *mine = x + 32 * blockIdx.x;
  mine[threadIdx.x] = 1 + threadIdx.x;
  if (mine[threadIdx.x] != 1 + threadIdx.x) atomicAdd(lost, 1u);
  __syncthreads();
  if (mine[31 - threadIdx.x] != 32 - threadIdx.x) atomicAdd(lost, 1u);
}

int main() {
  unsigned *x, seen[3 * TILES], sum[TILES], lost, *word, *sums, *answers;
  cudaMalloc(&x, 8192 * sizeof *x);
  word = x + 8, sums = word + TILES, answers = sums + TILES;
  for (int trusting = 0; trusting < 2; trusting++) {
    cudaMemset(x, 0, 8192 * sizeof *x);
    look_back<<<TILES, 1>>>(x, word, answers, sums, trusting);
    cudaMemcpy(seen, answers, sizeof seen, cudaMemcpyDeviceToHost);
    cudaMemcpy(sum, sums, sizeof sum, cudaMemcpyDeviceToHost);
    unsigned wrong = 0, all[3] = {0, 0, 0};
    for (unsigned t = 0; t < TILES; t++) wrong += sum[t] != t * (t + 1) / 2;
    for (unsigned k = 0; k < 3 * TILES; k++) all[k % 3] += seen[k];
    printf("%s: %u wrong, empty %u, count %u, prefix %u\n", trusting ? "trusting" : "careful", wrong,
           all[EMPTY], all[COUNT], all[PREFIX]);
  }
  cudaMemset(x, 0, 8192 * sizeof *x);
  hand_over<<<100, 1>>>(x, x + 1, x + 2);
  own_store<<<100, 32>>>(x + 64, x + 2);
  cudaMemcpy(&lost, x + 2, sizeof lost, cudaMemcpyDeviceToHost);
  printf("lost %u\n", lost);
  cudaMemset(x, 0, 8192 * sizeof *x);
  no_fence<<<100, 1>>>(x + 64, x + 64 + 200, x + 2);
  cudaMemcpy(&lost, x + 2, sizeof lost, cudaMemcpyDeviceToHost);
  printf("without a fence %u\n", lost);
  cudaFree(x);
  return 0;
}
