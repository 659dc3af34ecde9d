// Lab 05, stage 7: one pass, looking back.

// A block of 640 threads holds two tiles in shared memory. A thread has 5 vectors of a tile: 50 KiB a tile, and
// an SM of an H200 has room for two such blocks. Many devices do not grant a block 100 KiB (a T4 64, an RTX 4090
// 99). There a thread has 3 vectors: 30 KiB a tile.
enum { BLOCK = 640, WARPS = BLOCK / WARP, MOST_VECTORS = 5, LEAST_VECTORS = 3 };

// Warp w has the w-th run of WARP_ELEMENTS elements of a tile.
template <int VECTORS> struct shape {
  enum { WARP_VECTORS = VECTORS * WARP, WARP_ELEMENTS = 4 * WARP_VECTORS };
  enum { TILE_VECTORS = WARPS * WARP_VECTORS, TILE = WARPS * WARP_ELEMENTS };
  enum { TWO_TILES = 2 * TILE_VECTORS * 16 }; // bytes
};

template <typename T> struct vector_of;
template <> struct vector_of<float> { typedef float4 type; };
template <> struct vector_of<unsigned> { typedef uint4 type; };

// A tile publishes its sum. The sum and the flag that it is valid share one word of 64 bits, which is stored
// and loaded whole. A thread that reads the flag also has the sum, so no fence is needed.
typedef unsigned long long word;
static const word VALID = 1ull << 32;

static __device__ unsigned bits_of(float x) {
  return __float_as_uint(x);
}
static __device__ unsigned bits_of(unsigned x) {
  return x;
}
static __device__ void from_bits(unsigned bits, float *x) {
  *x = __uint_as_float(bits);
}
static __device__ void from_bits(unsigned bits, unsigned *x) {
  *x = bits;
}

template <typename T> static __device__ void publish(word *tile, T sum) {
  *(volatile word *)tile = VALID | bits_of(sum);
}

// Polls until the tile has published its sum.
template <typename T> static __device__ T poll(const word *tile) {
  word w;
  do w = *(const volatile word *)tile;
  while (!(w & VALID));
  T sum;
  from_bits((unsigned)w, &sum);
  return sum;
}

// Values that the warps of a block share, in shared memory.
template <typename T> struct block_notes {
  unsigned ticket;             // the block's next tile
  T before_warp[2][WARPS + 1]; // of two tiles: the sum before each warp's part; [WARPS]: the tile's sum
  T polled[WARPS];             // each warp's part of the sum over other tiles
};

// Thread 0 takes the block's next tile: a ticket. Blocks start in any order, and a block that waits keeps its
// place on the SM. If blockIdx chose the tiles, all running blocks could wait for a block that never starts.
// A running block takes each ticket, and it waits for no other block until it has published that tile's sum.
// So every sum that a block waits for will come.
template <typename T> static __device__ void take_ticket(uint64_t *scratch, block_notes<T> *notes) {
  if (threadIdx.x == 0) notes->ticket = atomicAdd((unsigned *)scratch, 1u);
}

