// Lab 03, stage 6: separable.

// A block walks down a strip of the picture, a batch of rows at a time. The batch's rows go to shared memory,
// where the rows' pass finds its neighbours. A filtered row is part of the 2 radius + 1 rows of the result
// around it: a thread adds it, each time with another tap of the column, to its sums of all of them. These
// stay in registers, so the columns' pass needs no shared memory. Then the first sum is complete and is
// stored, and the others move up: each multiply-add writes to the place before the one it has read, so that
// the move costs nothing. Nothing in between goes to global memory: 8 bytes a pixel and the strips' edges,
// half of what two passes need. The rows of the next batch are under way while this one is computed; two
// buffers take turns, so that one barrier a batch is enough.
//
// A strip also reads radius rows of the one above and radius of the one below. Where the radius is large, tall
// strips keep that share small. Where it is small, short strips are faster: blocks that run at the same time
// are close together in the picture and find the rows they share in L2.
template <int RADIUS> struct strip {
  static const int THREADS = 128, BATCH = RADIUS <= 4 ? 10 : 8;
  static const int ROWS = BATCH * (RADIUS <= 4 ? 3 : 32) - 2 * RADIUS; // stored; it reads whole batches
  static const int SIDES = (RADIUS + 3) / 4,
                   COLUMNS = 4 * (THREADS - 2 * SIDES); // vectors beside; pixels stored
};

__constant__ float taps_both[2 * SIDE]; // of the row, then of the column

// Loads the four pixels from x on of the rows y to y + N - 1. Outside of the picture, and from row `end` on,
// there are zeros. Where whole vectors can be loaded, no load waits behind a branch: all N are under way
// before the first is needed.
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

// Three blocks a multiprocessor: up to 168 registers a thread.
template <int RADIUS>
__global__ void __launch_bounds__(strip<RADIUS>::THREADS, 3)
    conv_6_kernel(const float *__restrict__ in, int width, int height, float *__restrict__ out) {
  typedef strip<RADIUS> S;
  const int TAPS = 2 * RADIUS + 1, BATCH = S::BATCH, SIDES = S::SIDES;
  __shared__ float4 s[2][BATCH][S::THREADS];
  int t = threadIdx.x, x = (int)blockIdx.x * S::COLUMNS + 4 * (t - SIDES);
  int first = blockIdx.y * S::ROWS, end = min(first + S::ROWS, height), read_end = min(end + RADIUS, height);
  bool has_output = t >= SIDES && t < S::THREADS - SIDES && x < width;

  float4 sums[TAPS] = {}, next[BATCH]; // sums[k]: of the row k rows on, as far as it has been read
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
