// Lab 02, stage 10 on Hopper: three products of parts, by wgmma, with a warpgroup that splits.

#if defined __NVCC__ && !defined __PMPP_EMU__ // the emulator has the wmma form only

// For tf32, wgmma takes the first operand from registers, and the second from shared memory, where its elements
// must be neighbours along k. A's are, B's are not, and turning B's tile would cost a pass. So this kernel
// computes C^T = B^T A^T: the first operand is B^T, of which each thread loads its elements from any place it
// likes and splits them in registers; the second is A^T, in the order in which the rows of A come.
//
// A block computes M x 128 elements, in two teams of four warps, each M x 64. A ring of RAW stages has what the
// accelerator copies, SLICE elements of k wide. Three warps of a third team split A: they leave the high parts
// where the elements were, and store the low ones in a ring of LOW stages. An instruction has PART columns of C^T.
enum { SLICE = 32, TEAM_N = 64, SPLIT_N = TEAMS * TEAM_N, BOX_N = 32, SPLIT_WARPS = 3 };
template <int M_, int PART_, int RAW_, int LOW_> struct split_form {
  static constexpr int M = M_, N = SPLIT_N, PART = PART_, RAW = RAW_, LOW = LOW_;
  struct raw {
    float a[M * SLICE], b[SPLIT_N / BOX_N][SLICE * BOX_N];
  };
  struct shared {
    raw ring[RAW];
    float low[LOW][M * SLICE];
    uint64_t full[RAW], empty[RAW], ready[LOW];
  };
};
typedef split_form<256, 128, 3, 2> wide_split;
typedef split_form<64, 64, 4, 3> narrow_split; // for a C with too few wide tiles

// The 11 highest bits of a float, rounded to nearest. The rest, x - high(x), is exact.
static __device__ float high(float x) {
  return __uint_as_float((__float_as_uint(x) + (1 << 12)) >> 13 << 13);
}

template <typename T>
static __device__ void split_copies(typename T::shared *s, const gemm_map *map_a, const gemm_map *map_b,
                                    hopper_tiles tiles, int steps) {
  hopper_turn<T::RAW> turn;
  for (int t = blockIdx.x; t < tiles.down * tiles.across; t += gridDim.x) {
    int2 tile = tiles.place(t);
    for (int i = 0; i < steps; i++, turn.next()) {
      typename T::raw *to = &s->ring[turn.stage];
      uint64_t *full = &s->full[turn.stage];
      barrier_wait(&s->empty[turn.stage], (turn.round + 1) % 2);
      barrier_arrive_expect(full, sizeof *to);
      copy_box(to->a, map_a, tile.x * T::M, i * SLICE, full);
      for (int q = 0; q < T::N / BOX_N; q++)
        copy_box(to->b[q], map_b, i * SLICE, tile.y * T::N + q * BOX_N, full);
    }
  }
}

// Splits A's elements where they lie, whatever order the accelerator has given them. A stage of the low parts is
// free when the teams have multiplied the step LOW steps before, which `used` follows.
template <typename T> static __device__ void split_a(typename T::shared *s, int all_steps) {
  int thread = threadIdx.x % TEAM - (TEAM - SPLIT_WARPS * 32);
  hopper_turn<T::RAW> turn, used;
  hopper_turn<T::LOW> to;
  for (int i = 0; i < all_steps; i++, turn.next(), to.next()) {
    if (i >= T::LOW) barrier_wait(&s->empty[used.stage], used.round % 2), used.next();
    barrier_wait(&s->full[turn.stage], turn.round % 2);
    float4 *a = (float4 *)s->ring[turn.stage].a, *low = (float4 *)s->low[to.stage];
#pragma unroll 4
    for (int j = thread; j < T::M * SLICE / 4; j += SPLIT_WARPS * 32) {
      float4 x = a[j], h = {high(x.x), high(x.y), high(x.z), high(x.w)};
      a[j] = h;
      low[j] = {x.x - h.x, x.y - h.y, x.z - h.z, x.w - h.w};
    }
    store_fence(); // tensor cores read these stores as the accelerator's copies do
    __syncwarp();
    if (thread % 32 == 0) barrier_arrive(&s->ready[to.stage]);
  }
}

