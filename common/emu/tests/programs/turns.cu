// Lanes of a warp do their atomics in turn: every lane's first before anybody's second; who waits for a lock holds up nobody.
// prints: turns: ok
#include "check.h"

__global__ void two_each(int *queue, int *tail) {
  for (int k = 0; k < 2; k++) queue[atomicAdd(tail, 1)] = 2 * threadIdx.x + k;
}

__global__ void lock_in_a_warp(int *lock, int *sum) { // the holder's come behind the others' loop
  while (atomicCAS(lock, 0, 1)) continue;
  __threadfence();
  for (int i = 0; i < 5; i++) atomicAdd(&sum[1], 1);
  sum[0]++;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int *device, host[128];
  cudaMalloc(&device, sizeof host);
  int *tail = device + 127;

  cudaMemset(device, 0, sizeof host);
  two_each<<<1, 32>>>(device, tail);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++) expect("two each", i, host[i], 2 * (i % 32) + i / 32);

  cudaMemset(device, 0, sizeof host);
  lock_in_a_warp<<<2, 64>>>(device, device + 1);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  expect("lock", 0, host[0], 0);
  expect("under the lock", 1, host[1], 128);
  expect("atomics under the lock", 2, host[2], 640);
  cudaFree(device);
  return finish("turns");
}
