// Lab 03, stage 9 on Hopper: 3 x 3 taps, squares of pixels with a halo, multiplied by wgmma.

#if defined __NVCC__ && !defined __PMPP_EMU__ // the emulator has the forms of the other two files

// A block's 128 pixels are two squares of 8 x 8. With a halo of one a square is 10 x 10: nine taps read it at
// nine places, and each element is copied once for all of them, where 9_split copies it nine times.
//
// Four warps, a team, compute a square's pixels by 64 filters. wgmma takes the pixels' operand from registers: a
// thread loads its elements from the square, moved by the tap, and splits them. The filters' operand is in shared
// memory. It is the same for all blocks, so a kernel before splits it once, and stores it in scratch in the order
// in which wgmma reads it.
enum { SQUARE = 8, HALO = SQUARE + 2, SQUARE_CELLS = HALO * HALO, TEAM = 128, SQUARES = BLOCK / TEAM };
enum { CHANNELS = 8, TAPS = 9, PART = TILE_F * CHANNELS, CELLS_PITCH = SQUARES * SQUARE_CELLS };

// 8 channels. CELLS_PITCH is 8 more than a multiple of 32: a warp's elements, of 4 channels, lie in 32 banks.
struct conv_9_stage {
  float filters[TAPS][2][PART], cells[CHANNELS][CELLS_PITCH]; // [0] high parts, [1] low ones
};

// A part's order: blocks of 8 filters by 4 channels, 128 bytes, first all filters of channels 0 to 3.
__global__ void conv_9_prepare(const float *filter, int c, int f, int steps, float *parts) {
  int i = blockIdx.x * BLOCK + threadIdx.x, channel = i % CHANNELS, row = i / CHANNELS % TILE_F,
      rest = i / PART;
  int tap = rest % TAPS, step = rest / TAPS % steps, tile = rest / TAPS / steps;
  int j = tile * TILE_F + row, k = step * CHANNELS + channel;
  if (tile * TILE_F >= f) return;
  float *to = parts + (int64_t)rest * 2 * PART + (channel / 4 * TILE_F + row) * 4 + channel % 4;
  split(j < f && k < c ? filter[(j * c + k) * TAPS + tap] : 0, to[0], to[PART]);
}

// How wgmma is told where such a part lies: its address, and how far the next 4 channels and the next 8 filters
// are, in units of 16 bytes.
static __device__ uint64_t part_place(const float *part) {
  uint64_t address = __cvta_generic_to_shared(part) & 0x3ffff, channels = TILE_F * 4 * 4, filters = 8 * 4 * 4;
  return address >> 4 | channels >> 4 << 16 | filters >> 4 << 32;
}

#define FOUR(x, i)    "+f"(x[i]), "+f"(x[i + 1]), "+f"(x[i + 2]), "+f"(x[i + 3])
#define SIXTEEN(x, i) FOUR(x, i), FOUR(x, i + 4), FOUR(x, i + 8), FOUR(x, i + 12)

// x = p q, or x += p q where `on` is 1: p of 64 pixels x 8 channels in registers, q of 8 channels x 64 filters. Thread
// 32 w + 4 g + i of the team holds of p pixels 16 w + g and that + 8 in channel i, and again in channel i + 4. It gets of x, at
// 4j, filters 8j + 2i and the next of the first pixel, at 4j + 2 of the second.
static __device__ void multiply_64(float (&x)[32], const float (&p)[4], uint64_t q, int on) {
  asm volatile("{ .reg .pred on; setp.eq.s32 on, %37, 1; wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 "
               "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%"
               "25,%26,%27,%28,%29,%30,%31},"
               " {%32,%33,%34,%35}, %36, on, 1, 1; }"
               : SIXTEEN(x, 0), SIXTEEN(x, 16)
               : "r"(__float_as_uint(p[0])), "r"(__float_as_uint(p[1])), "r"(__float_as_uint(p[2])),
                 "r"(__float_as_uint(p[3])), "l"(q), "r"(on));
}
#undef SIXTEEN
#undef FOUR