// Copies the warp's part of a tile from global to shared memory, without registers in between. Elements past
// the end are 0. On return the copy is complete for this warp.
template <int VECTORS, typename T, typename T4>
static __device__ void load_part(const T *in, int64_t n, int64_t first, T4 *part) {
  enum { WARP_ELEMENTS = shape<VECTORS>::WARP_ELEMENTS };
  int lane = threadIdx.x % WARP;
  if (first + WARP_ELEMENTS <= n) {
    const T4 *from = (const T4 *)(in + first) + lane;
    for (int v = 0; v < VECTORS; v++)
      __pipeline_memcpy_async(&part[v * WARP + lane], &from[v * WARP], sizeof(T4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
  } else {
    for (int k = lane; k < WARP_ELEMENTS; k += WARP) ((T *)part)[k] = first + k < n ? in[first + k] : 0;
  }
  __syncwarp();
}

// The sum of the warp's part, in all lanes.
template <typename T, int VECTORS, typename T4> static __device__ T sum_of_part(const T4 *part) {
  T sum = 0;
  for (int v = 0; v < VECTORS; v++) {
    T4 x = part[v * WARP + threadIdx.x % WARP];
    sum += (x.x + x.y) + (x.z + x.w);
  }
  return __shfl_sync(ALL_LANES, warp_scan(sum), WARP - 1);
}

// warp_sum is the sum of the warp's part. Stores the sum before each warp in before_warp, and publishes the
// tile's sum. All threads call.
template <typename T> static __device__ void publish_tile(T warp_sum, T before_warp[WARPS + 1], word *tile) {
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  if (lane == 0) before_warp[warp] = warp_sum;
  __syncthreads();
  if (warp > 0) return;
  T upto = warp_scan(lane < WARPS ? before_warp[lane] : 0);
  if (lane == WARPS - 1) publish(tile, upto);
  __syncwarp();
  if (lane == 0) before_warp[0] = 0;
  if (lane < WARPS) before_warp[lane + 1] = upto;
}

// The sum of tiles first to end - 1, in all threads. Each thread polls its share of the
// tiles. All threads call.
template <typename T>
static __device__ T poll_tiles(const word *words, int64_t first, int64_t end, block_notes<T> *notes) {
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  T sum = 0;
  for (int64_t tile = first + threadIdx.x; tile < end; tile += BLOCK) sum += poll<T>(words + tile);
  sum = warp_scan(sum);
  if (lane == WARP - 1) notes->polled[warp] = sum;
  __syncthreads();
  return __shfl_sync(ALL_LANES, warp_scan(lane < WARPS ? notes->polled[lane] : 0), WARP - 1);
}

// Scans the warp's part in place, from the sum `before` on, and stores it. Lane l scans VECTORS neighbouring
// vectors. 5 and 3 are odd: shared memory serves 8 lanes at a time, and their vectors lie in different banks.
template <int VECTORS, typename T, typename T4>
static __device__ void store_part(T before, int exclusive, T4 *part, T *out, int64_t n, int64_t first) {
  enum { WARP_ELEMENTS = shape<VECTORS>::WARP_ELEMENTS };
  int lane = threadIdx.x % WARP;
  T4 *own = part + lane * VECTORS;
  T sum = 0;
  for (int v = 0; v < VECTORS; v++) {
    T4 x = own[v];
    sum += (x.x + x.y) + (x.z + x.w);
  }
  T a = before + lane_before(warp_scan(sum));
  for (int v = 0; v < VECTORS; v++) {
    T4 x = own[v];
    T b = a + x.x, c = b + x.y, d = c + x.z, e = d + x.w;
    T4 sums = {b, c, d, e};
    if (exclusive) sums = {a, b, c, d};
    own[v] = sums;
    a = e;
  }
  __syncwarp();
  if (first + WARP_ELEMENTS <= n) {
    T4 *to = (T4 *)(out + first) + lane;
    for (int v = 0; v < VECTORS; v++) to[v * WARP] = part[v * WARP + lane];
  } else {
    for (int k = lane; k < WARP_ELEMENTS && first + k < n; k += WARP) out[first + k] = ((T *)part)[k];
  }
  __syncwarp();
}

// In each round a block loads a tile and publishes its sum. Only then does it finish the tile of the round
// before. Meanwhile other blocks have published their sums, so few polls have to wait. `before` is the sum of
// all tiles before number `summed`. Between `summed` and the block's own tile lie the tiles that other blocks
// have taken since. The counters: each element is loaded and stored once, 8n bytes instead of stage 6's 16n.
template <typename T, int VECTORS>
__global__ void __launch_bounds__(BLOCK, PMPP_BLOCKS(BLOCK, 2))
    scan_7_look_back_kernel(const T *in, int64_t n, int exclusive, int rounds, uint64_t *scratch, T *out) {
  enum { WARP_VECTORS = shape<VECTORS>::WARP_VECTORS, WARP_ELEMENTS = shape<VECTORS>::WARP_ELEMENTS };
  enum { TILE_VECTORS = shape<VECTORS>::TILE_VECTORS, TILE = shape<VECTORS>::TILE };
  typedef typename vector_of<T>::type T4;
  extern __shared__ uint4 two_tiles[];
  __shared__ block_notes<T> notes;
  word *words = (word *)scratch + 1;
  int warp = threadIdx.x / WARP;
  int64_t tiles = tiles_of(n, TILE), summed = 0, last = tiles; // last: the tile of the round before
  T before = 0;

  take_ticket(scratch, &notes);
  for (int round = 0; round <= rounds; round++) {
    __syncthreads();
    int now = round % 2;
    int64_t tile = round < rounds ? notes.ticket : tiles;
    if (tile < tiles) {
      T4 *part = (T4 *)two_tiles + now * TILE_VECTORS + warp * WARP_VECTORS;
      load_part<VECTORS>(in, n, tile * TILE + warp * WARP_ELEMENTS, part);
      publish_tile(sum_of_part<T, VECTORS>(part), notes.before_warp[now], words + tile);
    }
    if (last < tiles) before += poll_tiles(words, summed, last, &notes);
    if (tile < tiles && round + 1 < rounds) take_ticket(scratch, &notes);
    if (last < tiles) {
      const T *before_warp = notes.before_warp[1 - now];
      T4 *part = (T4 *)two_tiles + (1 - now) * TILE_VECTORS + warp * WARP_VECTORS;
      store_part<VECTORS>(before + before_warp[warp], exclusive, part, out, n,
                          last * TILE + warp * WARP_ELEMENTS);
      before += before_warp[WARPS];
      summed = last + 1;
    }
    last = tile;
  }
}

// scratch[0] is the next ticket, scratch[1 + b] is tile b's word.
__global__ void clear_kernel(uint64_t *scratch, int64_t words) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < words) scratch[i] = 0;
}

