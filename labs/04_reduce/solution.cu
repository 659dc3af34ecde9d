// Lab 04, the reference: seven reductions, each one idea away from the one before.
//
// The ladder. Every step names the counter that shows it, for a block of 256 threads; the handout's table
// has the numbers of a whole run.
//
//   1 interleaved        neighbours add up, then neighbours of neighbours: `t % (2 * stride) == 0`.
//   2 strided_index      the threads that work are the first ones, not every 2nd, 4th, 8th: whole warps drop
//                        out instead of lanes. SIMT efficiency rises; bank conflicts appear.
//   3 sequential         halves instead of neighbours, `s[t] += s[t + stride]`: consecutive threads use
//                        consecutive words. Excess shared wavefronts fall to 0.
//   4 first_add          the first addition happens while loading. Half the blocks.
//   5 unroll_last_warp   the last 64 values need one warp only, and a warp needs no block barrier.
//                        Barriers fall from 9 a block to 3.
//   6 shuffle            a warp adds up its lanes in registers; only 8 sums pass through shared memory.
//                        Shared stores fall from 19 requests a block to 8, barriers to 1.
//   7 multi_block        a fixed number of blocks, each thread adds many elements in registers, 16 bytes a
//                        load, four loads in flight. Load requests fall to a quarter, launches to 2.
#include "reduce.h"
#include "repeat.cuh"

enum { WARP = 32, WARPS = BLOCK / WARP };

// ---- 1: interleaved --------------------------------------------------------------------------------------

// Thread t owns s[t]. After the step with stride d, every 2d-th thread holds the sum of 2d elements. In each
// step some lanes of a warp work and the others wait. All 8 warps take part until the stride exceeds a warp.
__global__ void reduce_1_interleaved_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;

  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    if (t % (2 * stride) == 0) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_1_interleaved(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reduce_1_interleaved_kernel, BLOCK, in, n, scratch, out);
}

// ---- 2: strided index ------------------------------------------------------------------------------------

// The additions are the same, but thread t does the t-th of them. With stride 1 threads 0..127 work (four
// whole warps), with stride 2 threads 0..63. But the words of neighbouring lanes now lie 2 * stride apart: with
// stride 16 all active lanes access bank 0, and the bank serves them one after the other.
__global__ void reduce_2_strided_index_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;

  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    int k = 2 * stride * t;
    if (k < BLOCK) s[k] += s[k + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_2_strided_index(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reduce_2_strided_index_kernel, BLOCK, in, n, scratch, out);
}

// ---- 3: sequential addressing ----------------------------------------------------------------------------

// The stride falls: 128, 64, ... 1. The lower half adds the upper half to itself. So lane t reads word t and
// word t + stride: 32 lanes, 32 banks.
__global__ void reduce_3_sequential_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;

  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reduce_3_sequential_kernel, BLOCK, in, n, scratch, out);
}

// ---- 4: first addition while loading ---------------------------------------------------------------------

// In the stages before, half of the threads are idle after their load. Here each thread adds two elements
// while it loads them, so that the same block covers 512 elements.
__global__ void reduce_4_first_add_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;

  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  s[t] = sum;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reduce_4_first_add_kernel, 2 * BLOCK, in, n, scratch, out);
}

// ---- 5: the last warp, unrolled --------------------------------------------------------------------------

// One step inside a warp: a lane stores its sum, and adds the sum of the lane `distance` further on. The lanes
// of a warp need not run in lockstep. The first __syncwarp makes every store precede every load, the second
// makes every load precede the next store. `volatile` orders nothing between lanes.
static __device__ float warp_step(float *s, int t, float sum, int distance) {
  s[t] = sum;
  __syncwarp();
  sum += s[t + distance];
  __syncwarp();
  return sum;
}

// The loop over the block stops when 64 values are left. Warp 0 adds these up without a branch: all of its
// lanes add, and nobody reads the sums of lanes that no longer matter.
__global__ void reduce_5_unroll_last_warp_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;

  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  s[t] = sum;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > WARP; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t < WARP) {
    sum = s[t] + s[t + 32];
    sum = warp_step(s, t, sum, 16);
    sum = warp_step(s, t, sum, 8);
    sum = warp_step(s, t, sum, 4);
    sum = warp_step(s, t, sum, 2);
    sum = warp_step(s, t, sum, 1);
    if (t == 0) partial[blockIdx.x] = sum;
  }
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reduce_5_unroll_last_warp_kernel, 2 * BLOCK, in, n, scratch, out);
}

