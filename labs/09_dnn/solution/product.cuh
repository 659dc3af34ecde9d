// Lab 09, the fast form behind stages 6 and 8: the warp tile of lab 02's stage 8, for operands that come from anywhere.

// The readable kernels load two elements from shared memory for each product and wait twice a step. Here a block of four warps
// computes M x N elements, a warp 64 x 64 and a lane 16 x 8 of them: 24 elements from shared memory, six loads, serve 128
// products. While a step of 8 is multiplied, the next one is on its way into the other buffer: one barrier a step.
enum { FAST_BLOCK = 128, FAST_STEP = 8, WARP_TILE = 64, SUMS_M = 16, SUMS_N = 8, LANES_M = 4, LANES_N = 8 };

// The lines of the left operand lie along a row, as those of the right one. Four more floats keep the stores free of conflicts.
template <int M, int N> struct fast_part { float a[FAST_STEP][M + 4], b[FAST_STEP][N]; };

// The lane's rows are row + 0 .. 3 and the same 16, 32 and 48 rows on, its columns column + 0 .. 3 and those 32 further. Lanes
// that differ in their lowest bit read the same columns, those that differ in the next bit the same rows: such lanes are served
// together.
template <int N> struct fast_place {
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int row = warp / (N / WARP_TILE) * WARP_TILE + (lane % 2 + lane / 16 * 2) * 4;
  int column = warp % (N / WARP_TILE) * WARP_TILE + lane / 2 % LANES_N * 4;

  static __device__ constexpr int down(int i) {
    return i / 4 * 4 * LANES_M + i % 4;
  }
};

template <int LANES, int COUNT> static __device__ void read_fours(float (&to)[COUNT], const float *from) {
#pragma unroll
  for (int i = 0; i < COUNT; i += 4) {
    float4 v = *(const float4 *)&from[i * LANES];
    to[i] = v.x, to[i + 1] = v.y, to[i + 2] = v.z, to[i + 3] = v.w;
  }
}

// One row of products runs forward, the next one backward, so that each shares a factor with the one before: the register file
// then has two factors to deliver, not three.
static __device__ void add_products(float (&sum)[SUMS_M][SUMS_N], const float (&x)[SUMS_M],
                                    const float (&y)[SUMS_N]) {
#pragma unroll
  for (int i = 0; i < SUMS_M; i++)
#pragma unroll
    for (int j = 0; j < SUMS_N; j++) {
      int turned = i % 2 ? SUMS_N - 1 - j : j;
      sum[i][turned] += x[i] * y[turned];
    }
}

// from.fetch(part) begins to load the next step, in one turn or several, from.store(part) has it in shared memory. If the terms are no multiple of a
// step, the narrow step comes first: the loop needs no guards then. Factors are read one turn before they are multiplied;
// behind a step's last turn that is the next step, so its barrier comes before this turn.
template <int M, int N, typename OPERANDS>
static __device__ void multiply_all(fast_part<M, N> *buffer, OPERANDS &from, int64_t terms,
                                    float (&sum)[SUMS_M][SUMS_N]) {
  fast_part<M, N> *now = buffer, *next = buffer + 1;
  fast_place<N> at;
  float x[2][SUMS_M], y[2][SUMS_N];

#pragma unroll
  for (int turn = 0; turn < OPERANDS::TURNS; turn++)
    from.template fetch<false>(now, (int)((terms - 1) % FAST_STEP + 1), turn);
  from.store(now);
  __syncthreads();
  read_fours<LANES_M>(x[0], &now->a[0][at.row]);
  read_fours<LANES_N>(y[0], &now->b[0][at.column]);
  for (int steps = (int)((terms + FAST_STEP - 1) / FAST_STEP); steps > 0; steps--) {
#pragma unroll
    for (int l = 0; l < FAST_STEP; l++) {
      if (l == FAST_STEP - 1 && steps > 1) {
        from.store(next);
        __syncthreads();
        fast_part<M, N> *read = now;
        now = next, next = read;
      }
      read_fours<LANES_M>(x[(l + 1) % 2], &now->a[(l + 1) % FAST_STEP][at.row]);
      read_fours<LANES_N>(y[(l + 1) % 2], &now->b[(l + 1) % FAST_STEP][at.column]);
      if (l < OPERANDS::TURNS && steps > 1) from.template fetch<true>(next, FAST_STEP, l);
      add_products(sum, x[l % 2], y[l % 2]);
    }
  }
}

static __device__ void store_turned(float *to, int pitch, float4 v) {
  to[0] = v.x, to[pitch] = v.y, to[2 * pitch] = v.z, to[3 * pitch] = v.w;
}

static bool is_aligned(const void *p) {
  return (uintptr_t)p % sizeof(float4) == 0;
}

static unsigned fast_tiles(int64_t lines, int tile) {
  return (unsigned)((lines + tile - 1) / tile);
}

// Large tiles are fast where enough multiprocessors have one: half of the 132 of an H200.
static bool enough_tiles(int64_t rows, int tile_m, int64_t columns, int tile_n) {
  enum { ENOUGH = 66 };
  return (int64_t)fast_tiles(rows, tile_m) * fast_tiles(columns, tile_n) >= ENOUGH;
}
