// Lab 07, stage 3: merge sort.

// Blocks of SORT_THREADS sort the first runs. Blocks of PASS_THREADS merge them, PASS_BLOCKS on an SM at a
// time. A run is a multiple of a tile.
template <typename T> struct merge_shape;
template <> struct merge_shape<uint32_t> {
  enum { ITEMS = 17, SORT_THREADS = 512, PASS_THREADS = 256, PASS_BLOCKS = PMPP_BLOCKS(256, 6) };
};
template <> struct merge_shape<uint64_t> {
  enum { ITEMS = 9, SORT_THREADS = 512, PASS_THREADS = 256, PASS_BLOCKS = PMPP_BLOCKS(256, 6) };
};
template <typename T> struct merge_sizes {
  enum { RUN = merge_shape<T>::SORT_THREADS * merge_shape<T>::ITEMS };
  enum { TILE = merge_shape<T>::PASS_THREADS * merge_shape<T>::ITEMS };
};

// A thread compares only neighbours among its items: odd pairs, then even pairs. So equal keys keep their
// order, and all items stay in registers. Then the items of two threads are merged, of 4 threads, of 8, ...
// Past the end of the input the largest key fills the tile. No key is larger, and it comes after equal keys.
template <typename T>
__global__ void __launch_bounds__(merge_shape<T>::SORT_THREADS)
    sort_3_block_sort_kernel(const T *in, int64_t n, T *out) {
  enum { ITEMS = merge_shape<T>::ITEMS, THREADS = merge_shape<T>::SORT_THREADS, RUN = merge_sizes<T>::RUN };
  extern __shared__ uint64_t shared[];
  T *s = (T *)shared, r[ITEMS];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * RUN;
  int count = n - first < RUN ? (int)(n - first) : (int)RUN;

#pragma unroll
  for (int i = 0; i < ITEMS; i++) r[i] = t + i * THREADS < count ? in[first + t + i * THREADS] : (T)-1;
#pragma unroll
  for (int i = 0; i < ITEMS; i++) s[t + i * THREADS] = r[i];
  if (t == 0) s[RUN] = 0;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < ITEMS; i++) r[i] = s[t * ITEMS + i];
#pragma unroll
  for (int round = 0; round < ITEMS; round++)
#pragma unroll
    for (int i = round % 2; i + 1 < ITEMS; i += 2) put_in_order(r[i], r[i + 1]);

  for (int run = 1; run < THREADS; run *= 2) { // run: a number of threads
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ITEMS; i++) s[t * ITEMS + i] = r[i];
    __syncthreads();
    int length = run * ITEMS, a = t / (2 * run) * 2 * length, b = a + length, k = t * ITEMS - a;
    int i = co_rank(k, s + a, length, s + b, length);
    merge_to_registers(s, a + i, a + length, b + k - i, b + length, r);
  }
  store_tile<THREADS>(s, r, out + first, count);
}

// begin[t] becomes the co-rank of tile t's first output in its pair. Thousands of searches at a time hide the
// latency of each search. In the merging block, as in stage 2, all threads would wait for the search.
template <typename T>
__global__ void sort_3_search_kernel(const T *in, int64_t n, int64_t run, unsigned tiles, uint32_t *begin) {
  unsigned tile = blockIdx.x * BLOCK + threadIdx.x;
  if (tile >= tiles) return;
  int64_t first = (int64_t)tile * merge_sizes<T>::TILE;
  run_pair p = pair_of(first, n, run);
  const T *a = in + p.begin;
  begin[tile] = (uint32_t)co_rank((int)(first - p.begin), a, (int)p.m, a + p.m, (int)p.n);
}

template <typename T>
__global__ void __launch_bounds__(merge_shape<T>::PASS_THREADS, merge_shape<T>::PASS_BLOCKS)
    sort_3_merge_kernel(const T *in, int64_t n, int64_t run, const uint32_t *begin, T *out) {
  enum { ITEMS = merge_shape<T>::ITEMS, THREADS = merge_shape<T>::PASS_THREADS, TILE = merge_sizes<T>::TILE };
  extern __shared__ uint64_t shared[];
  int64_t first = (int64_t)blockIdx.x * TILE;
  run_pair p = pair_of(first, n, run);
  int64_t k = first - p.begin, k_end = k + TILE < p.m + p.n ? k + TILE : p.m + p.n;
  int64_t i = begin[blockIdx.x], i_end = k_end < p.m + p.n ? begin[blockIdx.x + 1] : p.m;
  const T *a = in + p.begin + i, *b = in + p.begin + p.m + (k - i);
  merge_tile<THREADS, ITEMS>(a, (int)(i_end - i), b, (int)(k_end - k), (T *)shared, out + first);
}

// The passes alternate between scratch and out. The first runs go to the array from which the last
// pass ends in out.
template <typename T> static int merge_sort(const T *in, int64_t n, uint32_t *scratch, T *out) {
  enum { RUN = merge_sizes<T>::RUN, TILE = merge_sizes<T>::TILE };
  if (n == 0) return 0;
  const size_t run_bytes = (RUN + 1) * sizeof(T), tile_bytes = (TILE + 1) * sizeof(T);
  T *other = (T *)scratch;
  uint32_t *begin = scratch + 2 * n;
  unsigned tiles = blocks_of(n, TILE);

  cudaError_t error = allow_shared(sort_3_block_sort_kernel<T>, run_bytes);
  if (error == cudaSuccess) error = allow_shared(sort_3_merge_kernel<T>, tile_bytes);
  if (error != cudaSuccess) return error;

  int passes = 0;
  for (int64_t run = RUN; run < n; run *= 2) passes++;
  T *from = passes % 2 ? other : out, *to = passes % 2 ? out : other;
  sort_3_block_sort_kernel<T><<<blocks_of(n, RUN), merge_shape<T>::SORT_THREADS, run_bytes>>>(in, n, from);
  for (int64_t run = RUN; run < n; run *= 2) {
    sort_3_search_kernel<T><<<blocks_of(tiles, BLOCK), BLOCK>>>(from, n, run, tiles, begin);
    sort_3_merge_kernel<T><<<tiles, merge_shape<T>::PASS_THREADS, tile_bytes>>>(from, n, run, begin, to);
    T *swap = from;
    from = to;
    to = swap;
  }
  return cudaGetLastError();
}

int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return merge_sort(in, n, scratch, out);
}

int sort_3_merge_sort_records(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return merge_sort(in, n, scratch, out);
}
