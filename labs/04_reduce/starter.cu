// Lab 04: seven reductions, each one idea away from the one before. README.md is the handout.
//
// Do the stages in order. In each, write the gap, remove the line `return PMPP_TODO;` below it, and run
//     build/bin/lab04 --task 1_interleaved
// Given: reduce_repeat (repeat.cuh), which launches your kernel with BLOCK = 256 threads a block over the n
// elements, then over the partial sums, until one sum is left; and everything outside the gaps.
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
  // Load: element i into s[t]; a thread whose i is not below n stores 0, and goes on like the others.
  // Barrier: no thread may read s before every thread has stored.
  // Tree: for stride = 1, 2, 4, ... below BLOCK, every thread whose t is a multiple of 2 * stride adds
  // s[t + stride] to s[t]; then a barrier that all threads reach, those too that did not add.
  // Thread 0 stores the block's sum, s[0], in partial[blockIdx.x].
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
  // The same additions as in stage 1, made by other threads: with every stride, thread t makes the t-th of
  // them. It works at k = 2 * stride * t, as long as k lies in the block, and adds s[k + stride] to s[k].
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
  // The stride starts at half the block and is halved until it is 1: the first `stride` threads each add the
  // word `stride` further on to their own. Where does the loop end?
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
  // The block's first element is now 2 * BLOCK * blockIdx.x (as int64_t). Thread t loads the t-th and the one
  // BLOCK further on, each only where it exists, and stores their sum in s[t]. Then stage 3's tree.
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_repeat(reduce_4_first_add_kernel, 2 * BLOCK, in, n, scratch, out);
}

// ---- 5: the last warp, unrolled --------------------------------------------------------------------------

// One step inside a warp: lane t adds the sum of lane t + distance to its own sum, `sum`.
static __device__ float warp_step(float *s, int t, float sum, int distance) {
  // TODO (about 4 lines).
  // Store your sum in s[t], read s[t + distance], add. The lanes of a warp need not run in step: put a
  // __syncwarp() where every store must precede every read, and one where every read must precede the next
  // step's store.
  return sum;
}

__global__ void reduce_5_unroll_last_warp_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;

  // TODO (about 16 lines).
  // Stage 4 up to the tree, whose loop now stops when 64 values are left, s[0] .. s[63]: strides 128 and 64
  // only. Then warp 0 (t < WARP) alone: sum = s[t] + s[t + 32], and warp_step with the distances 16, 8, 4, 2
  // and 1, without an `if` on t: lanes whose sums are no longer needed add as well. Thread 0 stores its sum.
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_repeat(reduce_5_unroll_last_warp_kernel, 2 * BLOCK, in, n, scratch, out);
}

// ---- 6: shuffle ------------------------------------------------------------------------------------------

// The sum of `sum` over the first `lanes` lanes of a warp (a power of two), in lane 0. All 32 lanes call it.
// (T is float here; stage 7 needs unsigned as well.)
template <typename T> static __device__ T warp_sum(T sum, int lanes) {
  // TODO (about 2 lines).
  // __shfl_down_sync(0xffffffff, sum, distance) is the value of `sum` in the lane `distance` further on. Add
  // it to your own, for distance = lanes / 2, then half of it, down to 1.
  return sum;
}

// The sum of `sum` over the block, in thread 0. All threads of the block must call.
template <typename T> static __device__ T block_sum(T sum) {
  __shared__ T s[WARPS];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;

  // TODO (about 4 lines).
  // Every warp adds up its 32 lanes; its lane 0 leaves the sum in s[warp]. After one barrier, warp 0 adds up
  // the WARPS = 8 sums: lane k takes s[k], lanes from 8 on take 0 (their word of s does not exist), and all
  // 32 lanes call warp_sum.
  return sum;
}

__global__ void reduce_6_shuffle_kernel(const float *in, int64_t n, float *partial) {
  int t = threadIdx.x;

  // TODO (about 5 lines).
  // Two elements a thread as in stage 4, but the sum stays in a register; then block_sum; thread 0 stores.
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_repeat(reduce_6_shuffle_kernel, 2 * BLOCK, in, n, scratch, out);
}

// ---- 7: many elements a thread ---------------------------------------------------------------------------

// A tile is what a block adds up in one round: four vectors of four elements for each thread. At most 4224
// blocks, 32 for each of an H200's 132 SMs: 8 of them run at a time, so that all SMs finish together.
enum { TILE_VECTORS = 4 * BLOCK, TILE = 4 * TILE_VECTORS, MAX_BLOCKS = 32 * 132 };

// T4 is the vector of four T: float4 for float, uint4 for unsigned, with members x, y, z, w.
// partial[b] becomes the sum of the elements that block b takes.
template <typename T, typename T4>
__global__ void reduce_7_multi_block_kernel(const T *in, int64_t n, T *partial) {
  const T4 *vectors = (const T4 *)in;
  int64_t n_vectors = n / 4, step = (int64_t)gridDim.x * TILE_VECTORS;
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * TILE_VECTORS + t; // this thread's first vector

  // TODO (about 20 lines).
  // - Whole tiles: while i + 3 * BLOCK < n_vectors, load four vectors (at i, i + BLOCK, ...), all before you
  //   add the first, so that they are in flight together. Add them to a T4 that starts as {0, 0, 0, 0}. This
  //   block's next tile is `step` further on.
  // - The last tile may not be full: at most three vectors are left for a thread, at i, i + BLOCK, ...
  // - Up to three elements are left behind the last vector, from 4 * n_vectors on. Some thread must add each
  //   of those once.
  // - Then x + y + z + w, block_sum, and thread 0 stores.
}

// One launch where one tile holds everything, else two: many blocks, then one for their partial sums.
template <typename T, typename T4> static int reduce_7(const T *in, int64_t n, T *scratch, T *out) {
  // TODO (about 5 lines).
  // As many blocks as tiles of TILE elements, the last one perhaps not full, but at least 1 and at most
  // MAX_BLOCKS. Launch reduce_7_multi_block_kernel<T, T4><<<blocks, BLOCK>>>. Its partial sums go to scratch,
  // or to out if there is only one block; otherwise a second launch of one block adds up scratch[0 ..
  // blocks).
  return cudaGetLastError();
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  return reduce_7<float, float4>(in, n, scratch, out);
}

// Unsigned addition wraps around; overflow of a signed one is undefined in C++. The bits are the same.
int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  return PMPP_TODO; // remove this line too
  return reduce_7<unsigned, uint4>((const unsigned *)in, n, (unsigned *)scratch, (unsigned *)out);
}
