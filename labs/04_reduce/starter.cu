// Lab 04: seven reductions, each one idea away from the one before. README.md is the handout.
//
// Do the stages in order. In each stage write the gap, remove the line `return PMPP_TODO;` below it, and run
//     build/bin/lab04 --task 1_interleaved
// Everything outside the gaps is given. So is reduce_repeat (repeat.cuh). It launches your kernel with
// BLOCK = 256 threads a block over the n elements, and then over the partial sums, until one sum is left.
#include "reduce.h"
#include "repeat.cuh"

enum { WARP = 32, WARPS = BLOCK / WARP };

// ---- 1: interleaved --------------------------------------------------------------------------------------

// partial[b] becomes the sum of block b's elements, in[256 b] .. in[256 b + 255], as far as they exist (< n).
__global__ void reduce_1_interleaved_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;

  // TODO (about 7 lines).
  // - Load element i into s[t]. If i is not below n, the thread stores 0 and goes on like the others.
  // - Barrier: no thread may read s before every thread has stored.
  // - Tree: take stride = 1, 2, 4, ... below BLOCK. Every thread whose t is a multiple of 2 * stride adds
  //   s[t + stride] to s[t]. Then put a barrier that all threads reach, also threads that did not add.
  // - Thread 0 stores the block's sum, s[0], in partial[blockIdx.x].
}

int reduce_1_interleaved(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_repeat(reduce_1_interleaved_kernel, BLOCK, in, n, scratch, out);
}

// ---- 2: strided index ------------------------------------------------------------------------------------

__global__ void reduce_2_strided_index_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;

  // TODO (about 8 lines).
  // The additions are stage 1's, but other threads make them: with every stride, thread t makes the t-th
  // addition. It works at k = 2 * stride * t, as long as k lies in the block, and adds s[k + stride] to s[k].
}

int reduce_2_strided_index(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_repeat(reduce_2_strided_index_kernel, BLOCK, in, n, scratch, out);
}

// ---- 3: sequential addressing ----------------------------------------------------------------------------

__global__ void reduce_3_sequential_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;

  // TODO (about 7 lines).
  // The stride starts at half the block, and each step halves it, down to 1. The first `stride` threads add
  // the word `stride` further on to their own word. Where does the loop end?
}

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_repeat(reduce_3_sequential_kernel, BLOCK, in, n, scratch, out);
}

// ---- 4: first addition while loading ---------------------------------------------------------------------

// partial[b] becomes the sum of in[512 b] .. in[512 b + 511], as far as they exist.
__global__ void reduce_4_first_add_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;

  // TODO (about 10 lines).
  // The block's first element is now 2 * BLOCK * blockIdx.x (as int64_t). Thread t loads the block's element
  // t and the element BLOCK further on, each only if it exists. It stores their sum in s[t]. Then stage 3's
  // tree follows.
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_repeat(reduce_4_first_add_kernel, 2 * BLOCK, in, n, scratch, out);
}

// ---- 5: the last warp, unrolled --------------------------------------------------------------------------

// Makes one step inside a warp: lane t adds the sum of lane t + distance to its own sum, `sum`.
static __device__ float warp_step(float *s, int t, float sum, int distance) {
  // TODO (about 4 lines).
  // Store your sum in s[t], read s[t + distance], and add. The lanes of a warp need not run in lockstep. Put
  // a __syncwarp() where every store must precede every read, and a second one where every read must precede
  // the next step's store.
  return sum;
}

__global__ void reduce_5_unroll_last_warp_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;

  // TODO (about 16 lines).
  // Write stage 4 up to the tree. The tree's loop now stops when 64 values are left, s[0] .. s[63], so it has
  // strides 128 and 64 only. Then warp 0 (t < WARP) works alone. It begins with sum = s[t] + s[t + 32], and
  // calls warp_step with the distances 16, 8, 4, 2 and 1. Use no `if` on t: lanes add even if no lane needs
  // their sums any more. Thread 0 stores its sum.
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_repeat(reduce_5_unroll_last_warp_kernel, 2 * BLOCK, in, n, scratch, out);
}

