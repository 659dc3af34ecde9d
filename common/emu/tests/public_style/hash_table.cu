// A hash table with open addressing by atomicCAS, a lock that blocks take, and words counted in a text.
// shows: textbook listings | hash tables by `atomicCAS`, locks between blocks
// compared: H200, CUDA 13.0, 2026-11-24
#include <stdio.h>
#define SLOTS 64
#define EMPTY 0xffffffffffffffffull

struct Slot {
  unsigned long long key;
  unsigned count;
};
struct Lock {
  int *state;
  __device__ void lock() {
    while (atomicCAS(state, 0, 1) != 0)
      ;
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(state, 0);
  }
};
__device__ bool letter(char c) {
  return c >= 'a' && c <= 'z';
}
__global__ void count(const char *text, int n, Slot *table) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !letter(text[i]) || (i > 0 && letter(text[i - 1]))) return;
  unsigned long long key = 0;
  for (int k = i; k < n && letter(text[k]); k++) key = key * 27 + (text[k] - 'a' + 1);
  for (unsigned slot = key * 2654435761u % SLOTS;; slot = (slot + 1) % SLOTS) {
    unsigned long long before = atomicCAS(&table[slot].key, EMPTY, key);
    if (before == EMPTY || before == key) {
      atomicAdd(&table[slot].count, 1);
      return;
    }
  }
}
__global__ void total(const Slot *table, Lock lock, volatile int *sums) {
  if (threadIdx.x) return;
  int words = 0, most = 0;
  for (int i = blockIdx.x; i < SLOTS; i += gridDim.x) {
    words += table[i].key != EMPTY;
    most = max(most, (int)table[i].count);
  }
  lock.lock();
  sums[0] = sums[0] + words;
  if (most > sums[1]) sums[1] = most;
  lock.unlock();
}

int main() {
  const char text[] = "the cat and the dog and the bird saw a cat that saw the dog";
  char *d;
  Slot *table;
  Lock lock;
  int *sums, h[2];
  cudaMalloc(&d, sizeof text);
  cudaMalloc(&table, SLOTS * sizeof *table);
  cudaMalloc(&lock.state, sizeof(int));
  cudaMalloc(&sums, sizeof h);
  cudaMemcpy(d, text, sizeof text, cudaMemcpyHostToDevice);
  Slot empty[SLOTS];
  for (int i = 0; i < SLOTS; i++) empty[i] = {EMPTY, 0};
  cudaMemcpy(table, empty, sizeof empty, cudaMemcpyHostToDevice);
  cudaMemset(lock.state, 0, sizeof(int));
  cudaMemset(sums, 0, sizeof h);
  count<<<2, 32>>>(d, sizeof text - 1, table);
  total<<<4, 32>>>(table, lock, sums);
  cudaMemcpy(h, sums, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d words, the commonest %d times\n", h[0], h[1]);
  cudaFree(d);
  cudaFree(table);
  cudaFree(lock.state);
  cudaFree(sums);
}
