// Lab 09, stage 3: the row stays in registers.

// A thread has room for 32 elements: rows of up to 1024 are a warp's, up to 8192 a block's, longer ones several blocks'.
enum { VALUES = 32, WARP_ROOM = WARP * VALUES, BLOCK_ROOM = BLOCK * VALUES };

// 16 bytes of a row. Nobody loads them again, and yet they are marked as those that shall stay longest in the L2 cache: then the
// results, which are marked as the first to go, make room for each other, and leave for the memory at once. On an H200 stages 3 to 5
// take 3 to 5 % less time so, and a kernel behind them that works within the L2 cache a few microseconds more.
static __device__ uint4 load_marked(const void *p) {
#if defined __NVCC__ && !defined __PMPP_EMU__ && __CUDA_ARCH__ >= 800
  uint4 v;
  uint64_t mark;
  asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(mark));
  asm volatile("ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(p), "l"(mark));
  return v;
#else
  return *(const uint4 *)p;
#endif
}

// Thread t of THREADS takes its elements of x[0 .. n), -infinity past the end. WIDE: four neighbours with one load; x is a
// multiple of 16 bytes then, and n one of 4.
template <int THREADS, bool WIDE> static __device__ void load(const float *x, int64_t n, int t, float *v) {
#pragma unroll
  for (int k = 0; k < VALUES; k += WIDE ? 4 : 1) {
    if (WIDE) {
      int j = k * THREADS + 4 * t;
      v[k] = v[k + 1] = v[k + 2] = v[k + 3] = -INFINITY;
      if (j >= n) continue;
      uint4 four = load_marked(x + j);
      v[k] = __uint_as_float(four.x), v[k + 1] = __uint_as_float(four.y);
      v[k + 2] = __uint_as_float(four.z), v[k + 3] = __uint_as_float(four.w);
    } else {
      int j = k * THREADS + t;
      v[k] = j < n ? x[j] : -INFINITY;
    }
  }
}

template <int THREADS, bool WIDE>
static __device__ void store(float *y, int64_t n, int t, const float *v, float scale) {
#pragma unroll
  for (int k = 0; k < VALUES; k += WIDE ? 4 : 1) {
    if (WIDE) {
      int j = k * THREADS + 4 * t;
      float4 four = make_float4(v[k] * scale, v[k + 1] * scale, v[k + 2] * scale, v[k + 3] * scale);
      if (j < n) __stcs((float4 *)(y + j), four); // nobody reads it soon
    } else {
      int j = k * THREADS + t;
      if (j < n) y[j] = v[k] * scale;
    }
  }
}

// The elements of v become exp(v - max), with the maximum of all threads that share the row (THREADS are a warp or the block).
// Returns this maximum and the sum.
template <int THREADS> static __device__ part exponentials(float *v) {
  part p = {-INFINITY, 0};
#pragma unroll
  for (int k = 0; k < VALUES; k++) p.max = fmaxf(p.max, v[k]);
  p.max = THREADS == WARP ? over_warp<larger>(p.max) : block_max(p.max);
  float max = p.max == -INFINITY ? 0 : p.max;
#pragma unroll
  for (int k = 0; k < VALUES; k++) p.sum += v[k] = expf(v[k] - max);
  p.sum = THREADS == WARP ? over_warp<plus>(p.sum) : block_sum(p.sum);
  return p;
}

template <bool WIDE>
__global__ void dnn_3_warps_kernel(const float *in, int64_t rows, int64_t columns, float *out) {
  int64_t row = (int64_t)blockIdx.x * WARPS + threadIdx.x / WARP;
  int lane = threadIdx.x % WARP;
  if (row >= rows) return; // a whole warp

  float v[VALUES];
  load<WARP, WIDE>(in + row * columns, columns, lane, v);
  part p = exponentials<WARP>(v);
  store<WARP, WIDE>(out + row * columns, columns, lane, v, inverse(p.sum));
}

template <bool WIDE> __global__ void dnn_3_block_kernel(const float *in, int64_t columns, float *out) {
  float v[VALUES];
  load<BLOCK, WIDE>(in + blockIdx.x * columns, columns, threadIdx.x, v);
  part p = exponentials<BLOCK>(v);
  store<BLOCK, WIDE>(out + blockIdx.x * columns, columns, threadIdx.x, v, inverse(p.sum));
}

// ---- several blocks a row ---------------------------------------------------------------------------------

// The scratch memory: the next ticket; what the block with ticket t has published, its part's maximum and sum in one word;
// for each row, how many of its blocks have published.
typedef unsigned long long word;

static __device__ word word_of(part p) {
  return (word)__float_as_uint(p.max) << 32 | __float_as_uint(p.sum);
}

static __device__ part part_of(word w) {
  part p = {__uint_as_float((unsigned)(w >> 32)), __uint_as_float((unsigned)w)};
  return p;
}

__global__ void dnn_3_clear_kernel(uint64_t *words, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) words[i] = 0;
}

// Publishes the block's part and waits for those of the row's other blocks. Returns all of them together. A single thread
// polls a single word.
static __device__ part whole_row(part own, word *published, unsigned *arrived, int64_t ticket, int parts) {
  __shared__ part row;
  int t = threadIdx.x;
  if (t == 0) {
    *(volatile word *)&published[ticket] = word_of(own);
    __threadfence(); // the word before the arrival
    atomicAdd(arrived, 1u);
    while (*(volatile unsigned *)arrived < parts) {
    }
    __threadfence();
  }
  if (t < WARP) {
    __syncwarp();
    part p = {-INFINITY, 0};
    if (t < parts) p = part_of(*(volatile word *)&published[ticket / parts * parts + t]);
    p = merged_over_warp(p);
    if (t == 0) row = p;
  }
  __syncthreads();
  return row;
}

