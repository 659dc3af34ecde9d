// Lab 09, stage 5: residual, RMS normalisation and scale in one kernel.

// Two bfloat16 in a word, the first in the lower half. A bfloat16 is the upper half of a float.
static __device__ float first_of(unsigned two) {
  return __uint_as_float(two << 16);
}

static __device__ float second_of(unsigned two) {
  return __uint_as_float(two & 0xffff0000u);
}

static __device__ unsigned two_of(float first, float second) {
  return (unsigned)__bfloat16_as_ushort(__float2bfloat16_rn(second)) << 16 |
         __bfloat16_as_ushort(__float2bfloat16_rn(first));
}

static __device__ float bf16_sum(dnn_bf16 a, dnn_bf16 b) { // rounded to bfloat16
  return __bfloat162float(__float2bfloat16_rn(__bfloat162float(a) + __bfloat162float(b)));
}

// Rows of any length, from any element on: one element at a time. The residual is loaded again.
__global__ void dnn_5_narrow_kernel(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight,
                                    int64_t columns, float eps, dnn_bf16 *out) {
  int64_t row = blockIdx.x * columns;
  float squares = 0;
  for (int64_t j = threadIdx.x; j < columns; j += BLOCK) {
    float h = bf16_sum(x[row + j], residual[row + j]);
    residual[row + j] = __float2bfloat16_rn(h);
    squares += h * h;
  }
  float scale = rsqrtf(block_sum(squares) / columns + eps);
  for (int64_t j = threadIdx.x; j < columns; j += BLOCK) {
    float h = __bfloat162float(residual[row + j]); // what this thread has stored
    out[row + j] = __float2bfloat16_rn(h * scale * __bfloat162float(weight[j]));
  }
}

// The sum of eight elements and eight, rounded; adds its squares up.
static __device__ uint4 added(uint4 a, uint4 b, float *squares) {
  unsigned *h = &a.x, *r = &b.x;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    h[i] = two_of(first_of(h[i]) + first_of(r[i]), second_of(h[i]) + second_of(r[i]));
    *squares += first_of(h[i]) * first_of(h[i]) + second_of(h[i]) * second_of(h[i]);
  }
  return a;
}

static __device__ uint4 scaled(uint4 h, float scale, uint4 weight) {
  unsigned *a = &h.x, *w = &weight.x;
#pragma unroll
  for (int i = 0; i < 4; i++)
    a[i] = two_of(first_of(a[i]) * scale * first_of(w[i]), second_of(a[i]) * scale * second_of(w[i]));
  return h;
}

// The part of a row that THREADS keep in registers, eight elements at a time: a warp up to 1024 elements, a block up to 8192.
enum { EIGHTS = VALUES / 8 };

// Loads the thread's x into h and its residual into r, 0 past the part's end.
template <int THREADS>
static __device__ void load_both(uint4 *h, uint4 *r, const uint4 *x, const uint4 *residual, int eights,
                                 int t) {
#pragma unroll
  for (int k = 0; k < EIGHTS; k++) {
    int j = k * THREADS + t;
    h[k] = r[k] = make_uint4(0, 0, 0, 0);
    if (j < eights) h[k] = load_marked(x + j), r[k] = load_marked(residual + j);
  }
}

// h becomes h + r, and is stored. Returns the sum of the thread's squares.
template <int THREADS>
static __device__ float update(uint4 *h, const uint4 *r, uint4 *residual, int eights, int t) {
  float squares = 0;
#pragma unroll
  for (int k = 0; k < EIGHTS; k++) {
    h[k] = added(h[k], r[k], &squares);
    if (k * THREADS + t < eights) residual[k * THREADS + t] = h[k];
  }
  return squares;
}

template <int THREADS>
static __device__ void store_scaled(uint4 *out, const uint4 *h, float scale, const uint4 *weight, int eights,
                                    int t) {
#pragma unroll
  for (int k = 0; k < EIGHTS; k++) {
    int j = k * THREADS + t;
    if (j < eights) __stcs(out + j, scaled(h[k], scale, weight[j])); // nobody reads it soon
  }
}

