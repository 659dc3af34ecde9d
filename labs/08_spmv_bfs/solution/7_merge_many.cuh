// Lab 08, stage 7, for matrices of many tiles: the same merge path, with less waiting.

// In the form before, a block waits three times, one thing after the other: for the row in which its tile begins, for columns and
// values, for x. And where a row is long, all its threads walk and scan. Here
//   - a block takes MANY_TILES tiles, and loads the begin of the next one while it adds up this one: one wait less;
//   - the plan has the ends of rows in 16 bits, counted from the tile's first nonzero: half the bytes of offsets;
//   - rows longer than MANY_LONG go on a list, and each is added up by a warp. The plan has looked which tiles have such
//     rows: the others need no test and no further barrier;
//   - blocks are small. While one of them waits at a barrier, nineteen others load.
// 32 registers a thread are enough for this. Where a few of them went to memory, the kernel took a third more time.
enum {
  MANY_STEPS = 1 << 19, // with fewer, the form before has more blocks
  MANY_BLOCK = 96,
  MANY_ITEMS = 7,
  MANY_TILE = MANY_BLOCK * MANY_ITEMS - SPMV_WARP,
  MANY_TILES = 2,
  MANY_LONG = 64
};

// The plan.
struct spmv_many {
  int64_t tiles;
  uint32_t *begin; // of each tile: twice the row in which it begins, and 1 more where it has a long row
  int *first_row;  // the same row, for the carries; and both for the end of the last tile
  uint16_t *end;   // of each row: nonzeros from the begin of its tile on
};

static spmv_many spmv_many_cut(const struct spmv_csr *a, uint32_t *plan) {
  int64_t tiles = (a->rows + a->nonzeros + MANY_TILE - 1) / MANY_TILE;
  return {tiles, plan, (int *)plan + tiles + 1, (uint16_t *)(plan + spmv_scratch(a->rows, a->nonzeros))};
}

// The row in which a step lies.
static __device__ int64_t spmv_many_row(const spmv_csr &a, int64_t step) {
  int64_t low = step > a.nonzeros ? step - a.nonzeros : 0;
  return rows_before<int64_t>(a.offset + 1, low, step < a.rows ? step : a.rows, step);
}

// A warp a tile.
__global__ void spmv_7_many_plan_kernel(spmv_csr a, spmv_many plan) {
  int64_t b = spmv_thread() / SPMV_WARP, all = a.rows + a.nonzeros, step0 = b * MANY_TILE;
  int lane = threadIdx.x % SPMV_WARP;
  if (b >= plan.tiles) return;
  int64_t step1 = step0 + MANY_TILE < all ? step0 + MANY_TILE : all;
  int64_t row0 = spmv_many_row(a, step0), row1 = spmv_many_row(a, step1), nonzero0 = step0 - row0;
  bool any_long = false;
  for (int64_t r = row0 + lane; r <= row1; r += SPMV_WARP) { // row1 goes on in the next tile
    int64_t begin = r > row0 ? a.offset[r] : nonzero0, end = r < row1 ? a.offset[r + 1] : step1 - row1;
    any_long |= end - begin > MANY_LONG;
    if (r < row1) plan.end[r] = (uint16_t)(end - nonzero0);
  }
  any_long = __any_sync(SPMV_ALL_LANES, any_long);
  if (lane > 0) return;
  plan.begin[b] = 2 * (uint32_t)row0 + any_long;
  plan.first_row[b] = (int)row0;
  if (b < plan.tiles - 1) return;
  plan.begin[b + 1] = 2 * (uint32_t)row1;
  plan.first_row[b + 1] = (int)row1;
}

