// Given, for the BFS stages of lab 08: scratch, relaxed accesses, the start, a scan of a block.
#ifndef BFS_GIVEN_CUH
#define BFS_GIVEN_CUH

#include "spmv_bfs.h"
#include <cuda_runtime.h>

enum { BFS_WARP = 32, BFS_BLOCK = 256 };
enum { UNREACHED = -1 };

static unsigned bfs_blocks(int64_t threads) {
  return (unsigned)((threads + BFS_BLOCK - 1) / BFS_BLOCK);
}

// The number of this thread in the grid.
static __device__ int64_t bfs_thread() {
  return (int64_t)blockIdx.x * BFS_BLOCK + threadIdx.x;
}

// A relaxed load, for words that other threads may store or update meanwhile. It reads the value before or
// after; a plain load would be a race, and the compiler might keep its value from one iteration to the next.
template <typename T> static __device__ T look(const T *p) {
  return *(const volatile T *)p;
}
// A relaxed store, for words to which other threads may store the same value.
template <typename T> static __device__ void put(T *p, T value) {
  *(volatile T *)p = value;
}

// The words at the begin of scratch. `tail` is where the queue ends; stage 12 adds the edges of all queued vertices in
// its upper half.
struct bfs_state {
  unsigned long long tail;
  int32_t found; // the level of the vertices that were found last
};

// scratch, cut into pieces.
struct bfs_pieces {
  struct bfs_state *state;
  uint32_t *queue;        // n vertices
  uint32_t *front, *next; // a bit for each vertex
};
static bfs_pieces bfs_cut(uint32_t *scratch, int64_t n) {
  bfs_pieces p;
  int64_t words = (n / 32 + 64) / 64 * 64;
  p.state = (bfs_state *)scratch;
  p.front = scratch + 64;
  p.next = p.front + words;
  p.queue = p.next + words;
  return p;
}

// Nothing is reached but the source, and the queue holds it alone. parent may be NULL.
__global__ void bfs_start_kernel(bfs_graph g, uint32_t source, bfs_state *state, uint32_t *queue,
                                 int32_t *level, int32_t *parent) {
  int64_t v = bfs_thread();
  if (v >= g.n) return;
  level[v] = v == source ? 0 : UNREACHED;
  if (parent) parent[v] = v == source ? (int32_t)source : UNREACHED;
  if (v == source) {
    queue[0] = source;
    state->tail = (unsigned long long)(g.row[v + 1] - g.row[v]) << 32 | 1;
    state->found = 0;
  }
}

static cudaError_t bfs_start(const bfs_graph &g, uint32_t source, const bfs_pieces &p, int32_t *level,
                             int32_t *parent) {
  bfs_start_kernel<<<bfs_blocks(g.n), BFS_BLOCK>>>(g, source, p.state, p.queue, level, parent);
  return cudaGetLastError();
}

// Waits for the launched kernels and copies *device to *host: once a level.
template <typename T> static cudaError_t bfs_ask(T *host, const T *device) {
  cudaError_t error = cudaGetLastError();
  return error != cudaSuccess ? error : cudaMemcpy(host, device, sizeof *host, cudaMemcpyDeviceToHost);
}

// The sum of x over the threads before this one; *total gets the sum over the block. All threads must call.
static __device__ uint32_t bfs_sum_before(uint32_t x, uint32_t *total) {
  __shared__ uint32_t s[BFS_BLOCK / BFS_WARP];
  int lane = threadIdx.x % BFS_WARP, warp = threadIdx.x / BFS_WARP;
  uint32_t upto = x;
  for (int d = 1; d < BFS_WARP; d *= 2) {
    uint32_t left = __shfl_up_sync(0xffffffff, upto, d);
    if (lane >= d) upto += left;
  }
  __syncthreads(); // a later call must not overwrite words that other threads still read
  if (lane == BFS_WARP - 1) s[warp] = upto;
  __syncthreads();
  uint32_t before = upto - x, all = 0;
  for (int w = 0; w < BFS_BLOCK / BFS_WARP; w++) {
    if (w == warp) before += all;
    all += s[w];
  }
  *total = all;
  return before;
}

#endif
