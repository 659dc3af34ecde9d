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
enum { TILE_F = 64, TILE_P = 128, TILE_K = 16, STAGES = 3, WARP_F = 32, WARP_P = 32, MAX_SIDE = 5 };

struct conv_9_shared {
  struct {
    float filter[TILE_F][TILE_K + 4], pixels[TILE_K][TILE_P + 8];
  } stage[STAGES];
  int2 taps[STAGES + 1][TILE_K]; // x: how far a tap's element is from the output's own; y: the tap, or 31
};

// What a block knows of its layer.
struct conv_9_layer {
  int c, h, w, f, side, depth, columns; // side = 2 radius + 1, depth = c side side, columns = n h w
};

// Stores the taps of a step: where the elements of a row of the unfolded matrix lie.
static __device__ void describe_taps(conv_9_shared *s, const conv_9_layer &l, int step) {
  int k = step * TILE_K + threadIdx.x, channel = k / (l.side * l.side), tap = k % (l.side * l.side);
  int y = tap / l.side - l.side / 2, x = tap % l.side - l.side / 2;
  if (threadIdx.x < TILE_K)
    s->taps[step % (STAGES + 1)][threadIdx.x] =
        make_int2((channel * l.h + y) * l.w + x, k < l.depth ? tap : 31);
}

// Begins to copy the tiles of a step. `here` is the element of the first channel at this thread's pixel; bit i of
// `inside` tells whether tap i of this pixel lies in the picture. Whatever does not becomes 0.
static __device__ void copy_tiles(conv_9_shared *s, const conv_9_layer &l, int step, const float *filter,
                                  int first_filter, const float *here, unsigned inside) {
  auto *to = &s->stage[step % STAGES];
  int t = threadIdx.x, width = l.depth % 4 == 0 ? 4 : 1;
  for (int i = t * width; i < TILE_F * TILE_K; i += BLOCK * width) {
    int row = first_filter + i / TILE_K, k = step * TILE_K + i % TILE_K;
    bool has = row < l.f && k < l.depth;
    const float *from = has ? &filter[row * l.depth + k] : filter;
    if (width == 4)
      __pipeline_memcpy_async(&to->filter[i / TILE_K][i % TILE_K], from, 16, has ? 0 : 16);
    else
      __pipeline_memcpy_async(&to->filter[i / TILE_K][i % TILE_K], from, 4, has ? 0 : 4);
  }
#pragma unroll
  for (int k = t / TILE_P; k < TILE_K; k += BLOCK / TILE_P) {
    int2 tap = s->taps[step % (STAGES + 1)][k];
    bool has = inside >> tap.y & 1;
    __pipeline_memcpy_async(&to->pixels[k][t % TILE_P], has ? here + tap.x : filter, 4, has ? 0 : 4);
  }
}

// The two parts of an element. high is rounded to 11 bits; what it leaves is exact.
static __device__ void split(float x, float &high, float &low) {
  high = __uint_as_float((__float_as_uint(x) + (1 << 12)) >> 13 << 13);
  low = x - high;
}

// sum += a b, for a of 16 x 8 and b of 8 x 8 elements. Lane 4 g + q holds of a the rows g and g + 8 in column q, and
// again in column q + 4; of b rows q and q + 4 in column g; of the sum columns 2q, 2q + 1 in row g, and in g + 8.
#define BITS(x) "r"(__float_as_uint(x))
static __device__ void multiply_add(float (&sum)[4], const float (&a)[4], const float (&b)[2]) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : BITS(a[0]), BITS(a[1]), BITS(a[2]), BITS(a[3]), BITS(b[0]), BITS(b[1]));
}
#undef BITS

