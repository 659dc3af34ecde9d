// Lanes of a warp do their atomics in turn, every lane's first before anybody's second, from lane 0 on or, under another
// seed and behind the launch's first, in another order; who waits for another thread holds up nobody.
// prints: turns: ok
#include "check.h"
#include <emu/emu.h>

enum { N = 128, SECOND = 1 << 16 };

__global__ void two_each(int *queue, int *tail) {
  if (threadIdx.x == 0) atomicAdd(tail, 1);
  __syncthreads();
  for (int k = 0; k < 2; k++) queue[atomicAdd(tail, 1) - 1] = threadIdx.x + k * SECOND;
}

__global__ void lock_in_a_warp(int *lock, int *sum) { // the holder's come behind the others' loop
  while (atomicCAS(lock, 0, 1)) continue;
  __threadfence();
  for (int i = 0; i < 5; i++) atomicAdd(&sum[1], 1);
  sum[0]++;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void count_until_told(int *told, int *asked,
                                 int waits) { // one warp does atomics until the other has run
  if (threadIdx.x / 32 != waits)
    atomicAdd(told, 1);
  else
    while (!atomicAdd(told, 0)) atomicAdd(asked, 1);
}

__global__ void told_by_one(volatile int *told, int *count, int *seen) { // all others ask without atomics
  if (threadIdx.x != 31) {
    while (!*told) continue;
    __threadfence();
    seen[threadIdx.x] = atomicAdd(count, 0);
  } else {
    for (int i = 0; i < 300; i++) atomicAdd(count, 1);
    __threadfence();
    *told = 1;
  }
}

__global__ void ask_before_lock(int *lock, int *sum) {
  do
    while (*(volatile int *)lock) continue;
  while (atomicCAS(lock, 0, 1));
  __threadfence();
  sum[0]++;
  __threadfence();
  atomicExch(lock, 0);
}

static int *device, host[N];

static void turns(uint64_t seed, int *moved) {
  CUDA(cudaMemset(device, 0, sizeof host));
  two_each<<<1, 32>>>(device, device + N - 1);
  CUDA(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
  unsigned seen = 0;
  for (int i = 0; i < 32; i++) {
    if (seed == 1) expect("usual order", i, host[i], i);
    *moved += host[i] != i;
    expect("second round", i, host[32 + i], host[i] + SECOND);
    seen |= 1u << host[i] % 32;
  }
  expect("lanes that had a turn", seed, seen, ~0u);
}

static void waits(void) {
  CUDA(cudaMemset(device, 0, sizeof host));
  lock_in_a_warp<<<2, 64>>>(device, device + 1);
  CUDA(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
  expect("lock", 0, host[0], 0);
  expect("under the lock", 1, host[1], 128);
  expect("atomics under the lock", 2, host[2], 640);

  CUDA(cudaMemset(device, 0, sizeof host));
  told_by_one<<<1, 32>>>(device, device + 1, device + 2);
  CUDA(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 31; i++) expect("seen by who was told", i, host[2 + i], 300);

  CUDA(cudaMemset(device, 0, sizeof host));
  ask_before_lock<<<2, 64>>>(device, device + 1);
  CUDA(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
  expect("under the lock that is asked first", 1, host[1], 128);

  for (int warp = 0; warp < 2; warp++) {
    CUDA(cudaMemset(device, 0, sizeof host));
    count_until_told<<<1, 64>>>(device, device + 1, warp);
    CUDA(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    expect("told", warp, host[0], 32);
  }
}

int main() {
  CUDA(cudaMalloc(&device, sizeof host));
  for (uint64_t seed = 1; seed <= 3; seed++) {
    int moved = 0;
    emu_set_seed(seed);
    turns(seed, &moved);
    expect("lanes are moved", seed, moved > 0, seed != 1);
    waits();
  }
  CUDA(cudaFree(device));
  return finish("turns");
}
