// Lab 09, stage 9: a token's product with weights of 8 bits.

// A warp has two rows, and walks along them. A lane takes 16 weights with one load; all of them have one scale. The loads of
// two steps are under way together. x stays in the L1 cache: it is small, all rows want it, and the weights, which nobody
// wants again, are loaded as such (__ldcs), so that they do not push it out.
enum { ROWS_A_WARP = 2, ROWS_A_BLOCK = WARPS * ROWS_A_WARP, AT_ONCE = 16, STEP = WARP * AT_ONCE, STEPS = 2 };

// The sum of 16 products; byte b of word i is weight 4 i + b. The unit that converts whole numbers takes few at a time. So the
// byte becomes the last digits of a float: 2^23 and the byte, which is the weight + 128 if its first bit is turned over.
static __device__ float sixteen_products(uint4 weights, const dnn_half *x) {
  const unsigned word[] = {weights.x, weights.y, weights.z, weights.w};
  float sum = 0;
#pragma unroll
  for (int k = 0; k < AT_ONCE; k++) {
    unsigned digits = __byte_perm(word[k / 4] ^ 0x80808080, 0x4b000000, 0x7540 + k % 4);
    sum += (__uint_as_float(digits) - (0x1p23f + 128)) * __half2float(x[k]);
  }
  return sum;
}

static __device__ void store_sums(const float *sum, int64_t row0, int64_t rows, float *out) {
#pragma unroll
  for (int i = 0; i < ROWS_A_WARP; i++) {
    float whole = over_warp<plus>(sum[i]);
    if (threadIdx.x % WARP == 0 && row0 + i < rows) out[row0 + i] = whole;
  }
}

// Rows of a multiple of 16 weights that begin at multiples of 16 bytes. What all threads of an SM wait for at a time keeps the
// memory busy, so five blocks have to find room: 48 registers a thread, with places in a row as ints.
__global__ void __launch_bounds__(BLOCK, PMPP_BLOCKS(BLOCK, 5))
    dnn_9_wide_kernel(const int8_t *__restrict__ weights, const dnn_half *__restrict__ scales,
                      const dnn_half *__restrict__ x, int64_t rows, int64_t columns,
                      float *__restrict__ out) {
  int64_t row0 = (int64_t)blockIdx.x * ROWS_A_BLOCK + threadIdx.x / WARP * ROWS_A_WARP;
  int all = (int)columns, groups = (int)dnn_groups(columns), place = threadIdx.x % WARP * AT_ONCE;
  float sum[ROWS_A_WARP] = {};
  if (row0 >= rows) return; // a whole warp
  const int8_t *own = weights + row0 * columns + place;
  const dnn_half *own_scales = scales + row0 * groups + place / DNN_GROUP, *lane_x = x + place;

  for (int first = 0; first < all; first += STEPS * STEP) {
    uint4 some[STEPS][ROWS_A_WARP];
    dnn_half scale[STEPS][ROWS_A_WARP];
#pragma unroll
    for (int s = 0; s < STEPS; s++)
#pragma unroll
      for (int i = 0; i < ROWS_A_WARP; i++) {
        int j = first + s * STEP;
        bool inside = row0 + i < rows && j + place < all;
        some[s][i] = inside ? __ldcs((const uint4 *)(own + (int64_t)i * all + j)) : make_uint4(0, 0, 0, 0);
        scale[s][i] = inside ? own_scales[i * groups + j / DNN_GROUP] : __float2half(0);
      }
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
      int j = first + s * STEP;
      if (j + place >= all) break;
      uint4 own_x[2] = {((const uint4 *)(lane_x + j))[0], ((const uint4 *)(lane_x + j))[1]};
#pragma unroll
      for (int i = 0; i < ROWS_A_WARP; i++)
        sum[i] += __half2float(scale[s][i]) * sixteen_products(some[s][i], (const dnn_half *)own_x);
    }
  }
  store_sums(sum, row0, rows, out);
}

// Rows that begin anywhere: a lane takes every 32nd weight.
__global__ void dnn_9_narrow_kernel(const int8_t *weights, const dnn_half *scales, const dnn_half *x,
                                    int64_t rows, int64_t columns, float *out) {
  int64_t row0 = (int64_t)blockIdx.x * ROWS_A_BLOCK + threadIdx.x / WARP * ROWS_A_WARP;
  float sum[ROWS_A_WARP] = {};

  for (int64_t j = threadIdx.x % WARP; j < columns; j += WARP) {
    float own_x = __half2float(x[j]);
#pragma unroll
    for (int i = 0; i < ROWS_A_WARP; i++) {
      int64_t row = row0 + i;
      if (row >= rows) break;
      float scale = __half2float(scales[row * dnn_groups(columns) + j / DNN_GROUP]);
      sum[i] += scale * weights[row * columns + j] * own_x;
    }
  }
  store_sums(sum, row0, rows, out);
}

static bool swept(const int8_t *, const dnn_half *, const dnn_half *, int64_t, int64_t,
                  float *); // see 9_sweep.cuh

static void wide_product(unsigned blocks, const int8_t *weights, const dnn_half *scales, const dnn_half *x,
                         int64_t rows, int64_t columns, float *out) {
  if (swept(weights, scales, x, rows, columns, out)) return;
  dnn_9_wide_kernel<<<blocks, BLOCK>>>(weights, scales, x, rows, columns, out);
}

int dnn_9_quantised_gemv(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                         int64_t columns, float *out) {
  if (rows == 0) return 0;
  unsigned blocks = (unsigned)((rows + ROWS_A_BLOCK - 1) / ROWS_A_BLOCK);
  if (columns % AT_ONCE == 0 && aligned(weights) && aligned(x))
    wide_product(blocks, weights, scales, x, rows, columns, out);
  else
    dnn_9_narrow_kernel<<<blocks, BLOCK>>>(weights, scales, x, rows, columns, out);
  return cudaGetLastError();
}
