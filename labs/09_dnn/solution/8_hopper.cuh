// Lab 09, stage 8 on Hopper: 3 x 3 taps by tensor cores, with the error of fp32.

#if defined __NVCC__ && !defined __PMPP_EMU__ // the emulator has the forms of the other file

// A tensor core multiplies in tf32, with 11 of a float's 24 bits. So an element is taken as the sum of two such numbers, the
// nearest one and the rest, and a product as three. It also cuts off where it adds: it adds up a row of taps alone, and those sums
// are added in fp32. (Lab 02's stage 10 is about this, and lab 03's stage 9 has the same layer with memory to spare.)
//
// A block has four teams of four warps, each with a square of 8 x 8 pixels and 64 filters. With a rim of one a square has 10 x 10
// cells: each is copied once, and nine taps read it at nine places. wgmma takes the pixels' operand from registers: a thread loads its
// cells, moved by the tap, and splits them. The filters' operand lies in shared memory. The block splits the next one for all teams
// while the tensor cores multiply.
enum { CONV_TEAM = 128, CONV_TEAMS = 4, CONV_BLOCK = CONV_TEAMS * CONV_TEAM, CONV_TAPS = 9 };
enum { SQUARE = 8, CELLS = SQUARE + 2, ALL_CELLS = CONV_TEAMS * CELLS * CELLS };
enum { CHUNK = 8, CHUNK_TAPS = CHUNK * CONV_TAPS, FILTERS = 64, CONV_PART = FILTERS * CHUNK };
// 8 more than a multiple of 32, and 4 more than one of 8: what a warp reads then lies in 32 banks.
enum { CELLS_PITCH = ALL_CELLS + 24, TAPS_PITCH = CHUNK_TAPS + 4 };

// A chunk of eight channels: while one is multiplied, the next one's filters are split, and the one after that is on its way. A part,
// of one tap, is in the order in which wgmma reads it: blocks of 8 filters by 4 channels, 128 bytes each, first all filters of
// channels 0 to 3.
struct conv_memory {
  float filters[2][FILTERS][TAPS_PITCH], cells[2][CHUNK][CELLS_PITCH];
  float parts[2][CONV_TAPS][2][CONV_PART]; // [][][0] the nearest numbers, [][][1] the rests
};

// How wgmma is told where a part lies: its address, and how far the next 4 channels and the next 8 filters are, in units of 16 bytes.
static __device__ uint64_t part_place(const float *part) {
  uint64_t channels = FILTERS * 4 * sizeof(float), filters = 8 * 4 * sizeof(float);
  return (uint64_t)(shared_address(part) >> 4) | channels >> 4 << 16 | filters >> 4 << 32;
}

// The nearest number with 11 bits, and what it leaves, which is exact.
static __device__ void split(float x, float &near, float &rest) {
  near = __uint_as_float((__float_as_uint(x) + 4096) / 8192 * 8192);
  rest = x - near;
}

// Copies a chunk's taps by 16 bytes; 0 where there is no filter.
static __device__ void copy_filters(conv_memory *s, int chunk, const float *filter, const layer &l,
                                    int filter0) {
  for (int i = threadIdx.x; i < FILTERS * CHUNK_TAPS / 4; i += CONV_BLOCK) {
    int row = i / (CHUNK_TAPS / 4), tap = i % (CHUNK_TAPS / 4) * 4;
    bool there = filter0 + row < l.filters;
    const float *from = filter + (int64_t)(there ? filter0 + row : 0) * l.depth + chunk * CHUNK_TAPS + tap;
    __pipeline_memcpy_async(&s->filters[chunk % 2][row][tap], from, 16, there ? 0 : 16);
  }
}

// Copies the thread's own cell of each channel; 0 outside of the picture.
static __device__ void copy_cells(conv_memory *s, int chunk, const layer &l, const float *cell, bool inside) {
  if (threadIdx.x < ALL_CELLS)
#pragma unroll
    for (int c = 0; c < CHUNK; c++)
      __pipeline_memcpy_async(&s->cells[chunk % 2][c][threadIdx.x], cell + (chunk * CHUNK + c) * l.pixels, 4,
                              inside ? 0 : 4);
}

