// Lab 09, stage 9 where a row has a multiple of 8192 weights: fewer instructions for each weight.

// Where the memory could bring weights faster than a multiprocessor works them off, instructions set the time. Three changes of
// the form in 9_quantised_gemv.cuh save half of them:
//   1 A block goes along whole rows. Its 512 threads have 16 columns each, the same ones in every row, so a thread's x is loaded
//     once and stays in registers. Two rows get their scales with one load. Load requests for 512 weights: 1.5 instead of 3.
//   2 The tensor cores multiply and add: 8 instructions for two rows' 16 weights become one (the counter: tensor MFLOP). For
//     that a weight becomes a half, two at a time.
//   3 Eight rows are on their way. A pair of them that has been multiplied makes room for the next pair at once, and no warp
//     waits for another one: there is one barrier, after the last row.
enum { SWEEP = 512, SWEEP_WARPS = SWEEP / WARP, PAIRS = 4, SWEEP_ROWS = 512 };

static __device__ void multiply_add(float *c, const unsigned *a, const unsigned *b); // see stage 10

// Bytes 0 and 2 of a word as halves. The last digits of the half 1024 are worth 1: with the byte in them it is 1024 and the
// byte, which is the weight + 128 if its first bit is turned over. All of that is exact.
static __device__ unsigned two_weights(unsigned word) {
  unsigned digits = (word & 0x00ff00ff) ^ 0x64806480;
  __half2 weights = __hsub2(*(__half2 *)&digits, __float2half2_rn(1024 + 128));
  return *(unsigned *)&weights;
}

// The thread's x as right operands, for each word of weights one: the elements 0 and 2 of four, then 1 and 3.
static __device__ void load_x(unsigned (*operand)[2], const uint4 *x) {
  uint4 eight[2] = {x[0], x[1]};
  const unsigned *word = &eight[0].x;
#pragma unroll
  for (int k = 0; k < AT_ONCE / 4; k++) {
    operand[k][0] = __byte_perm(word[2 * k], word[2 * k + 1], 0x5410);
    operand[k][1] = __byte_perm(word[2 * k], word[2 * k + 1], 0x7632);
  }
}

// Products of two rows' 16 weights of each thread with its x. A left operand's rows g and g + 8 are what the four lanes of quad g
// hold, and column g of the right one is their x. So c's elements [g][g] and [g + 8][g] are the quad's sums for the two rows: one lane in
// four has them, lane g / 2 of the quad. The others have products of one quad's weights with another's x, which nobody uses:
// tensor cores have time for eight times the work.
static __device__ void two_rows(float *c, const uint4 *row, const unsigned (*x)[2]) {
  const unsigned *first = &row[0].x, *second = &row[1].x;
#pragma unroll
  for (int k = 0; k < AT_ONCE / 4; k++) {
    unsigned a[] = {two_weights(first[k]), two_weights(second[k]), two_weights(first[k] >> 8),
                    two_weights(second[k] >> 8)};
    multiply_add(c, a, x[k]);
  }
}

// Half of the lanes keep `mine` of one row, and the other half of another one: each gets from the lane `distance` away what that
// one has of its row. So the first of two lines of sums is added to the second in half of the exchanges.
static __device__ float kept_sum(bool second, float of_first, float of_second, int distance) {
  return (second ? of_second : of_first) +
         __shfl_xor_sync(ALL_LANES, second ? of_first : of_second, distance);
}

// Rows and columns in units of 16 weights. Block b has the rows b, b + blocks, ...
__global__ void __launch_bounds__(SWEEP, 1)
    dnn_9_sweep_kernel(const uint4 *__restrict__ weights, const dnn_half *__restrict__ scales,
                       const uint4 *__restrict__ x, int64_t rows, int64_t units, float *__restrict__ out) {
  __shared__ float sums[SWEEP_ROWS][SWEEP_WARPS + 1]; // what each warp has of each of the block's rows
  int t = threadIdx.x, quad = t % WARP / 4, odd = quad % 2,
      own = (int)((rows - blockIdx.x - 1) / gridDim.x + 1);
  int64_t step = gridDim.x * units; // from one of the block's rows to its next one
  float *warp_sums = &sums[0][t / WARP];

  for (int64_t begin = t; begin < units; begin += SWEEP) {
    const uint4 *row = weights + blockIdx.x * units + begin;
    const dnn_half *row_scale = scales + (blockIdx.x * units + begin + odd * step) / (DNN_GROUP / AT_ONCE);
    uint4 v[PAIRS][2] = {};
    dnn_half scale[PAIRS] = {};
    unsigned own_x[AT_ONCE / 4][2];
    int next = 0;
    auto load_pair = [&](int p) { // past the last row what is there stays, and its sums are not stored
      if (next < own) v[p][0] = __ldcs(row);
      if (next + 1 < own) v[p][1] = __ldcs(row + step);
      if (next + odd < own) scale[p] = *row_scale;
      next += 2, row += 2 * step, row_scale += 2 * step / (DNN_GROUP / AT_ONCE);
    };
#pragma unroll
    for (int p = 0; p < PAIRS; p++) load_pair(p);
    load_x(own_x, x + 2 * begin);

    for (int i = 0; i < own; i += 2 * PAIRS) {
      float m
          [PAIRS]; // the sums of a group's two quads: for the pair's first row in the even one, for the second in the odd one
#pragma unroll
      for (int p = 0; p < PAIRS; p++) {
        float c[4] = {};
        two_rows(c, v[p], own_x);
        m[p] =
            __half2float(scale[p]) * ((odd ? c[3] : c[0]) + __shfl_xor_sync(ALL_LANES, odd ? c[1] : c[2], 4));
        load_pair(p);
      }
      // Lane g / 2 of a quad g has the sums, so neighbours of a neighbouring group lie 8 + 1, then 16 + 2 lanes away.
      float low = kept_sum(quad & 2, m[0], m[1], 9), high = kept_sum(quad & 2, m[2], m[3], 9);
      float sum = kept_sum(quad & 4, low, high, 18); // of row i + quad
      float *place = warp_sums + (i + quad) * (SWEEP_WARPS + 1);
      if (t % 4 == quad / 2 && i + quad < own) *place = begin < SWEEP ? sum : *place + sum;
    }
  }
  __syncthreads();
  for (int i = t; i < own; i += SWEEP) {
    float sum = 0;
    for (int w = 0; w < SWEEP_WARPS; w++) sum += sums[i][w];
    out[blockIdx.x + (int64_t)i * gridDim.x] = sum;
  }
}

// As many blocks as run at a time, or a multiple of it if they would have more rows than room for their sums. False if the rows'
// length is none for this form.
static bool swept(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                  int64_t columns, float *out) {
  int device = 0, processors = 1;
  if (columns % (SWEEP * AT_ONCE) != 0) return false;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  int64_t all = (int64_t)processors * SWEEP_ROWS, blocks = processors * ((rows + all - 1) / all);
  dnn_9_sweep_kernel<<<(unsigned)(blocks < rows ? blocks : rows), SWEEP>>>(
      (const uint4 *)weights, scales, (const uint4 *)x, rows, columns / AT_ONCE, out);
  return true;
}