// THREADS have an aligned row.
template <int THREADS>
__global__ void dnn_5_wide_kernel(const uint4 *x, uint4 *residual, const uint4 *weight, int64_t rows,
                                  int columns, float eps, uint4 *out) {
  int t = threadIdx.x % THREADS, eights = columns / 8;
  int64_t row = (int64_t)blockIdx.x * (BLOCK / THREADS) + threadIdx.x / THREADS, first = row * eights;
  if (row >= rows) return; // a whole warp or block

  uint4 h[EIGHTS], r[EIGHTS];
  load_both<THREADS>(h, r, x + first, residual + first, eights, t);
  float squares = update<THREADS>(h, r, residual + first, eights, t);
  squares = THREADS == WARP ? over_warp<plus>(squares) : block_sum(squares);
  store_scaled<THREADS>(out + first, h, rsqrtf(squares / columns + eps), weight, eights, t);
}

#if defined __NVCC__ && !defined __PMPP_EMU__
// On Hopper a longer row, aligned, is that of a cluster of blocks that stay, as in stage 4.
enum { LONG_EIGHTS = LONG_ROOM / 8 };

__global__ void __launch_bounds__(LONG_BLOCK, 1)
    dnn_5_cluster_kernel(const uint4 *x, uint4 *residual, const uint4 *weight, int64_t rows, int64_t columns,
                         int parts, float eps, uint4 *out) {
  __shared__ uint4 of_columns[LONG_EIGHTS]; // the weight
  __shared__ row_words words;
  __shared__ float s[2][LONG_BLOCK / WARP];
  int rank = begin_exchange(&words, parts), t = threadIdx.x, lane = t % WARP, before = rank * LONG_EIGHTS;
  int64_t all = columns / 8, row = blockIdx.x / parts, step = gridDim.x / parts;
  int eights = (int)(all - before < LONG_EIGHTS ? all - before : LONG_EIGHTS);

  uint4 h[EIGHTS], next[2][EIGHTS];
  load_both<LONG_BLOCK>(next[0], next[1], x + row * all + before, residual + row * all + before, eights, t);
  for (int j = t; j < eights; j += LONG_BLOCK) of_columns[j] = weight[before + j];
  __syncthreads();

  for (int round = 0; row < rows; round++, row += step) {
    int64_t first = row * all + before, then = first + step * all;
#pragma unroll
    for (int k = 0; k < EIGHTS; k++) h[k] = next[0][k];
    float squares = update<LONG_BLOCK>(h, next[1], residual + first, eights, t);
    if (row + step < rows) load_both<LONG_BLOCK>(next[0], next[1], x + then, residual + then, eights, t);
    squares = long_sum(squares, s[round % 2]);
    const float4 *of_block = exchange(&words, round, rank, parts, make_float4(squares, 0, 0, 0));
    squares = over_warp<plus>(lane < parts ? of_block[lane % parts].x : 0);
    store_scaled<LONG_BLOCK>(out + first, h, rsqrtf(squares / columns + eps), of_columns, eights, t);
  }
}

// The same where all parts of a row are whole: the next two rows are on their way, see ring.cuh. A thread's columns are the same in all
// rows, so the weights have taken the place of the next row in the registers. A slot has 1024 elements of x, then those of the residual. The
// results are stored without a mark: with two rows on their way that is 0.7 % faster.
__global__ void __launch_bounds__(LONG_BLOCK, 1)
    dnn_5_ring_kernel(const uint4 *x, uint4 *residual, const uint4 *weight, int64_t rows, int64_t columns,
                      int parts, float eps, uint4 *out) {
  extern __shared__ __align__(128) uint4 slots[];
  __shared__ row_words words;
  __shared__ float s[2][LONG_BLOCK / WARP];
  __shared__ uint64_t full[LONG_BLOCK / WARP][SLOTS];
  int rank = begin_exchange(&words, parts), t = threadIdx.x, warp = t / WARP, lane = t % WARP;
  int64_t all = columns / 8, row = blockIdx.x / parts, step = gridDim.x / parts;
  int64_t before = (int64_t)rank * LONG_EIGHTS + warp * (WARP_ROOM / 8), first = row * all + before;
  row_ring ring = {slots + warp * RING,
                   full[warp],
                   {(const char *)(x + first), (const char *)(residual + first)},
                   step * all * 16,
                   (rows - row + step - 1) / step};
  begin_ring(&ring);
  uint4 h[EIGHTS], w[EIGHTS];
#pragma unroll
  for (int k = 0; k < EIGHTS; k++) w[k] = weight[before + k * WARP + lane];

  for (int round = 0; row < rows; round++, row += step) {
    const uint4 *own_part = arrived(&ring, round);
    int64_t at = row * all + before + lane;
    float squares = 0;
#pragma unroll
    for (int k = 0; k < EIGHTS; k++) {
      h[k] = added(own_part[k * WARP], own_part[SLOT_WORDS / 2 + k * WARP], &squares);
      residual[at + k * WARP] = h[k];
    }
    squares = long_sum(squares, s[round % 2]);
    ask(&ring, round + SLOTS); // now all that was in the slot has arrived in registers
    const float4 *of_block = exchange(&words, round, rank, parts, make_float4(squares, 0, 0, 0));
    squares = over_warp<plus>(lane < parts ? of_block[lane % parts].x : 0);
    float scale = rsqrtf(squares / columns + eps);
#pragma unroll
    for (int k = 0; k < EIGHTS; k++) out[at + k * WARP] = scaled(h[k], scale, w[k]);
  }
}

