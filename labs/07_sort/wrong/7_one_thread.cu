// expect: inefficient 7_bitonic simt_efficiency on emu
// fault: one thread of the block sorts the tile with a heap; the others load and store.
#include "sort.h"
#define sort_7_bitonic reference
#include "../solution.cu"
#undef sort_7_bitonic

static __device__ void sink(int *heap, int root, int n) {
  for (int child; (child = 2 * root + 1) < n; root = child) {
    if (child + 1 < n && heap[child] < heap[child + 1]) child++;
    if (heap[root] >= heap[child]) return;
    int x = heap[root];
    heap[root] = heap[child];
    heap[child] = x;
  }
}

__global__ void heap_sort_kernel(const int *in, int64_t n, int *out) {
  __shared__ int s[SORT_TILE];
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : INT32_MAX;
  __syncthreads();
  if (threadIdx.x == 0) { // fault
    for (int root = SORT_TILE / 2 - 1; root >= 0; root--) sink(s, root, SORT_TILE);
    for (int last = SORT_TILE - 1; last > 0; last--) {
      int largest = s[0];
      s[0] = s[last];
      s[last] = largest;
      sink(s, 0, last);
    }
  }
  __syncthreads();
  if (i < n) out[i] = s[threadIdx.x];
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n == 0) return 0;
  heap_sort_kernel<<<blocks_of(n, SORT_TILE), SORT_TILE>>>(in, n, out);
  return cudaGetLastError();
}
