// A search whose threads return when they have found their key, each at its turn; the others' barriers go on without them. Each
// turn's window is loaded by the threads that are left.
// note: barrier-after-return kernel=find at=@barrier what~"has returned"
// fixed: A thread that has found its key goes on to the last barrier.
// prints: 496 0
#include <cstdio>
#include <cuda_runtime.h>

enum { THREADS = 32, TURNS = 32 };

__global__ void find(const int *keys, int *place) {
  __shared__ int window;
  int mine = THREADS - 1 - threadIdx.x; // thread 0 is the last to find its own
  bool found = false;
  for (int turn = 0; turn < TURNS; turn++) {
    if (threadIdx.x == 0) window = keys[turn];
    __syncthreads();
    if (window == mine && !found) {
      place[threadIdx.x] = turn;
#ifndef FIXED
      return;
#endif
      found = true;
    }
    __syncthreads(); // @barrier
  }
}

int main() {
  int h[TURNS], *keys, *place, sum = 0, wrong = 0;
  for (int i = 0; i < TURNS; i++) h[i] = i;
  cudaMalloc(&keys, sizeof h);
  cudaMalloc(&place, sizeof h);
  cudaMemcpy(keys, h, sizeof h, cudaMemcpyHostToDevice);
  find<<<1, THREADS>>>(keys, place);
  cudaMemcpy(h, place, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < THREADS; i++) sum += h[i], wrong += h[i] != THREADS - 1 - i;
  printf("%d %d\n", sum, wrong);
  cudaFree(keys);
  cudaFree(place);
  return 0;
}