// ---- 6: shuffle ------------------------------------------------------------------------------------------

// Returns in lane 0 the sum of `sum` over the first `lanes` lanes of a warp. `lanes` is a power of two. All
// 32 lanes call it. (T is float here; stage 7 needs unsigned as well.)
template <typename T> static __device__ T warp_sum(T sum, int lanes) {
  // TODO (about 2 lines).
  // __shfl_down_sync(0xffffffff, sum, distance) is the value of `sum` in the lane `distance` further on. Add
  // it to your own sum. Begin with distance = lanes / 2, and halve it down to 1.
  return sum;
}

// Returns in thread 0 the sum of `sum` over the block. All threads of the block must call it.
template <typename T> static __device__ T block_sum(T sum) {
  __shared__ T s[WARPS];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;

  // TODO (about 4 lines).
  // Every warp adds up its 32 lanes, and its lane 0 stores the sum in s[warp]. After one barrier, warp 0 adds
  // up the WARPS = 8 sums. Lane k takes s[k]. Lanes from 8 on take 0, because their words of s do not exist.
  // All 32 lanes call warp_sum.
  return sum;
}

__global__ void reduce_6_shuffle_kernel(const float *in, int64_t n, float *partial) {
  int t = threadIdx.x;

  // TODO (about 5 lines).
  // A thread adds two elements as in stage 4, but it keeps the sum in a register. Then it calls block_sum,
  // and thread 0 stores.
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_repeat(reduce_6_shuffle_kernel, 2 * BLOCK, in, n, scratch, out);
}

// ---- 7: many elements a thread ---------------------------------------------------------------------------

// A block adds up one tile in each round: four vectors of four elements for each thread. There are at most
// 4224 blocks, 32 for each of an H200's 132 SMs. An SM runs 8 of them at a time, so all SMs finish together.
enum { TILE_VECTORS = 4 * BLOCK, TILE = 4 * TILE_VECTORS, MAX_BLOCKS = 32 * 132 };

// T4 is the vector of four T, with members x, y, z and w: float4 for float, uint4 for unsigned. partial[b]
// becomes the sum of the elements that block b takes.
template <typename T, typename T4>
__global__ void reduce_7_multi_block_kernel(const T *in, int64_t n, T *partial) {
  const T4 *vectors = (const T4 *)in;
  int64_t n_vectors = n / 4, step = (int64_t)gridDim.x * TILE_VECTORS;
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * TILE_VECTORS + t; // this thread's first vector

  // TODO (about 20 lines).
  // - Take whole tiles while i + 3 * BLOCK < n_vectors. Load four vectors (at i, i + BLOCK, ...) before you
  //   add the first, so that all four loads are in flight together. Add them to a T4 that starts as
  //   {0, 0, 0, 0}. This block's next tile is `step` further on.
  // - The last tile may not be full. At most three vectors are left for a thread, at i, i + BLOCK, ...
  // - Up to three elements are left after the last vector, from 4 * n_vectors on. Some thread must add each
  //   of them once.
  // - Then add x + y + z + w, call block_sum, and thread 0 stores.
}

// Makes one launch if one tile holds everything. Otherwise it makes two: one of many blocks, and one of a
// single block for their partial sums.
template <typename T, typename T4> static int reduce_7(const T *in, int64_t n, T *scratch, T *out) {
  // TODO (about 5 lines).
  // The number of blocks is the number of tiles of TILE elements, the last one perhaps not full. But it is at
  // least 1 and at most MAX_BLOCKS. Launch reduce_7_multi_block_kernel<T, T4><<<blocks, BLOCK>>>. With one
  // block, its sum goes to out. With more, the partial sums go to scratch, and a second launch of one block
  // adds up scratch[0 .. blocks).
  return cudaGetLastError();
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_7<float, float4>(in, n, scratch, out);
}

// Unsigned addition wraps around, but overflow of a signed addition is undefined in C++. The bits are the
// same.
int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  return PMPP_TODO; // remove this line too
  return reduce_7<unsigned, uint4>((const unsigned *)in, n, (unsigned *)scratch, (unsigned *)out);
}
