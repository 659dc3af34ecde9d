// Blocks that poll for a while, in vain, and then go on: every one of them does, in each of several launches.
// prints: bounded_polls: ok
#include "check.h"

enum { BLOCKS = 4, THREADS = 32, POLLS = 6000, LAUNCHES = 3 };

__global__ void wait_and_go_on(const volatile int *flag, int *gave_up, int *polls) {
  int n = 0;
  while (n < POLLS && !*flag) n++;
  if (n == POLLS) atomicAdd(gave_up, 1);
  polls[blockIdx.x * THREADS + threadIdx.x] += n;
}

int main() {
  int *flag, *polls, h[2], all[BLOCKS * THREADS];
  CUDA(cudaMalloc(&flag, sizeof h));
  CUDA(cudaMalloc(&polls, sizeof all));
  CUDA(cudaMemset(flag, 0, sizeof h));
  CUDA(cudaMemset(polls, 0, sizeof all));
  for (int l = 1; l <= LAUNCHES; l++) {
    wait_and_go_on<<<BLOCKS, THREADS>>>(flag, flag + 1, polls);
    CUDA(cudaMemcpy(h, flag, sizeof h, cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(all, polls, sizeof all, cudaMemcpyDeviceToHost));
    expect("threads that gave up", l, h[1], l * BLOCKS * THREADS);
    for (int t = 0; t < BLOCKS * THREADS; t++) expect("polls of thread", t, all[t], l * POLLS);
  }
  CUDA(cudaFree(flag));
  CUDA(cudaFree(polls));
  return finish("bounded_polls");
}