static bool updated_in_clusters(const uint4 *x, uint4 *residual, const uint4 *weight, int64_t rows,
                                int64_t columns, float eps, uint4 *out) {
  int parts = (int)((columns + LONG_ROOM - 1) / LONG_ROOM);
  cluster_form by_rings = {parts, LONG_BLOCK, LONG_BLOCK / WARP * RING * (int)sizeof(uint4), true};
  if (columns % LONG_ROOM == 0 &&
      launch_clusters(dnn_5_ring_kernel, rows, by_rings, x, residual, weight, rows, columns, parts, eps, out))
    return true;
  return launch_clusters(dnn_5_cluster_kernel, rows, cluster_form{parts, LONG_BLOCK, 0, true}, x, residual,
                         weight, rows, columns, parts, eps, out);
}
#else
static bool updated_in_clusters(const uint4 *, uint4 *, const uint4 *, int64_t, int64_t, float, uint4 *) {
  return false;
}
#endif

// Longer rows, aligned: the residual is loaded again.
__global__ void dnn_5_long_kernel(const uint4 *x, uint4 *residual, const uint4 *weight, int64_t columns,
                                  float eps, uint4 *out) {
  int64_t eights = columns / 8, row = blockIdx.x * eights;
  float squares = 0;
  for (int64_t j = threadIdx.x; j < eights; j += BLOCK)
    residual[row + j] = added(x[row + j], residual[row + j], &squares);
  float scale = rsqrtf(block_sum(squares) / columns + eps);
  for (int64_t j = threadIdx.x; j < eights; j += BLOCK)
    out[row + j] = scaled(residual[row + j], scale, weight[j]);
}

static void wide_rows(const uint4 *x, uint4 *residual, const uint4 *weight, int64_t rows, int64_t columns,
                      float eps, uint4 *out) {
  if (columns > BLOCK_ROOM && updated_in_clusters(x, residual, weight, rows, columns, eps, out)) return;
  if (columns > BLOCK_ROOM)
    dnn_5_long_kernel<<<(unsigned)rows, BLOCK>>>(x, residual, weight, columns, eps, out);
  else if (columns > WARP_ROOM)
    dnn_5_wide_kernel<BLOCK><<<(unsigned)rows, BLOCK>>>(x, residual, weight, rows, (int)columns, eps, out);
  else
    dnn_5_wide_kernel<WARP><<<(unsigned)((rows + WARPS - 1) / WARPS), BLOCK>>>(x, residual, weight, rows,
                                                                               (int)columns, eps, out);
}

int dnn_5_rms_norm_residual(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t rows,
                            int64_t columns, float eps, dnn_bf16 *out) {
  if (rows == 0) return 0;
  bool wide = columns % 8 == 0 && aligned(x) && aligned(residual) && aligned(weight) && aligned(out);
  if (!wide)
    dnn_5_narrow_kernel<<<(unsigned)rows, BLOCK>>>(x, residual, weight, columns, eps, out);
  else
    wide_rows((const uint4 *)x, (uint4 *)residual, (const uint4 *)weight, rows, columns, eps, (uint4 *)out);
  return cudaGetLastError();
}
