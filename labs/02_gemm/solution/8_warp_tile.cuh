// Lab 02, stage 8: warp tile.

// Tiles of three sizes lie inside each other. A block of four warps computes BLOCK_TILE x BLOCK_TILE
// elements, and each warp computes a quarter of them. A warp has 4 rows of 8 lanes, and a lane computes
// THREAD_M x THREAD_N elements. In the large tile these are 16 x 8, twice as many as in stage 7: 6 shared
// loads of 16 bytes serve 128 multiply-adds, where 4 served 64. Shared load wavefronts fall to half.
//
// The 128 sums and the rest take some 220 registers, so a multiprocessor holds two blocks, 8 warps together.
// Other warps no longer hide the latency. The independent multiply-adds of each warp hide it.
//
// The small tile is for matrices with fewer large tiles than multiprocessors.
template <int BLOCK_TILE_, int STEP_> struct tiling {
  static constexpr int BLOCK_TILE = BLOCK_TILE_, STEP = STEP_;
  static constexpr int WARP_TILE = BLOCK_TILE / 2, LANES_M = 4, LANES_N = 8, THREADS = 128;
  static constexpr int THREAD_M = WARP_TILE / LANES_M, THREAD_N = WARP_TILE / LANES_N;
  static constexpr int COPIES = BLOCK_TILE * STEP / 4 / THREADS; // vectors of A, and of B, for each thread
  static constexpr int BLOCKS = 256 / BLOCK_TILE;                // for each multiprocessor

  // A's tile is stored transposed. Its rows have 4 floats more than necessary, so that the 32 stores of a
  // warp go to 32 banks.
  static constexpr int PITCH = BLOCK_TILE + 4;
  struct tiles {
    float a[STEP][PITCH], b[STEP][BLOCK_TILE];
  };
};
typedef tiling<128, 8> large_tiles;
typedef tiling<64, 16> small_tiles;

// Loads p[0 .. 3]. The first `exist` of them exist, the others become 0. With VECTORS, all four exist, or
// none.
template <bool VECTORS> static __device__ float4 load_existing(const float *p, int exist) {
  if (VECTORS) return exist > 0 ? *(const float4 *)p : float4{0, 0, 0, 0};
  return {exist > 0 ? p[0] : 0, exist > 1 ? p[1] : 0, exist > 2 ? p[2] : 0, exist > 3 ? p[3] : 0};
}

// A thread's share of each tile, on its way from global memory through registers to shared memory: COPIES
// vectors of A and COPIES of B. Two threads load 8 elements of a row of A, a whole sector. The threads run
// along the rows of B. The distance from a thread's first vector to its i-th is fixed: a_down(i) rows and
// a_right(i) columns in A, b_down(i) rows in B.
template <typename T, bool VECTORS> struct carrier {
  int a_row = threadIdx.x / 2, a_col = threadIdx.x % 2 * 4; // the first vector's place in the tile
  int b_row = threadIdx.x / (T::BLOCK_TILE / 4), b_col = threadIdx.x % (T::BLOCK_TILE / 4) * 4;
  const float *a[T::COPIES], *b[T::COPIES]; // the next vectors to fetch
  float4 held_a[T::COPIES], held_b[T::COPIES];
  int n, cols; // the length of B's rows; how many elements of a vector of B exist
  int put_a = a_col * T::PITCH + a_row, put_b = b_row * T::BLOCK_TILE + b_col; // where they go in a tile

  static __device__ constexpr int a_down(int i) {
    return i * (T::THREADS / 2) % T::BLOCK_TILE;
  }
  static __device__ constexpr int a_right(int i) {
    return i * (T::THREADS / 2) / T::BLOCK_TILE * 8;
  }
  static __device__ constexpr int b_down(int i) {
    return i * T::THREADS / (T::BLOCK_TILE / 4);
  }

  // Elements beyond the last row of A or the last column of B go into sums that are never stored. Their
  // values do not matter: the thread loads elements of the edge in their place, and needs no guard for these
  // loads.
  __device__ carrier(int m, int n, int k, const float *a0, const float *b0, int row0, int col0) : n(n) {
    int col = col0 + b_col;
    cols = VECTORS ? 4 : n - col;
    if (VECTORS) col = min(col, n - 4);
#pragma unroll
    for (int i = 0; i < T::COPIES; i++) {
      a[i] = a0 + (min(row0 + a_row + a_down(i), m - 1) * k + a_col + a_right(i));
      b[i] = b0 + ((int64_t)(b_row + b_down(i)) * n + col);
    }
  }

  // Fetches the next `width` columns of A and rows of B. Elements beyond these take part in the sums, so they
  // must be 0 in both matrices: 0 times infinity is NaN. With WHOLE there are no such elements: width is
  // STEP.
  template <bool WHOLE> __device__ void fetch(int width) {
#pragma unroll
    for (int i = 0; i < T::COPIES; i++) {
      held_a[i] = load_existing<VECTORS>(a[i], WHOLE ? 4 : width - a_col - a_right(i));
      held_b[i] = load_existing<VECTORS>(b[i], WHOLE || b_row + b_down(i) < width ? cols : 0);
      a[i] += width;
      b[i] += width * n;
    }
  }

  __device__ void store(typename T::tiles *to) const {
#pragma unroll
    for (int i = 0; i < T::COPIES; i++) {
      float *column = &to->a[0][0] + put_a + a_right(i) * T::PITCH + a_down(i);
      column[0 * T::PITCH] = held_a[i].x;
      column[1 * T::PITCH] = held_a[i].y;
      column[2 * T::PITCH] = held_a[i].z;
      column[3 * T::PITCH] = held_a[i].w;
      *(float4 *)(&to->b[0][0] + put_b + b_down(i) * T::BLOCK_TILE) = held_b[i];
    }
  }
};

