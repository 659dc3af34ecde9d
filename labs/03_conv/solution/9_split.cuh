// Lab 03, stage 9: the matrix is unfolded tile by tile, and tensor cores multiply it.

// The unfolded matrix is (2 radius + 1)^2 times as large as the input, and it is written and read once: for 64
// channels and 3 x 3 taps that takes as long as cuDNN's whole convolution. Here no such matrix is stored. A
// block copies the part that it needs for a step straight from the input into its tile in shared memory.
//
// Tensor cores multiply in tf32, with 11 of a float's 24 bits. So an element is taken as the sum of two such
// numbers, the nearest one and the rest, and a product as three (lab 02's stage 10 is about this). A tensor core
// cuts off where it adds: it adds up one step's products alone, and the sums of steps are added in fp32. So the
// error stays that of fp32.
//
// A block computes 64 filters by TILE_P pixels in steps of TILE_K taps. Its 8 warps stand 2 above each other and
// 4 side by side. Three stages of tiles: one is multiplied while two are on their way. Rows in shared memory are
// longer than necessary, so that the elements of a fragment lie in different banks.
enum { TILE_F = 64, TILE_P = 128, TILE_K = 16, STAGES = 3, WARP_F = 32, WARP_P = 32 };
enum { MAX_SIDE = 5, MAX_DEPTH = 4096 };

struct conv_9_tiles {
  float filter[TILE_F][TILE_K + 4], pixels[TILE_K][TILE_P + 8];
};

// Row k of the unfolded matrix: how far its elements are from the outputs' own places in the first channel, and
// which tap it is.
struct conv_9_tap {
  int offset, tap;
};

// What a block knows of its layer.
struct conv_9_layer {
  int c, h, w, f, side, depth, columns; // side = 2 radius + 1, depth = c side side, columns = n h w
};

// Begins to copy the tiles of a step. `here` is the element of the first channel at this thread's pixel; bit
// i + 2 of `inside` tells whether its tap i lies in the picture, so that 4 bytes are copied or none. What is not
// copied becomes 0. VECTORS: rows of filters begin at multiples of 16 bytes.
template <bool VECTORS>
static __device__ void copy_tiles(conv_9_tiles *to, const conv_9_layer &l, int step, const float *filter,
                                  int first_filter, const float *here, unsigned inside,
                                  const conv_9_tap *taps) {
  enum { WIDTH = VECTORS ? 4 : 1, ROWS = BLOCK / TILE_P };
  int t = threadIdx.x, k0 = step * TILE_K;
#pragma unroll
  for (int i = t * WIDTH; i < TILE_F * TILE_K; i += BLOCK * WIDTH) {
    int row = first_filter + i / TILE_K, k = k0 + i % TILE_K;
    bool has = row < l.f && k < l.depth;
    __pipeline_memcpy_async(&to->filter[i / TILE_K][i % TILE_K], &filter[row * l.depth + k], 4 * WIDTH,
                            has ? 0 : 4 * WIDTH);
  }
#pragma unroll
  for (int i = 0; i < TILE_K / ROWS; i++) {
    int k = t / TILE_P + i * ROWS;
    conv_9_tap tap = taps[k0 + k];
    __pipeline_memcpy_async(&to->pixels[k][t % TILE_P], here + tap.offset, 4, 4 - (inside >> tap.tap & 4));
  }
}

// The two parts of an element. high is rounded to 11 bits; what it leaves is exact.
static __device__ void split(float x, float &high, float &low) {
  high = __uint_as_float((__float_as_uint(x) + 4096) / 8192 * 8192);
  low = x - high;
}

// sum += left right, for left of 16 x 8 and right of 8 x 8 elements. Lane 4 g + q holds of left the rows g and g + 8
// in column q, and again in column q + 4; of right rows q and q + 4 in column g; of the sum columns 2q, 2q + 1 in row
// g, and in g + 8.
static __device__ void multiply_add(float (&sum)[4], const float (&left)[4], const float (&right)[2]) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(__float_as_uint(left[0])), "r"(__float_as_uint(left[1])), "r"(__float_as_uint(left[2])),
        "r"(__float_as_uint(left[3])), "r"(__float_as_uint(right[0])), "r"(__float_as_uint(right[1])));
}

