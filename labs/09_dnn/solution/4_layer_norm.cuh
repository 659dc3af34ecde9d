// Lab 09, stage 4: layer normalisation.

// What is known of a part of a row: how many elements, their mean, and the sum of the squares of their distances to it.
struct moments {
  float count, mean, squares;
};

// Welford's rule: one element more.
static __device__ void include(moments *m, float x) {
  float before = x - m->mean;
  m->count += 1;
  m->mean += before / m->count;
  m->squares += before * (x - m->mean);
}

// The same for two parts of a row (Chan, Golub and LeVeque).
static __device__ moments joined(moments a, moments b) {
  float count = a.count + b.count, distance = b.mean - a.mean;
  if (count == 0) return a;
  moments both = {count, a.mean + distance * (b.count / count), a.squares + b.squares};
  both.squares += distance * distance * (a.count * (b.count / count));
  return both;
}

// The moments of all threads of the block together, in every one of them.
static __device__ moments joined_over_block(moments m) {
  __shared__ moments s[WARPS];
  for (int d = WARP / 2; d > 0; d /= 2) {
    moments other = {__shfl_xor_sync(ALL_LANES, m.count, d), __shfl_xor_sync(ALL_LANES, m.mean, d),
                     __shfl_xor_sync(ALL_LANES, m.squares, d)};
    m = joined(m, other);
  }
  if (threadIdx.x % WARP == 0) s[threadIdx.x / WARP] = m;
  __syncthreads();
  m = s[0];
  for (int w = 1; w < WARPS; w++) m = joined(m, s[w]);
  return m;
}

// 1 / sqrt(variance + eps) of a whole row.
static __device__ float inverse_deviation(moments row, float eps) {
  return rsqrtf(row.squares / row.count + eps);
}

// A row of any length: loaded once for its moments, and a second time for the result.
__global__ void dnn_4_twice_kernel(const float *in, const float *gamma, const float *beta, int64_t columns,
                                   float eps, float *out) {
  const float *x = in + blockIdx.x * columns;
  float *y = out + blockIdx.x * columns;
  int t = threadIdx.x;

  moments m = {0, 0, 0};
  for (int64_t j = t; j < columns; j += BLOCK) include(&m, x[j]);
  m = joined_over_block(m);
  float scale = inverse_deviation(m, eps);
  for (int64_t j = t; j < columns; j += BLOCK) y[j] = (x[j] - m.mean) * scale * gamma[j] + beta[j];
}

// ---- the row stays in registers ---------------------------------------------------------------------------

// Where in the row v[k] of thread t is from: see stage 3's load.
template <int THREADS, bool WIDE> static __device__ int place(int k, int t) {
  return WIDE ? k / 4 * 4 * THREADS + 4 * t + k % 4 : k * THREADS + t;
}

// The moments of the n elements that threads share whose values `sum` adds up: a second pass over registers costs no byte, and no
// division for each element, as Welford's rule does.
template <int THREADS, bool WIDE, typename SUM>
static __device__ moments moments_of(const float *v, int n, int t, SUM sum) {
  float total = 0, squares = 0;
#pragma unroll
  for (int k = 0; k < VALUES; k++)
    if (place<THREADS, WIDE>(k, t) < n) total += v[k];
  float mean = sum(total) / n;
#pragma unroll
  for (int k = 0; k < VALUES; k++)
    if (place<THREADS, WIDE>(k, t) < n) squares += (v[k] - mean) * (v[k] - mean);
  moments m = {(float)n, mean, sum(squares)};
  return m;
}

static __device__ float normed(float x, float mean, float scale, float gamma, float beta) {
  return (x - mean) * scale * gamma + beta;
}

template <int THREADS, bool WIDE>
static __device__ void store_normed(float *y, int n, int t, const float *v, float mean, float scale,
                                    const float *gamma, const float *beta) {
#pragma unroll
  for (int k = 0; k < VALUES; k += WIDE ? 4 : 1) {
    int j = place<THREADS, WIDE>(k, t);
    if (j >= n) continue;
    if (WIDE) {
      float4 g = *(const float4 *)(gamma + j), b = *(const float4 *)(beta + j);
      float4 four = {normed(v[k], mean, scale, g.x, b.x), normed(v[k + 1], mean, scale, g.y, b.y),
                     normed(v[k + 2], mean, scale, g.z, b.z), normed(v[k + 3], mean, scale, g.w, b.w)};
      __stcs((float4 *)(y + j), four);
    } else {
      y[j] = normed(v[k], mean, scale, gamma[j], beta[j]);
    }
  }
}

// THREADS have a row: a warp one of up to 1024 elements, a block one of up to 8192.
template <int THREADS, bool WIDE>
__global__ void __launch_bounds__(BLOCK, 4)
    dnn_4_kept_kernel(const float *in, const float *gamma, const float *beta, int64_t rows, int columns,
                      float eps, float *out) {
  int64_t row = (int64_t)blockIdx.x * (BLOCK / THREADS) + threadIdx.x / THREADS;
  int t = threadIdx.x % THREADS;
  if (row >= rows) return; // a whole warp or block

  float v[VALUES];
  load<THREADS, WIDE>(in + row * columns, columns, t, v);
  auto sum = [](float x) { return THREADS == WARP ? over_warp<plus>(x) : block_sum(x); };
  moments m = moments_of<THREADS, WIDE>(v, columns, t, sum);
  store_normed<THREADS, WIDE>(out + row * columns, columns, t, v, m.mean, inverse_deviation(m, eps), gamma,
                              beta);
}