// Splits a row of taps; a thread has those of one filter and one channel.
static __device__ void split_filters(conv_memory *s, int chunk, int ky) {
  int t = threadIdx.x, channel = t / (CONV_PART / 2) * 4 + t % 4;
  const float *own = &s->filters[chunk % 2][t / 4 % FILTERS][channel * CONV_TAPS];
#pragma unroll
  for (int tap = ky * 3; tap < ky * 3 + 3; tap++)
    split(own[tap], s->parts[chunk % 2][tap][0][t], s->parts[chunk % 2][tap][1][t]);
}

// row = what three taps beside each other give in eight channels; `own` is the thread's cell at the first of them. The small products
// come first. They are only begun here.
static __device__ void begin_row(float (&row)[32], const float *own, const float (*parts)[2][CONV_PART]) {
  float near[3][4], rest[3][4];
#pragma unroll
  for (int x = 0; x < 3; x++)
#pragma unroll
    for (int e = 0; e < 4; e++)
      split(own[e / 2 * 4 * CELLS_PITCH + e % 2 * CELLS + x], near[x][e], rest[x][e]);
  wgmma_begin();
#pragma unroll
  for (int x = 0; x < 3; x++) {
    wgmma_tf32(row, rest[x], part_place(parts[x][0]), x > 0);
    wgmma_tf32(row, near[x], part_place(parts[x][1]), 1);
  }
#pragma unroll
  for (int x = 0; x < 3; x++) wgmma_tf32(row, near[x], part_place(parts[x][0]), 1);
  wgmma_commit();
}

// One result by plain products: infinity has no nearest number and rest, and what is near it none either. Their difference is NaN.
static __device__ float plain_result(const float *in, const float *filter, const layer &l, int64_t picture,
                                     int own, int y, int x) {
  float sum = 0;
  for (int tap = 0; tap < l.depth; tap++) {
    int64_t row = y + tap / 3 % 3 - 1, at = x + tap % 3 - 1, plane = picture * l.channels + tap / CONV_TAPS;
    if (row >= 0 && row < l.height && at >= 0 && at < l.width)
      sum += filter[(int64_t)own * l.depth + tap] * in[(plane * l.height + row) * l.width + at];
  }
  return sum;
}

__global__ void __launch_bounds__(CONV_BLOCK, 1)
    dnn_8_hopper_kernel(const float *__restrict__ in, const float *__restrict__ filter, layer l,
                        float *__restrict__ out) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(1024) char conv_bytes[];
  conv_memory *s = (conv_memory *)conv_bytes;
  int t = threadIdx.x, team = t / CONV_TEAM, warp = t % CONV_TEAM / WARP, g = t % WARP / 4, i = t % 4;
  int width = (int)l.width, height = (int)l.height, chunks = (int)l.channels / CHUNK;
  int across = (width + SQUARE - 1) / SQUARE, down = (height + SQUARE - 1) / SQUARE;
  int tiles = ((int)l.filters + FILTERS - 1) / FILTERS; // blocks with the same pixels are neighbours
  int filter0 = blockIdx.x % tiles * FILTERS, square0 = blockIdx.x / tiles * CONV_TEAMS;
  int pictures = (int)(l.columns / l.pixels);

  int square = square0 + t / (CELLS * CELLS), cell = t % (CELLS * CELLS), picture = square / across / down;
  int y = square / across % down * SQUARE - 1 + cell / CELLS, x = square % across * SQUARE - 1 + cell % CELLS;
  bool inside = picture < pictures && y >= 0 && y < height && x >= 0 && x < width;
  const float *here = inside ? in + picture * l.channels * l.pixels + y * width + x : in;

  copy_filters(s, 0, filter, l, filter0);
  copy_cells(s, 0, l, here, inside);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (chunks > 1) copy_filters(s, 1, filter, l, filter0);
  __pipeline_commit();
  for (int ky = 0; ky < 3; ky++) split_filters(s, 0, ky);
  float sum[32] = {};
  for (int chunk = 0; chunk < chunks; chunk++) {
    __pipeline_wait_prior(0);
    store_fence();   // wgmma reads what threads have stored
    __syncthreads(); // the parts are there, and of the chunk before all has been read
    if (chunk + 2 < chunks) copy_filters(s, chunk + 2, filter, l, filter0);
    if (chunk + 1 < chunks) copy_cells(s, chunk + 1, l, here, inside);
    __pipeline_commit();
    const float *own = &s->cells[chunk % 2][i][team * CELLS * CELLS + warp * 2 * CELLS + g];
#pragma unroll
    for (int ky = 0; ky < 3; ky++) {
      float row[32];
      begin_row(row, own + ky * CELLS, &s->parts[chunk % 2][ky * 3]);
      if (chunk + 1 < chunks) split_filters(s, chunk + 1, ky);
      wgmma_wait<0>();
      wgmma_results(row);
#pragma unroll
      for (int j = 0; j < 32; j++) sum[j] += row[j];
    }
  }

  square = square0 + team, picture = square / across / down;
  y = square / across % down * SQUARE + warp * 2, x = square % across * SQUARE + g;
  if (picture >= pictures || x >= width) return;