template <bool VECTORS>
__global__ void __launch_bounds__(BLOCK, 2)
    conv_9_split_kernel(const float *__restrict__ in, const float *__restrict__ filter, conv_9_layer l,
                        float *__restrict__ out) {
  extern __shared__ __align__(16) char memory[];
  conv_9_tiles *tiles = (conv_9_tiles *)memory;
  conv_9_tap *taps = (conv_9_tap *)(tiles + STAGES);
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP, q = lane % 4, g = lane / 4;
  int first_filter = blockIdx.y * TILE_F, first_column = blockIdx.x * TILE_P;
  int steps = (l.depth + TILE_K - 1) / TILE_K, pixels = l.h * l.w, side = l.side, r = side / 2;

  for (int k = t; k < steps * TILE_K; k += BLOCK) {
    int channel = k / (side * side), tap = k % (side * side);
    taps[k] = {(channel * l.h + tap / side - r) * l.w + tap % side - r, k < l.depth ? tap : 31};
  }
  int column = first_column + t % TILE_P, x = column % l.w, y = column / l.w % l.h; // copied by this thread
  const float *here = in + (int64_t)(column / pixels) * l.c * pixels + y * l.w + x;
  unsigned inside = 0;
  for (int i = 0; i < side * side && column < l.columns; i++) {
    int row = y - r + i / side, col = x - r + i % side;
    if (row >= 0 && row < l.h && col >= 0 && col < l.w) inside |= 4u << i;
  }
  __syncthreads();

  for (int i = 0; i < STAGES - 1; i++) {
    if (i < steps) copy_tiles<VECTORS>(&tiles[i], l, i, filter, first_filter, here, inside, taps);
    __pipeline_commit();
  }
  int row0 = warp / 4 * WARP_F, col0 = warp % 4 * WARP_P; // the warp's place in the tile
  int stage = 0, free_stage = STAGES - 1;
  float sum[WARP_F / 16][WARP_P / 8][4] = {};
  for (int step = 0; step < steps; step++) {
    __pipeline_wait_prior(STAGES - 2); // the copies of this step are there
    __syncthreads();                   // for all threads; and nobody reads the step before any more
    if (step + STAGES - 1 < steps)
      copy_tiles<VECTORS>(&tiles[free_stage], l, step + STAGES - 1, filter, first_filter, here, inside, taps);
    __pipeline_commit();
    const conv_9_tiles *from = &tiles[stage];
    free_stage = stage;
    stage = stage == STAGES - 1 ? 0 : stage + 1;

    float part[WARP_F / 16][WARP_P / 8][4] = {};
#pragma unroll
    for (int k = 0; k < TILE_K; k += 8) {
      float a[WARP_F / 16][4], a_low[WARP_F / 16][4];
#pragma unroll
      for (int i = 0; i < WARP_F / 16; i++)
#pragma unroll
        for (int e = 0; e < 4; e++)
          split(from->filter[row0 + 16 * i + g + e % 2 * 8][k + q + e / 2 * 4], a[i][e], a_low[i][e]);
      // Of the three products the small ones first. Neighbours add to different sums and need not wait.
      float b[WARP_P / 8][2], b_low[WARP_P / 8][2];
#pragma unroll
      for (int j = 0; j < WARP_P / 8; j++)
#pragma unroll
        for (int e = 0; e < 2; e++)
          split(from->pixels[k + q + 4 * e][col0 + 8 * j + g], b[j][e], b_low[j][e]);
#pragma unroll
      for (int product = 0; product < 3; product++)
#pragma unroll
        for (int j = 0; j < WARP_P / 8; j++)
#pragma unroll
          for (int i = 0; i < WARP_F / 16; i++)
            multiply_add(part[i][j], product == 0 ? a_low[i] : a[i], product == 1 ? b_low[j] : b[j]);
    }
#pragma unroll
    for (int i = 0; i < WARP_F / 16; i++)
#pragma unroll
      for (int j = 0; j < WARP_P / 8; j++)
#pragma unroll
        for (int e = 0; e < 4; e++) sum[i][j][e] += part[i][j][e];
  }

#pragma unroll
  for (int i = 0; i < WARP_F / 16; i++)
#pragma unroll
    for (int j = 0; j < WARP_P / 8; j++)
#pragma unroll
      for (int e = 0; e < 4; e++) {
        int row = first_filter + row0 + 16 * i + g + e / 2 * 8,
            col = first_column + col0 + 8 * j + 2 * q + e % 2;
        if (row < l.f && col < l.columns)
          out[((int64_t)(col / pixels) * l.f + row) * pixels + col % pixels] = sum[i][j][e];
      }
}

static int conv_9_split(const float *in, const float *filter, const conv_9_layer &l, float *out) {
  size_t shared = STAGES * sizeof(conv_9_tiles) + blocks_for(l.depth, TILE_K) * TILE_K * sizeof(conv_9_tap);
  auto *kernel = l.depth % 4 == 0 ? conv_9_split_kernel<true> : conv_9_split_kernel<false>;
  int error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
  if (error) return error;
  kernel<<<dim3(blocks_for(l.columns, TILE_P), blocks_for(l.f, TILE_F)), BLOCK, shared>>>(in, filter, l, out);
  return cudaGetLastError();
}
