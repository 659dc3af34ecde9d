// A cooperative launch: blocks exchange sums across the whole grid, round after round.
// shows: cooperative groups | the grid and cooperative launches
// prints: cooperative: ok
#include "check.h"
#include <cooperative_groups.h>

// Each round every block adds up what the block before it published: after r rounds block b holds the sum of
// the numbers of the r blocks before it and its own.
__global__ void ring(const int *in, int *box, int *out, int rounds) {
  __shared__ int mine, next;
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  if (threadIdx.x == 0) mine = in[blockIdx.x];
  for (int r = 0; r < rounds; r++) {
    if (threadIdx.x == 0) box[blockIdx.x] = mine;
    grid.sync();
    if (threadIdx.x == 1) next = box[(blockIdx.x + gridDim.x - 1) % gridDim.x] + in[blockIdx.x];
    grid.sync();
    if (threadIdx.x == 0) mine = next;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = mine;
}

int main() {
  enum { BLOCKS = 24, ROUNDS = 5 };
  Both<int> in(BLOCKS), box(BLOCKS), out(BLOCKS);
  for (int b = 0; b < BLOCKS; b++) in.host[b] = b * b + 1;
  in.to_device();
  int rounds = ROUNDS;
  void *arguments[] = {&in.device, &box.device, &out.device, &rounds};
  CUDA(cudaLaunchCooperativeKernel((void *)ring, dim3(BLOCKS), dim3(64), arguments));
  out.to_host();
  for (int b = 0; b < BLOCKS; b++) {
    int sum = 0;
    for (int r = 0; r <= ROUNDS; r++) sum += in.host[(b + BLOCKS - r) % BLOCKS];
    expect("ring", b, out.host[b], sum);
  }
  return finish("cooperative");
}