// Whether the device grants a block two tiles of MOST_VECTORS vectors a thread.
static int most_fits(bool *fits) {
  int share = 0, bytes = shape<MOST_VECTORS>::TWO_TILES + (int)sizeof(block_notes<unsigned>);
  cudaError_t error = cudaDeviceGetAttribute(&share, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  *fits = share >= bytes;
  return error;
}

// Clears the words. Launches as many blocks as can run at a time, with enough rounds for all tiles.
template <int VECTORS, typename Kernel>
static int prepare(Kernel *kernel, int64_t tiles, uint64_t *scratch, int *blocks, int *rounds) {
  enum { TWO_TILES = shape<VECTORS>::TWO_TILES };
  int processors, blocks_each;
  cudaError_t error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, TWO_TILES);
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100); // percent
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, kernel, BLOCK, TWO_TILES);
  if (error != cudaSuccess) return error;
  int64_t running = (int64_t)processors * blocks_each;
  *blocks = (int)(tiles < running ? tiles : running);
  *rounds = tiles_of(tiles, *blocks);
  clear_kernel<<<tiles_of(1 + tiles, BLOCK), BLOCK>>>(scratch, 1 + tiles);
  return cudaGetLastError();
}

template <int VECTORS, typename T>
static int scan_7_with(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  enum { TILE = shape<VECTORS>::TILE, TWO_TILES = shape<VECTORS>::TWO_TILES };
  int blocks, rounds;
  auto kernel = scan_7_look_back_kernel<T, VECTORS>;
  int error = prepare<VECTORS>(kernel, tiles_of(n, TILE), scratch, &blocks, &rounds);
  if (error) return error;
  kernel<<<blocks, BLOCK, TWO_TILES>>>(in, n, exclusive, rounds, scratch, out);
  return cudaGetLastError();
}

template <typename T> static int scan_7(const T *in, int64_t n, int exclusive, uint64_t *scratch, T *out) {
  if (n == 0) return 0;
  bool most;
  int error = most_fits(&most);
  if (error) return error;
  return most ? scan_7_with<MOST_VECTORS>(in, n, exclusive, scratch, out)
              : scan_7_with<LEAST_VECTORS>(in, n, exclusive, scratch, out);
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return scan_7(in, n, exclusive, scratch, out);
}

// Unsigned addition wraps around. Signed overflow is undefined in C++. The bits of both sums are the same.
int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  return scan_7((const unsigned *)in, n, exclusive, scratch, (unsigned *)out);
}