// Where a thread's elements of B^T lie. Fragment rows g and g + 8 of a warp's 16 may be any columns of B: here
// they are neighbours, so that one load of 8 bytes brings both. In a box, rows of 32 columns are 128 bytes long
// and the accelerator has put piece p (4 columns) of row r to p ^ r % 8. The 16 lanes of a pass load from rows
// q = 0 .. 3; with pieces 4 apart for neighbouring pairs of g they meet 32 different banks.
struct split_place {
  unsigned q, box, piece, pair;
  __device__ split_place(unsigned thread) {
    unsigned g = thread % 32 / 4, warp = thread / 32;
    q = thread % 4, box = thread / TEAM * (TEAM_N / BOX_N) + warp % 4 / 2;
    piece = g / 2 % 2 * 4 + warp % 2 * 2 + g / 4, pair = g % 2 * 2;
  }
  __device__ int column() const {
    return box * BOX_N + piece * 4 + pair;
  }
  __device__ float2 load(const float (*b)[SLICE * BOX_N], unsigned row) const {
    return *(const float2 *)&b[box][row * BOX_N + (piece ^ row % 8) * 4 + pair];
  }
};

// As in stage 9 a block a multiprocessor goes from tile to tile. The sums of a step's products are made by
// tensor cores in `part`, the small products first, and added to `sum` by the fp32 lanes. While one team adds,
// the other one multiplies.
template <typename T>
__global__ void __launch_bounds__(HOPPER_THREADS, 1)
    gemm_10_hopper_kernel(const __grid_constant__ gemm_map map_a, const __grid_constant__ gemm_map map_b,
                          int m, int n, int k, float alpha, float beta, float *c) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(1024) char memory[];
  typename T::shared *s = (typename T::shared *)memory;
  int team = threadIdx.x / TEAM, steps = ceil_div(k, SLICE);
  bool speaks = threadIdx.x % TEAM == 0; // for its team
  hopper_tiles tiles = {ceil_div(m, T::M), ceil_div(n, T::N)};
  int count = tiles.down * tiles.across, of_block = ceil_div(count - blockIdx.x, gridDim.x);

  if (threadIdx.x == TEAMS * TEAM) map_prefetch(&map_a), map_prefetch(&map_b);
  if (threadIdx.x == 0) {
    for (int i = 0; i < T::RAW; i++) barrier_begin(&s->full[i], 1), barrier_begin(&s->empty[i], TEAMS);
    for (int i = 0; i < T::LOW; i++) barrier_begin(&s->ready[i], SPLIT_WARPS);
  }
  __syncthreads();

  if (team == TEAMS) {
    registers_give<40>();
    if (threadIdx.x % TEAM >= 32)
      split_a<T>(s, of_block * steps);
    else if (speaks)
      split_copies<T>(s, &map_a, &map_b, tiles, steps);
    return;
  }
  registers_take<232>();
  split_place place(threadIdx.x);
  hopper_turn<T::RAW> turn;
  hopper_turn<T::LOW> low_turn;
  for (int t = blockIdx.x; t < count; t += gridDim.x) {
    float sum[T::M / T::PART][T::PART / 2] = {};
    for (int i = 0; i < steps; i++, turn.next(), low_turn.next()) {
      typename T::raw *from = &s->ring[turn.stage];
      barrier_wait(&s->full[turn.stage], turn.round % 2);
      float b_high[SLICE / 8][4], b_low[SLICE / 8][4];
#pragma unroll
      for (int l = 0; l < SLICE / 4; l++) {
        float2 x = place.load(from->b, l * 4 + place.q);
        float *h = &b_high[l / 2][l % 2 * 2], *rest = &b_low[l / 2][l % 2 * 2];
        h[0] = high(x.x), h[1] = high(x.y);
        rest[0] = x.x - h[0], rest[1] = x.y - h[1];
      }
      barrier_wait(&s->ready[low_turn.stage], low_turn.round % 2);
#pragma unroll
      for (int p = 0; p < T::M / T::PART; p++) {
        const float *a_high = &from->a[p * T::PART * SLICE],
                    *a_low = &s->low[low_turn.stage][p * T::PART * SLICE];
        float part[T::PART / 2];
        wgmma_begin();
#pragma unroll
        for (int l = 0; l < SLICE / 8; l++) {
          wgmma_tf32(part, b_low[l], operand_rows(&a_high[l * 8]), l > 0);
          wgmma_tf32(part, b_high[l], operand_rows(&a_low[l * 8]), true);
        }
#pragma unroll
        for (int l = 0; l < SLICE / 8; l++) wgmma_tf32(part, b_high[l], operand_rows(&a_high[l * 8]), true);
        wgmma_commit();
        wgmma_wait<0>();
#pragma unroll
        for (int j = 0; j < T::PART / 2; j++) sum[p][j] += part[j];
      }
      if (speaks) barrier_arrive(&s->empty[turn.stage]);
    }

    // Sum j of a part belongs to row 2 (j / 4) + j % 2, and with j + 2 to the next column: a store has both.
    int2 tile = tiles.place(t);
    int row0 = tile.x * T::M + 2 * place.q, col = tile.y * T::N + place.column();
    if (col >= n) continue;
#pragma unroll
    for (int p = 0; p < T::M / T::PART; p++)
#pragma unroll
      for (int j = 0; j < T::PART / 4; j++) {
        int row = row0 + p * T::PART + j / 2 * 8 + j % 2, i = j / 2 * 4 + j % 2;
        if (row >= m) continue;
        float2 *to = (float2 *)&c[row * n + col], v = {alpha * sum[p][i], alpha * sum[p][i + 2]};
        if (beta != 0) v.x += beta * to->x, v.y += beta * to->y;
        *to = v;
      }
  }
