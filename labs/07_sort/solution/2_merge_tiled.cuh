// Lab 07, stage 2: merging, one block a tile.

// Merges s[a .. a_end) and s[b .. b_end) into r, until r is full. The loop holds the next element of each
// side and loads one element a step. It may load elements beyond an end, but it does not use them.
template <int ITEMS, typename T>
static __device__ void merge_to_registers(const T *s, int a, int a_end, int b, int b_end, T (&r)[ITEMS]) {
  T from_a = s[a], from_b = s[b];
#pragma unroll
  for (int k = 0; k < ITEMS; k++) {
    bool take_a = b >= b_end || (a < a_end && key_of(from_a) <= key_of(from_b));
    r[k] = take_a ? from_a : from_b;
    T next = s[take_a ? ++a : ++b];
    if (take_a)
      from_a = next;
    else
      from_b = next;
  }
}

// Merges the tile of `count` elements, na of them from a. s has room for THREADS * ITEMS + 1 elements. All
// loads are in flight before the first element is stored. The last merge may load beyond the elements, so a
// zero lies there.
template <int THREADS, int ITEMS, typename T>
static __device__ void merge_tile(const T *a, int na, const T *b, int count, T *s, T *out) {
  int t = threadIdx.x;
  T r[ITEMS];
#pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    int k = t + i * THREADS;
    r[i] = k < na ? a[k] : k < count ? b[k - na] : 0;
  }
#pragma unroll
  for (int i = 0; i < ITEMS; i++) s[t + i * THREADS] = r[i];
  if (t == 0) s[THREADS * ITEMS] = 0;
  __syncthreads();
  int k = t * ITEMS;
  if (k < count) {
    int i = co_rank(k, s, na, s + na, count - na);
    merge_to_registers(s, i, na, na + k - i, count, r);
  }
  store_tile<THREADS>(s, r, out, count);
}

// 17 outputs a thread: many enough that its search in shared memory costs little for each of them, few enough that four
// blocks fit on a multiprocessor.
enum { MERGE_ITEMS = 17, MERGE_TILE = BLOCK * MERGE_ITEMS, MERGE_BLOCKS = PMPP_BLOCKS(BLOCK, 4) };

// Thread t searches where tile t begins in a. Thousands of searches at a time hide the latency of each search; in the
// merging block, all threads would wait for one. Nobody needs the outputs yet, so the result waits there: as the first
// word of its tile, and as the second word of the tile before, which ends there. (The last tile ends with a.)
__global__ void sort_2_search_kernel(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                     unsigned tiles, uint64_t *out) {
  unsigned tile = blockIdx.x * BLOCK + threadIdx.x;
  if (tile >= tiles) return;
  int64_t first = (int64_t)tile * MERGE_TILE, i = co_rank(first, a, m, b, n);
  out[first] = i;
  if (tile > 0) out[first - MERGE_TILE + 1] = i;
}

// Loads a tile side by side into shared memory, and searches and merges there. So global loads are coalesced: excess
// sectors nearly vanish.
__global__ void __launch_bounds__(BLOCK, MERGE_BLOCKS)
    sort_2_merge_tiled_kernel(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  __shared__ uint64_t s[MERGE_TILE + 1];
  __shared__ int64_t bound[2];
  int64_t first = (int64_t)blockIdx.x * MERGE_TILE;
  int64_t end = first + MERGE_TILE < m + n ? first + MERGE_TILE : m + n;

  if (threadIdx.x < 2) bound[threadIdx.x] = threadIdx.x == 0 || end < m + n ? out[first + threadIdx.x] : m;
  __syncthreads();
  int64_t i = bound[0], j = first - i;
  merge_tile<BLOCK, MERGE_ITEMS>(a + i, (int)(bound[1] - i), b + j, (int)(end - first), s, out + first);
}

int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  unsigned tiles = blocks_of(m + n, MERGE_TILE);
  sort_2_search_kernel<<<blocks_of(tiles, BLOCK), BLOCK>>>(a, m, b, n, tiles, out);
  sort_2_merge_tiled_kernel<<<tiles, BLOCK>>>(a, m, b, n, out);
  return cudaGetLastError();
}