// A row's blocks wait for each other, so all of them must run at the same time. They do if the device has room for them:
// tickets are drawn in the order in which blocks start, so the blocks of the first unfinished row start before any other
// that would take their place. A block that waits loads nothing, so others have to be there: 5 an SM, which leaves 48
// registers for a thread.
template <bool WIDE>
__global__ void __launch_bounds__(BLOCK, 5)
    dnn_3_parts_kernel(const float *in, int64_t columns, int parts, uint64_t *scratch, float *out) {
  __shared__ int64_t drawn;
  word *published = (word *)scratch + 1;
  unsigned *arrived = (unsigned *)(published + gridDim.x);
  if (threadIdx.x == 0) drawn = (int64_t)atomicAdd((word *)scratch, 1ull);
  __syncthreads();
  int64_t ticket = drawn, first = ticket % parts * BLOCK_ROOM, at = ticket / parts * columns + first;
  int64_t n = columns - first < BLOCK_ROOM ? columns - first : BLOCK_ROOM;

  float v[VALUES];
  load<BLOCK, WIDE>(in + at, n, threadIdx.x, v);
  part own = exponentials<BLOCK>(v);
  part row = whole_row(own, published, arrived + ticket / parts, ticket, parts);
  store<BLOCK, WIDE>(out + at, n, threadIdx.x, v, rescaling(own.max, row.max) * inverse(row.sum));
}

// How many blocks of the kernel the device runs at the same time.
static int room_for(void (*kernel)(const float *, int64_t, int, uint64_t *, float *)) {
  int device = 0, processors = 0, blocks = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, BLOCK, 0);
  return processors * blocks;
}

#if defined __NVCC__ && !defined __PMPP_EMU__
// On Hopper the blocks of a row are a cluster: see clusters.cuh.
template <bool WIDE>
__global__ void __launch_bounds__(BLOCK, 4)
    dnn_3_cluster_kernel(const float *in, int64_t columns, int parts, float *out) {
  __shared__ row_words words;
  int rank = begin_exchange(&words, parts), lane = threadIdx.x % WARP;
  int64_t first = (int64_t)rank * BLOCK_ROOM, at = blockIdx.x / parts * columns + first;
  int64_t n = columns - first < BLOCK_ROOM ? columns - first : BLOCK_ROOM;

  float v[VALUES];
  load<BLOCK, WIDE>(in + at, n, threadIdx.x, v);
  part own = exponentials<BLOCK>(v), none = {-INFINITY, 0};
  const float4 *of_block = exchange(&words, 0, rank, parts, make_float4(own.max, own.sum, 0, 0));
  part one = {of_block[lane % parts].x, of_block[lane % parts].y};
  part row = merged_over_warp(lane < parts ? one : none);
  store<BLOCK, WIDE>(out + at, n, threadIdx.x, v, rescaling(own.max, row.max) * inverse(row.sum));
}

template <bool WIDE>
static bool in_clusters(const float *in, int64_t rows, int64_t columns, int parts, float *out) {
  return launch_clusters(dnn_3_cluster_kernel<WIDE>, rows, cluster_form{parts, BLOCK, 0, false}, in, columns,
                         parts, out);
}
#else
template <bool WIDE> static bool in_clusters(const float *, int64_t, int64_t, int, float *) {
  return false;
}
#endif

template <bool WIDE>
static int resident(const float *in, int64_t rows, int64_t columns, uint64_t *scratch, float *out) {
  int parts = (int)((columns + BLOCK_ROOM - 1) / BLOCK_ROOM);
  if (columns <= WARP_ROOM) {
    dnn_3_warps_kernel<WIDE><<<(unsigned)((rows + WARPS - 1) / WARPS), BLOCK>>>(in, rows, columns, out);
  } else if (parts == 1) {
    dnn_3_block_kernel<WIDE><<<(unsigned)rows, BLOCK>>>(in, columns, out);
  } else if (in_clusters<WIDE>(in, rows, columns, parts, out)) {
    return 0;
  } else if (room_for(dnn_3_parts_kernel<WIDE>) < parts) {
    return dnn_2_softmax_online(in, rows, columns, out);
  } else {
    int64_t words = 1 + rows * parts + (rows + 1) / 2;
    dnn_3_clear_kernel<<<(unsigned)((words + BLOCK - 1) / BLOCK), BLOCK>>>(scratch, words);
    dnn_3_parts_kernel<WIDE><<<(unsigned)(rows * parts), BLOCK>>>(in, columns, parts, scratch, out);
  }
  return cudaGetLastError();
}

int dnn_3_softmax_resident(const float *in, int64_t rows, int64_t columns, uint64_t *scratch, float *out) {
  if (rows == 0) return 0;
  bool wide = columns % 4 == 0 && (uintptr_t)in % 16 == 0 && (uintptr_t)out % 16 == 0;
  return wide ? resident<true>(in, rows, columns, scratch, out)
              : resident<false>(in, rows, columns, scratch, out);
}