// carry[b] becomes tile b's left-over, as before. Steps are counted in 32 bits: there are fewer than 2^32.
__global__ void __launch_bounds__(MANY_BLOCK, PMPP_BLOCKS(MANY_BLOCK, 20))
    spmv_7_many_kernel(spmv_csr a, const float *x, spmv_many plan, float *carry, float *y) {
  __shared__ int words[MANY_TILE + 2]; // product, offset: each as long as the tile needs
  __shared__ uint16_t long_row[MANY_TILE / MANY_LONG + 1];
  __shared__ int long_rows;
  int t = threadIdx.x, b = blockIdx.x * MANY_TILES;
  uint32_t begin = plan.begin[b], end = plan.begin[b + 1];

  while (true) {
    bool goes_on = b + 1 < plan.tiles && (b + 1) % MANY_TILES != 0;
    uint32_t next_end = goes_on ? plan.begin[b + 2] : 0;
    uint32_t row0 = begin / 2, step = (uint32_t)b * MANY_TILE, left = (uint32_t)(a.rows + a.nonzeros) - step;
    int rows = (int)(end / 2 - row0), nonzeros = (left < MANY_TILE ? (int)left : MANY_TILE) - rows;
    int nonzero0 = (int)(step - row0), place = t - nonzero0 % SPMV_WARP;
    float *product = (float *)words, *sums = y + row0;
    int *offset = words + nonzeros;

    // The loads, in the order of the form before. A column of -1 is none.
    const int *columns = a.column + nonzero0;
    const float *values = a.value + nonzero0;
    int column[MANY_ITEMS];
    float value[MANY_ITEMS];
#pragma unroll
    for (int k = 0; k < MANY_ITEMS; k++) {
      int i = place + k * MANY_BLOCK;
      bool in = 0 <= i && i < nonzeros;
      column[k] = in ? __ldcs(&columns[i]) : -1;
      value[k] = in ? __ldcs(&values[i]) : 0;
    }
    for (int r = t; r < rows; r += MANY_BLOCK) offset[r + 1] = __ldcs(&plan.end[row0 + r]);
#pragma unroll
    for (int k = 0; k < MANY_ITEMS; k++)
      if (column[k] >= 0) value[k] *= __ldg(&x[column[k]]);
#pragma unroll
    for (int k = 0; k < MANY_ITEMS; k++)
      if (column[k] >= 0) product[place + k * MANY_BLOCK] = value[k];
    if (t == 0) {
      offset[0] = 0;
      offset[rows + 1] = nonzeros;
      long_rows = 0;
    }
    __syncthreads();

    bool uneven = begin % 2;
    for (int r = t; r <= rows; r += MANY_BLOCK) {
      int k = offset[r], row_end = offset[r + 1];
      if (uneven && row_end - k > MANY_LONG) {
        long_row[atomicAdd(&long_rows, 1)] = (uint16_t)r;
        continue;
      }
      float sum = 0;
      for (; k < row_end; k++) sum += product[k];
      *(r < rows ? &sums[r] : &carry[b]) = sum;
    }
    if (uneven) {
      __syncthreads();
      for (int i = t / SPMV_WARP; i < long_rows; i += MANY_BLOCK / SPMV_WARP) {
        int r = long_row[i], row_end = offset[r + 1];
        float sum = 0;
        for (int k = offset[r] + t % SPMV_WARP; k < row_end; k += SPMV_WARP) sum += product[k];
        for (int d = SPMV_WARP / 2; d > 0; d /= 2) sum += __shfl_down_sync(SPMV_ALL_LANES, sum, d);
        if (t % SPMV_WARP == 0) *(r < rows ? &sums[r] : &carry[b]) = sum;
      }
    }
    if (!goes_on) return;
    __syncthreads(); // all have read the tile
    b++;
    begin = end;
    end = next_end;
  }
}

static bool spmv_is_many(const struct spmv_csr *a) {
  return a->rows + a->nonzeros >= MANY_STEPS;
}

static int spmv_7_many_plan(const struct spmv_csr *a, uint32_t *words) {
  spmv_many plan = spmv_many_cut(a, words);
  spmv_7_many_plan_kernel<<<spmv_blocks(plan.tiles * SPMV_WARP), SPMV_BLOCK>>>(*a, plan);
  return cudaGetLastError();
}

static int spmv_7_many(const struct spmv_csr *a, const float *x, const uint32_t *words, uint32_t *scratch,
                       float *y) {
  spmv_many plan = spmv_many_cut(a, (uint32_t *)words);
  float *carry = (float *)scratch;
  unsigned blocks = (unsigned)((plan.tiles + MANY_TILES - 1) / MANY_TILES);
  spmv_7_many_kernel<<<blocks, MANY_BLOCK>>>(*a, x, plan, carry, y);
  spmv_7_csr_merge_carry_kernel<<<spmv_blocks(plan.tiles), SPMV_BLOCK>>>(a->rows, plan.tiles, plan.first_row,
                                                                         carry, y);
  return cudaGetLastError();
}