__global__ void __launch_bounds__(BLOCK, 2)
    conv_9_hopper_kernel(const float *__restrict__ in, const float *__restrict__ parts, conv_9_layer l, int n,
                         float *__restrict__ out) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(16) char memory[];
  conv_9_stage *ring = (conv_9_stage *)memory;
  int t = threadIdx.x, team = t / TEAM, warp = t % TEAM / WARP, g = t % WARP / 4, i = t % 4;
  int steps = (l.c + CHANNELS - 1) / CHANNELS, pixels = l.h * l.w;
  int across = (l.w + SQUARE - 1) / SQUARE, down = (l.h + SQUARE - 1) / SQUARE;

  // The cell that this thread copies, one of 2 x 100, for each channel.
  int square = blockIdx.x * SQUARES + t / SQUARE_CELLS, cell = t % SQUARE_CELLS,
      picture = square / across / down;
  int y = square / across % down * SQUARE - 1 + cell / HALO, x = square % across * SQUARE - 1 + cell % HALO;
  bool inside = picture < n && y >= 0 && y < l.h && x >= 0 && x < l.w;
  const float *here = in + (int64_t)picture * l.c * pixels + y * l.w + x;
  const float *filters = parts + (int64_t)blockIdx.y * steps * TAPS * 2 * PART;

  auto copy = [&](int step) {
    conv_9_stage *to = &ring[step % 2];
    float *all = to->filters[0][0];
#pragma unroll
    for (int j = 0; j < TAPS * 2 * PART; j += BLOCK * 4)
      __pipeline_memcpy_async(all + j + 4 * t, filters + step * TAPS * 2 * PART + j + 4 * t, 16);
#pragma unroll
    for (int j = 0; j < CHANNELS && t < CELLS_PITCH; j++) {
      int channel = step * CHANNELS + j;
      bool has = inside && channel < l.c;
      __pipeline_memcpy_async(&to->cells[j][t], here + (int64_t)channel * pixels, 4, has ? 0 : 4);
    }
    __pipeline_commit();
  };

  copy(0);
  float sum[32] = {};
  for (int step = 0; step < steps; step++) {
    __pipeline_wait_prior(0);
    asm volatile("fence.proxy.async.shared::cta;\n" ::: "memory"); // wgmma reads what threads have copied
    __syncthreads();
    if (step + 1 < steps) copy(step + 1);

    const conv_9_stage *from = &ring[step % 2];
    const float *own = &from->cells[i][team * SQUARE_CELLS + warp * 2 * HALO + g];
#pragma unroll
    for (int row = 0; row < 3; row++) { // of taps
      float high[3][4], low[3][4], part[32];
#pragma unroll
      for (int col = 0; col < 3; col++)
#pragma unroll
        for (int e = 0; e < 4; e++)
          split(own[e / 2 * 4 * CELLS_PITCH + (e % 2 + row) * HALO + col], high[col][e], low[col][e]);
      asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory");
#pragma unroll
      for (int col = 0; col < 3; col++) { // the small products first
        multiply_64(part, low[col], part_place(from->filters[row * 3 + col][0]), col > 0);
        multiply_64(part, high[col], part_place(from->filters[row * 3 + col][1]), 1);
      }
#pragma unroll
      for (int col = 0; col < 3; col++)
        multiply_64(part, high[col], part_place(from->filters[row * 3 + col][0]), 1);
      asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n" ::: "memory");
#pragma unroll
      for (int j = 0; j < 32; j++) sum[j] += part[j];
    }
  }

  square = blockIdx.x * SQUARES + team, picture = square / across / down;
  y = square / across % down * SQUARE + warp * 2, x = square % across * SQUARE + g;
  if (picture >= n || x >= l.w) return;
#pragma unroll
  for (int j = 0; j < 32; j++) {
    int filter = blockIdx.y * TILE_F + j / 4 * 8 + i * 2 + j % 2, row = y + j / 2 % 2;
    if (filter < l.f && row < l.h) out[((int64_t)picture * l.f + filter) * pixels + row * l.w + x] = sum[j];
  }
#else
  __trap(); // compiled for another target than sm_90a
#endif
}

static int conv_9_hopper(const float *in, const float *filter, const conv_9_layer &l, int n, float *scratch,
                         float *out) {
  int steps = blocks_for(l.c, CHANNELS), tiles = blocks_for(l.f, TILE_F), shared = 2 * sizeof(conv_9_stage);
  int squares = n * blocks_for(l.h, SQUARE) * blocks_for(l.w, SQUARE);
  int error = cudaFuncSetAttribute(conv_9_hopper_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  if (error) return error;
  conv_9_prepare<<<tiles * steps * TAPS * PART / BLOCK, BLOCK>>>(filter, l.c, l.f, steps, scratch);
  conv_9_hopper_kernel<<<dim3(blocks_for(squares, SQUARES), tiles), BLOCK, shared>>>(in, scratch, l, n, out);
  return cudaGetLastError();
}

// Does a layer have 3 x 3 taps, and its scratch room for the filters' parts?
static bool conv_9_on_hopper(const conv_9_layer &l, int major) {
  int64_t parts = (int64_t)blocks_for(l.f, TILE_F) * blocks_for(l.c, CHANNELS) * TAPS * 2 * PART;
  return major == 9 && l.side == 3 && parts <= (int64_t)l.depth * l.columns;
}
#endif