#pragma unroll
  for (int j = 0; j < 32; j++) {
    int own = filter0 + j / 4 * 8 + i * 2 + j % 2, row = y + j / 2 % 2;
    if (own >= l.filters || row >= height) continue;
    if (isnan(sum[j])) sum[j] = plain_result(in, filter, l, picture, own, row, x);
    out[(picture * l.filters + own) * l.pixels + row * width + x] = sum[j];
  }
#else
  __trap(); // compiled for another target than sm_90a
#endif
}

// Returns false, and launches nothing, where the device is no Hopper, or the layer has other taps, channels that are no chunks, or
// filters that cannot be copied by 16 bytes.
static bool conv_on_hopper(const float *in, const float *filter, const layer &l, float *out) {
  int device = 0, major = 0, shared = sizeof(conv_memory);
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  int64_t squares =
      l.columns / l.pixels * ((l.height + SQUARE - 1) / SQUARE) * ((l.width + SQUARE - 1) / SQUARE);
  int64_t blocks = (squares + CONV_TEAMS - 1) / CONV_TEAMS * ((l.filters + FILTERS - 1) / FILTERS);
  if (major != 9 || l.radius != 1 || l.channels % CHUNK || !is_aligned(filter) ||
      (squares + 1) * l.filters > INT_MAX || l.pixels > INT_MAX)
    return false;
  cudaFuncSetAttribute(dnn_8_hopper_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  dnn_8_hopper_kernel<<<(unsigned)blocks, CONV_BLOCK, shared>>>(in, filter, l, out);
  return true;
}
#else
static bool conv_on_hopper(const float *, const float *, const layer &, float *) {
  return false;
}
#endif

int dnn_8_conv_implicit_gemm(const float *in, int64_t pictures, int64_t channels, int64_t height,
                             int64_t width, const float *filter, int64_t filters, int radius, float *out) {
  int64_t pixels = height * width;
  layer l = {channels, height, width, filters, pixels, pictures * pixels, radius};
  l.depth = (int)channels * (2 * radius + 1) * (2 * radius + 1);
  if (l.columns == 0 || filters == 0) return 0;
  // Chunks have eight channels, and four neighbouring pixels lie in one row; places are ints.
  bool whole = channels % CHANNELS == 0 && width % 4 == 0 && is_aligned(in) && is_aligned(out);
  bool small = radius <= 1 && width <= MOST_FOURS && l.columns * channels <= INT_MAX &&
               l.columns * tiles_of(filters) <= INT_MAX - PIXEL_TILE;
  // With a quarter of the multiprocessors this form is as fast as the other one is with all.
  bool many = enough_tiles(filters, FILTER_TILE, l.columns, PIXEL_TILE / 2);
  if (conv_on_hopper(in, filter, l, out)) return cudaGetLastError();
  if (!whole || !small || !many ||
      !(radius == 1 ? conv_fast<1>(in, filter, l, out) : conv_fast<0>(in, filter, l, out)))
    dnn_8_conv_kernel<<<dim3(tiles_of(l.columns), tiles_of(filters)), BLOCK>>>(in, filter, l, out);
  return cudaGetLastError();
}