// Reads N floats in groups of four. Between two of its groups lie the groups of the other LANES - 1 lanes of
// this row or column. So the lanes of a warp read neighbouring vectors each time.
template <int LANES, int N> static __device__ void read_groups(float (&to)[N], const float *from) {
#pragma unroll
  for (int i = 0; i < N; i += 4) {
    float4 v = *(const float4 *)&from[i * LANES];
    to[i] = v.x, to[i + 1] = v.y, to[i + 2] = v.z, to[i + 3] = v.w;
  }
}

// The outer product. It runs forward along one row and backward along the next. A multiply-add reads three
// registers, and the register file delivers two a cycle. But the hardware can keep a factor for the next
// multiply-add. In this order each multiply-add shares a factor with the one before. If every row began at
// its start, one multiply-add in eight would share none, and would take two cycles.
template <int M, int N>
static __device__ void multiply_add(float (&sum)[M][N], const float (&x)[M], const float (&y)[N]) {
#pragma unroll
  for (int i = 0; i < M; i++)
#pragma unroll
    for (int j = 0; j < N; j++) {
      int turned = i % 2 ? N - 1 - j : j;
      sum[i][turned] += x[i] * y[turned];
    }
}

// Every value is fetched one turn before its use. The next tile goes from global memory into registers at the
// start of a step, and from there into the other buffer at its end. The next column of A and the next row of
// B go from shared memory into x and y while the thread multiplies the current ones.
//
// Behind the last column of a tile, the next column lies in the next tile. So the stores and the barrier come
// before the last column is multiplied, and every warp still has work behind the barrier. If k is no multiple
// of STEP, the narrow tile comes first, and the loop needs no guards.
template <typename T, bool VECTORS>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    gemm_8_warp_tile_kernel(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                            float *c) {
  __shared__ __align__(16) typename T::tiles buffer[2];
  typename T::tiles *now = &buffer[0], *next = &buffer[1];
  int row0 = blockIdx.y * T::BLOCK_TILE, col0 = blockIdx.x * T::BLOCK_TILE;

  // The lanes' places in a warp's 4 x 8. Lanes that differ in their lowest bit read the same vector of B.
  // Lanes that differ in the next bit read the same vector of A. With such pairs the hardware serves 16 lanes
  // in one wavefront instead of 8.
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int ty = warp / 2 * T::WARP_TILE + (lane % 2 + lane / 16 * 2) * 4;
  int tx = warp % 2 * T::WARP_TILE + lane / 2 % 8 * 4;

  float sum[T::THREAD_M][T::THREAD_N] = {};
  float x[2][T::THREAD_M], y[2][T::THREAD_N]; // the current column and row, and the next ones

  carrier<T, VECTORS> carry(m, n, k, a, b, row0, col0);
  carry.template fetch<false>((k - 1) % T::STEP + 1);
  carry.store(now);
  __syncthreads();
  read_groups<T::LANES_M>(x[0], &now->a[0][ty]);
  read_groups<T::LANES_N>(y[0], &now->b[0][tx]);

  for (int steps = ceil_div(k, T::STEP); steps > 0; steps--) {
#pragma unroll
    for (int l = 0; l < T::STEP; l++) {
      if (l == T::STEP - 1) {
        carry.store(next);
        __syncthreads();
        typename T::tiles *free = now;
        now = next, next = free;
      }
      read_groups<T::LANES_M>(x[(l + 1) % 2], &now->a[(l + 1) % T::STEP][ty]);
      read_groups<T::LANES_N>(y[(l + 1) % 2], &now->b[(l + 1) % T::STEP][tx]);
      if (l == 0 && steps > 1) carry.template fetch<true>(T::STEP);
      multiply_add(sum, x[l % 2], y[l % 2]);
    }
  }

#pragma unroll
  for (int i = 0; i < T::THREAD_M; i++)
#pragma unroll
    for (int j = 0; j < T::THREAD_N; j += 4)
      store4<VECTORS>(c, m, n, row0 + ty + i / 4 * 4 * T::LANES_M + i % 4, col0 + tx + j * T::LANES_N, alpha,
                      &sum[i][j], beta);
}

template <typename T>
static int gemm_8(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  dim3 grid(ceil_div(n, T::BLOCK_TILE), ceil_div(m, T::BLOCK_TILE));
  if (n % 4 == 0 && k % 4 == 0)
    gemm_8_warp_tile_kernel<T, true><<<grid, T::THREADS>>>(m, n, k, alpha, a, b, beta, c);
  else
    gemm_8_warp_tile_kernel<T, false><<<grid, T::THREADS>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

enum { MULTIPROCESSORS = 132 }; // of an H200; another GPU would change tiles at another size

int gemm_8_warp_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  int64_t tiles = (int64_t)ceil_div(m, large_tiles::BLOCK_TILE) * ceil_div(n, large_tiles::BLOCK_TILE);
  return tiles < MULTIPROCESSORS ? gemm_8<small_tiles>(m, n, k, alpha, a, b, beta, c)
                                 : gemm_8<large_tiles>(m, n, k, alpha, a, b, beta, c);
}