__global__ void __launch_bounds__(BLOCK, 2)
    conv_9_split_kernel(const float *__restrict__ in, const float *__restrict__ filter, conv_9_layer l,
                        float *__restrict__ out) {
  extern __shared__ __align__(16) char memory[];
  conv_9_shared *s = (conv_9_shared *)memory;
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP, q = lane % 4, g = lane / 4;
  int first_filter = blockIdx.y * TILE_F, first_column = blockIdx.x * TILE_P;
  int steps = (l.depth + TILE_K - 1) / TILE_K, pixels = l.h * l.w;

  int column = first_column + t % TILE_P, x = column % l.w, y = column / l.w % l.h; // copied by this thread
  const float *here = in + (int64_t)(column / pixels) * l.c * pixels + y * l.w + x;
  unsigned inside = 0;
  for (int i = 0; i < l.side * l.side && column < l.columns; i++) {
    int row = y - l.side / 2 + i / l.side, col = x - l.side / 2 + i % l.side;
    if (row >= 0 && row < l.h && col >= 0 && col < l.w) inside |= 1u << i;
  }

  for (int i = 0; i < STAGES; i++) describe_taps(s, l, i);
  __syncthreads();
  for (int i = 0; i < STAGES - 1; i++) {
    if (i < steps) copy_tiles(s, l, i, filter, first_filter, here, inside);
    __pipeline_commit();
  }

  int row0 = warp / 4 * WARP_F, col0 = warp % 4 * WARP_P; // the warp's place in the tile
  float sum[WARP_F / 16][WARP_P / 8][4] = {};
  for (int step = 0; step < steps; step++) {
    __pipeline_wait_prior(STAGES - 2); // the copies of this step are there
    __syncthreads();                   // for all threads; and nobody reads the step before any more
    describe_taps(s, l, step + STAGES);
    if (step + STAGES - 1 < steps) copy_tiles(s, l, step + STAGES - 1, filter, first_filter, here, inside);
    __pipeline_commit();

    auto *from = &s->stage[step % STAGES];
    float part[WARP_F / 16][WARP_P / 8][4] = {};
#pragma unroll
    for (int k = 0; k < TILE_K; k += 8) {
      float a[WARP_F / 16][4], a_low[WARP_F / 16][4];
#pragma unroll
      for (int i = 0; i < WARP_F / 16; i++)
#pragma unroll
        for (int e = 0; e < 4; e++)
          split(from->filter[row0 + 16 * i + g + e % 2 * 8][k + q + e / 2 * 4], a[i][e], a_low[i][e]);
#pragma unroll
      for (int j = 0; j < WARP_P / 8; j++) {
        float b[2], b_low[2];
#pragma unroll
        for (int e = 0; e < 2; e++) split(from->pixels[k + q + 4 * e][col0 + 8 * j + g], b[e], b_low[e]);
#pragma unroll
        for (int i = 0; i < WARP_F / 16; i++) {
          multiply_add(part[i][j], a_low[i], b);
          multiply_add(part[i][j], a[i], b_low);
          multiply_add(part[i][j], a[i], b);
        }
      }
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

// Is the layer large enough for tiles of this size, and do its taps have bits enough? Compute capability 8.0 has
// multiplications in tf32.
static bool conv_9_in_tiles(int n, int c, int h, int w, int f, int side) {
  int device, major;
  int64_t columns = (int64_t)n * h * w, elements = columns * c;
  if (side > MAX_SIDE || c * side * side < TILE_K || f <= TILE_F / 2) return false;
  if (columns < 1 << 11 || columns > INT_MAX - TILE_P || elements > INT_MAX) return false;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
         major >= 8;
}

static int conv_9_split(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                        float *out) {
  int side = 2 * radius + 1;
  conv_9_layer l = {c, h, w, f, side, c * side * side, n * h * w};
  int error = cudaFuncSetAttribute(conv_9_split_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   (int)sizeof(conv_9_shared));
  if (error) return error;
  conv_9_split_kernel<<<dim3(blocks_for(l.columns, TILE_P), blocks_for(f, TILE_F)), BLOCK,
                        sizeof(conv_9_shared)>>>(in, filter, l, out);
  return cudaGetLastError();
}
