// Experiment: in which order do the blocks of a launch start?
//
//   build/bin/emucc labs/05_scan/experiments/order.cu -o order && EMU_SEED=1 ./order && EMU_SEED=2 ./order
//
// Every block draws the next number when it starts. The emulator permutes the order by EMU_SEED; a GPU
// promises none.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

enum { BLOCKS = 12 };

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "order: %s\n", cudaGetErrorString(error));
  exit(1);
}

__global__ void note_start(unsigned *next, int *started) {
  started[atomicAdd(next, 1u)] = blockIdx.x;
}

int main() {
  unsigned *next;
  int *started, order[BLOCKS], waits = 0;
  check(cudaMalloc(&next, sizeof *next));
  check(cudaMalloc(&started, sizeof order));
  check(cudaMemset(next, 0, sizeof *next));
  note_start<<<BLOCKS, 1>>>(next, started);
  check(cudaGetLastError());
  check(cudaMemcpy(order, started, sizeof order, cudaMemcpyDeviceToHost));
  printf("blockIdx in the order of the start:");
  for (int k = 0; k < BLOCKS; k++) {
    printf(" %d", order[k]);
    if (order[k] == 0) waits = k;
  }
  printf("\nblocks that start before block 0, and would wait for it: %d\n", waits);
  check(cudaFree(next));
  check(cudaFree(started));
}