template <int THREADS>
static void kept(bool wide, const float *in, const float *gamma, const float *beta, int64_t rows, int columns,
                 float eps, float *out) {
  unsigned blocks = (unsigned)((rows + BLOCK / THREADS - 1) / (BLOCK / THREADS));
  if (wide)
    dnn_4_kept_kernel<THREADS, true><<<blocks, BLOCK>>>(in, gamma, beta, rows, columns, eps, out);
  else
    dnn_4_kept_kernel<THREADS, false><<<blocks, BLOCK>>>(in, gamma, beta, rows, columns, eps, out);
}

#if defined __NVCC__ && !defined __PMPP_EMU__
// On Hopper a longer row is that of a cluster of blocks, see clusters.cuh. If it loaded gamma and beta for each row, twice as
// many bytes would come from the L2 cache as the rows have, and set the time. So blocks stay: one on each multiprocessor, of 512 threads,
// keeps its part of both in shared memory, and the next row's part is on its way into registers while it works on this one.
enum { LONG_BLOCK = 512, LONG_ROOM = LONG_BLOCK * VALUES };

// A row's moments from those of its parts, of 16384 elements and the last one of fewer; lane l knows part l.
static __device__ moments moments_of_parts(float mean, float squares, int parts, int64_t columns) {
  int lane = threadIdx.x % WARP;
  float count = lane < parts - 1 ? LONG_ROOM : lane == parts - 1 ? columns - lane * (int64_t)LONG_ROOM : 0;
  if (count == 0) mean = squares = 0;
  moments row = {(float)columns, over_warp<plus>(count * mean) / columns, 0};
  row.squares = over_warp<plus>(squares + count * (mean - row.mean) * (mean - row.mean));
  return row;
}

// The sum of all threads of such a block. s is a float for each warp, and not that of the call before.
static __device__ float long_sum(float x, float *s) {
  x = over_warp<plus>(x);
  if (threadIdx.x % WARP == 0) s[threadIdx.x / WARP] = x;
  __syncthreads();
  x = s[0];
#pragma unroll
  for (int w = 1; w < LONG_BLOCK / WARP; w++) x += s[w];
  return x;
}

template <bool WIDE>
__global__ void __launch_bounds__(LONG_BLOCK, 1)
    dnn_4_cluster_kernel(const float *in, const float *gamma, const float *beta, int64_t rows,
                         int64_t columns, int parts, float eps, float *out) {
  extern __shared__ __align__(16) float of_columns[]; // gamma and beta
  __shared__ row_words words;
  __shared__ float s[2][LONG_BLOCK / WARP];
  int rank = begin_exchange(&words, parts), t = threadIdx.x;
  int64_t first = (int64_t)rank * LONG_ROOM, row = blockIdx.x / parts, step = gridDim.x / parts;
  int n = (int)(columns - first < LONG_ROOM ? columns - first : LONG_ROOM);

  float v[VALUES], next[VALUES];
  load<LONG_BLOCK, WIDE>(in + row * columns + first, n, t, next);
  for (int j = t; j < n; j += LONG_BLOCK)
    of_columns[j] = gamma[first + j], of_columns[LONG_ROOM + j] = beta[first + j];
  __syncthreads();

  for (int round = 0; row < rows; round++, row += step) {
#pragma unroll
    for (int k = 0; k < VALUES; k++) v[k] = next[k];
    if (row + step < rows) load<LONG_BLOCK, WIDE>(in + (row + step) * columns + first, n, t, next);
    int sums = 0;
    auto sum = [&](float x) { return long_sum(x, s[sums++]); };
    moments own = moments_of<LONG_BLOCK, WIDE>(v, n, t, sum);
    const float4 *of_block = exchange(&words, round, rank, parts, make_float4(own.mean, own.squares, 0, 0));
    float4 part = of_block[t % WARP % parts];
    moments all = moments_of_parts(part.x, part.y, parts, columns);
    store_normed<LONG_BLOCK, WIDE>(out + row * columns + first, n, t, v, all.mean,
                                   inverse_deviation(all, eps), of_columns, of_columns + LONG_ROOM);
  }
}

static bool normed_in_clusters(bool wide, const float *in, const float *gamma, const float *beta,
                               int64_t rows, int64_t columns, float eps, float *out) {
  int parts = (int)((columns + LONG_ROOM - 1) / LONG_ROOM);
  cluster_form form = {parts, LONG_BLOCK, 2 * LONG_ROOM * (int)sizeof(float), true};
  return launch_clusters(wide ? dnn_4_cluster_kernel<true> : dnn_4_cluster_kernel<false>, rows, form, in,
                         gamma, beta, rows, columns, parts, eps, out);
}
#else
static bool normed_in_clusters(bool, const float *, const float *, const float *, int64_t, int64_t, float,
                               float *) {
  return false;
}
#endif

static bool aligned(const void *p) {
  return (uintptr_t)p % 16 == 0;
}

int dnn_4_layer_norm(const float *in, const float *gamma, const float *beta, int64_t rows, int64_t columns,
                     float eps, float *out) {
  if (rows == 0) return 0;
  bool wide = columns % 4 == 0 && aligned(in) && aligned(gamma) && aligned(beta) && aligned(out);
  if (columns > BLOCK_ROOM && normed_in_clusters(wide, in, gamma, beta, rows, columns, eps, out)) return 0;
  if (columns > BLOCK_ROOM)
    dnn_4_twice_kernel<<<(unsigned)rows, BLOCK>>>(in, gamma, beta, columns, eps, out);
  else if (columns > WARP_ROOM)
    kept<BLOCK>(wide, in, gamma, beta, rows, (int)columns, eps, out);
  else
    kept<WARP>(wide, in, gamma, beta, rows, (int)columns, eps, out);
  return cudaGetLastError();
}