// ---- 6: shuffle ------------------------------------------------------------------------------------------

// The sum of `sum` over the first `lanes` lanes of a warp (a power of two), in lane 0. All 32 lanes must
// call.
template <typename T> static __device__ T warp_sum(T sum, int lanes) {
  for (int distance = lanes / 2; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  return sum;
}

// The sum of `sum` over the block, in thread 0. Every warp adds up its own lanes in registers and stores one
// value in shared memory. After one barrier, warp 0 adds up those 8 values.
template <typename T> static __device__ T block_sum(T sum) {
  __shared__ T s[WARPS];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;

  sum = warp_sum(sum, WARP);
  if (lane == 0) s[warp] = sum;
  __syncthreads();
  if (warp == 0) sum = warp_sum(lane < WARPS ? s[lane] : 0, WARPS);
  return sum;
}

__global__ void reduce_6_shuffle_kernel(const float *in, int64_t n, float *partial) {
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;

  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  sum = block_sum(sum);
  if (t == 0) partial[blockIdx.x] = sum;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reduce_6_shuffle_kernel, 2 * BLOCK, in, n, scratch, out);
}

// ---- 7: many elements a thread ---------------------------------------------------------------------------

// A tile is what a block adds up in one round: four vectors of four elements for each thread. At most 4224
// blocks, 32 for each of an H200's 132 SMs: 8 of them run at a time, so that all SMs finish together.
enum { TILE_VECTORS = 4 * BLOCK, TILE = 4 * TILE_VECTORS, MAX_BLOCKS = 32 * 132 };

// T4 is the vector of four T. Block b takes tiles b, b + gridDim.x, ...; the four loads of a tile are
// independent, so that all are under way before the first is needed. The second loop is for a last tile that
// is not full: at most three vectors a thread; the last n % 4 elements are single ones.
template <typename T, typename T4>
__global__ void reduce_7_multi_block_kernel(const T *in, int64_t n, T *partial) {
  const T4 *vectors = (const T4 *)in;
  int64_t n_vectors = n / 4, step = (int64_t)gridDim.x * TILE_VECTORS;
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * TILE_VECTORS + t;

  T4 sums = {0, 0, 0, 0};
  for (; i + 3 * BLOCK < n_vectors; i += step) {
    T4 a = vectors[i], b = vectors[i + BLOCK], c = vectors[i + 2 * BLOCK], d = vectors[i + 3 * BLOCK];
    sums.x += (a.x + b.x) + (c.x + d.x);
    sums.y += (a.y + b.y) + (c.y + d.y);
    sums.z += (a.z + b.z) + (c.z + d.z);
    sums.w += (a.w + b.w) + (c.w + d.w);
  }
  for (; i < n_vectors; i += BLOCK) {
    T4 a = vectors[i];
    sums.x += a.x;
    sums.y += a.y;
    sums.z += a.z;
    sums.w += a.w;
  }
  T sum = (sums.x + sums.y) + (sums.z + sums.w);
  if (blockIdx.x == 0 && t < n % 4) sum += in[4 * n_vectors + t];

  sum = block_sum(sum);
  if (t == 0) partial[blockIdx.x] = sum;
}

// One launch where one tile holds everything, else two.
template <typename T, typename T4> static int reduce_7(const T *in, int64_t n, T *scratch, T *out) {
  int64_t tiles = (n + TILE - 1) / TILE;
  unsigned blocks = tiles < 1 ? 1 : tiles < MAX_BLOCKS ? tiles : MAX_BLOCKS;

  reduce_7_multi_block_kernel<T, T4><<<blocks, BLOCK>>>(in, n, blocks == 1 ? out : scratch);
  if (blocks > 1) reduce_7_multi_block_kernel<T, T4><<<1, BLOCK>>>(scratch, blocks, out);
  return cudaGetLastError();
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_7<float, float4>(in, n, scratch, out);
}

// Unsigned addition wraps around; overflow of a signed one is undefined in C++. The bits are the same.
int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  return reduce_7<unsigned, uint4>((const unsigned *)in, n, (unsigned *)scratch, (unsigned *)out);
}