#else
  __trap(); // compiled for another target than sm_90a
#endif
}

template <typename T>
static int gemm_10_hopper(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                          float *c, int multiprocessors) {
  gemm_map map_a, map_b;
  int error = gemm_map_encode_floats(&map_a, a, m, k, T::M, SLICE);
  if (!error) error = gemm_map_encode_floats(&map_b, b, k, n, SLICE, BOX_N);
  if (error) return cudaErrorNotSupported;

  int shared = sizeof(typename T::shared), count = ceil_div(m, T::M) * ceil_div(n, T::N);
  error = cudaFuncSetAttribute(gemm_10_hopper_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  if (error) return error;
  gemm_10_hopper_kernel<T>
      <<<min(count, multiprocessors), HOPPER_THREADS, shared>>>(map_a, map_b, m, n, k, alpha, beta, c);
  return cudaGetLastError();
}

static int gemm_10_hopper(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                          float *c) {
  int device, multiprocessors;
  int error = cudaGetDevice(&device);
  if (!error) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error) return error;
  bool few = ceil_div(m, wide_split::M) * ceil_div(n, SPLIT_N) <= multiprocessors / 2;
  return few ? gemm_10_hopper<narrow_split>(m, n, k, alpha, a, b, beta, c, multiprocessors)
             : gemm_10_hopper<wide_split>(m, n, k, alpha, a, b, beta, c, multiprocessors);
}
#endif

int gemm_10_split_tf32(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
#if defined __NVCC__ && !defined __PMPP_EMU__
  // The accelerator needs rows of a multiple of 16 bytes, and matrices that are not empty.
  if (n % 4 == 0 && k % 4 == 0 && k > 0 && is_hopper()) return gemm_10_hopper(m, n, k, alpha, a, b, beta, c);
#endif
  return gemm_10_wmma(m, n, k, alpha, a, b, beta, c);
}
