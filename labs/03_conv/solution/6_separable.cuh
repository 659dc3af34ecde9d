// Lab 03, stage 6: separable.

// A block walks down a strip of the picture, one batch of rows at a time. The row pass reads its neighbours
// from shared memory, where the block stores the batch. The column pass needs no shared memory. Each filtered
// row contributes to 2 radius + 1 rows of the result, and a thread keeps the sums of all these rows in
// registers. To each sum it adds the filtered row, multiplied by another tap of the column.
//
// Then the first sum is complete, and the thread stores it. The other sums move up by one. The move costs
// nothing: each multiply-add writes its result to the place before the sum that it reads.
//
// No intermediate value goes to global memory. Bytes fall to 8 a pixel and the strips' edges, half of the
// bytes of two passes. The next batch's loads are in flight while the block computes this one. Two buffers
// alternate, so that one barrier a batch is enough.
//
// A strip also reads radius rows of the strip above and radius rows of the strip below. If the radius is
// large, tall strips keep the share of these rows small. If it is small, short strips are faster: blocks that
// run at the same time are neighbours in the picture, and find the rows that they share in L2.
template <int RADIUS> struct strip {
  static const int THREADS = 128, BATCH = RADIUS <= 4 ? 10 : 8;
  static const int ROWS = BATCH * (RADIUS <= 4 ? 3 : 32) - 2 * RADIUS; // stored; it reads whole batches
  static const int SIDES = (RADIUS + 3) / 4,
                   COLUMNS = 4 * (THREADS - 2 * SIDES); // vectors on each side; pixels of a stored row
};

__constant__ float taps_both[2 * SIDE]; // the taps of the row, then those of the column

// Loads the four pixels from x on of the rows y to y + N - 1. Pixels outside the picture, and rows from `end`
// on, are 0. If the rows are whole vectors, no load waits behind a branch: all N loads are in flight before
// the thread needs the first.
template <int N>
static __device__ void load_rows(float4 (&to)[N], const float *in, int width, int end, int x, int y) {
  if (width % 4 == 0) {
    int64_t from = (int64_t)y * width + x;
    bool inside = x >= 0 && x < width;
#pragma unroll
    for (int i = 0; i < N; i++) {
      to[i] = make_float4(0, 0, 0, 0);
      if (inside && y + i >= 0 && y + i < end) to[i] = *(const float4 *)(in + (from + (int64_t)i * width));
    }
  } else {
#pragma unroll
    for (int i = 0; i < N; i++) to[i] = load4(in, width, end, x, y + i, CONV_ZERO);
  }
}

// A multiprocessor holds three blocks, so a thread has up to 168 registers.
template <int RADIUS>
__global__ void __launch_bounds__(strip<RADIUS>::THREADS, 3)
    conv_6_kernel(const float *__restrict__ in, int width, int height, float *__restrict__ out) {
  typedef strip<RADIUS> S;
  const int TAPS = 2 * RADIUS + 1, BATCH = S::BATCH, SIDES = S::SIDES;
  __shared__ float4 s[2][BATCH][S::THREADS];
  int t = threadIdx.x, x = (int)blockIdx.x * S::COLUMNS + 4 * (t - SIDES);
  int first = blockIdx.y * S::ROWS, end = min(first + S::ROWS, height), read_end = min(end + RADIUS, height);
  bool has_output = t >= SIDES && t < S::THREADS - SIDES && x < width;

  float4 sums[TAPS] = {}, next[BATCH]; // sums[k] belongs to the k-th row that is not complete
  load_rows(next, in, width, read_end, x, first - RADIUS);

  for (int y = first - 2 * RADIUS, turn = 0; y < end; y += BATCH, turn = 1 - turn) {
#pragma unroll
    for (int i = 0; i < BATCH; i++) s[turn][i][t] = next[i];
    __syncthreads();
    load_rows(next, in, width, read_end, x, y + BATCH + RADIUS);
    if (!has_output) continue;

#pragma unroll
    for (int i = 0; i < BATCH; i++) {
      float window[4 * (1 + 2 * SIDES)];
#pragma unroll
      for (int j = 0; j <= 2 * SIDES; j++) set4(window + 4 * j, s[turn][i][t - SIDES + j]);
      float4 row = {0, 0, 0, 0};
#pragma unroll
      for (int k = 0; k < TAPS; k++) {
        const float *w = window + 4 * SIDES - RADIUS + k;
        add_times(row, taps_both[k], w[0], w[1], w[2], w[3]);
      }

      float4 complete = sums[0];
      add_times(complete, taps_both[2 * TAPS - 1], row.x, row.y, row.z, row.w);
#pragma unroll
      for (int k = 1; k < TAPS; k++) {
        sums[k - 1] = sums[k];
        add_times(sums[k - 1], taps_both[2 * TAPS - 1 - k], row.x, row.y, row.z, row.w);
      }
      if (y + i >= first && y + i < end) store4(out, width, height, x, y + i, complete);
    }
  }
}

template <int RADIUS> static int conv_6(const float *in, int width, int height, float *out) {
  typedef strip<RADIUS> S;
  dim3 grid(blocks_for(width, S::COLUMNS), blocks_for(height, S::ROWS));
  conv_6_kernel<RADIUS><<<grid, S::THREADS>>>(in, width, height, out);
  return cudaGetLastError();
}

int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *,
                     float *out) {
  static int (*const with_radius[])(const float *, int, int, float *) = {
      conv_6<0>, conv_6<1>, conv_6<2>, conv_6<3>, conv_6<4>, conv_6<5>, conv_6<6>, conv_6<7>};
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_both, filters, 2 * (2 * radius + 1));
  return error ? error : with_radius[radius](in, width, height, out);
}
