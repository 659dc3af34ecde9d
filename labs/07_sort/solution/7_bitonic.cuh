// Lab 07, stage 7: bitonic sort.

// Thread t holds element t of the tile. A run is bitonic if it rises and then falls, or the reverse. Runs of
// 2 are bitonic, and so are two neighbouring runs, sorted in opposite directions. To sort a bitonic run,
// compare elements `distance` apart: half of its length, a quarter, ... The upper thread of a pair has the
// bit `distance` set in its index. Below a warp's width, a shuffle brings the partner's element. From a
// warp's width on, it comes through shared memory, from two buffers in turn: one barrier a step is enough.
static __device__ int bitonic_sort(int x) {
  __shared__ int buffer[2][SORT_TILE];
  int t = threadIdx.x, which = 0;
  for (int length = 2; length <= SORT_TILE; length *= 2) {
    for (int distance = length / 2; distance > 0; distance /= 2) {
      int other;
      if (distance < WARP) {
        other = __shfl_xor_sync(ALL_LANES, x, distance);
      } else {
        buffer[which][t] = x;
        __syncthreads();
        other = buffer[which][t ^ distance];
        which = 1 - which;
      }
      bool ascending = (t & length) == 0, lower = (t & distance) == 0;
      x = lower == ascending ? min(x, other) : max(x, other);
    }
  }
  return x;
}

__global__ void __launch_bounds__(SORT_TILE) sort_7_bitonic_kernel(const int *in, int64_t n, int *out) {
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  int x = bitonic_sort(i < n ? in[i] : INT32_MAX);
  if (i < n) out[i] = x;
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n == 0) return 0;
  sort_7_bitonic_kernel<<<blocks_of(n, SORT_TILE), SORT_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// The k largest of a tile, largest first. All other elements of the tile are not among the k largest of the
// input. Descending order is ascending order of ~x. Unlike -x, it exists for every int.
__global__ void __launch_bounds__(SORT_TILE) sort_7_top_k_kernel(const int *in, int64_t n, int k, int *out) {
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  int x = ~bitonic_sort(i < n ? ~in[i] : INT32_MAX);
  int64_t place = (int64_t)blockIdx.x * k + threadIdx.x;
  if (threadIdx.x < k) out[place] = x;
}

// Every pass keeps k of each 1024 elements, until one tile is left. A last tile with fewer than k
// elements also keeps some copies of the smallest int. This does no harm: the input has k elements that
// are not smaller.
int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  int *here = (int *)scratch, *there = here + (n / SORT_TILE + 1) * SORT_MAX_K;
  for (;;) {
    unsigned tiles = blocks_of(n, SORT_TILE);
    sort_7_top_k_kernel<<<tiles, SORT_TILE>>>(in, n, k, tiles == 1 ? out : here);
    if (tiles == 1) return cudaGetLastError();
    in = here;
    n = (int64_t)tiles * k;
    here = there;
    there = (int *)in;
  }
}
