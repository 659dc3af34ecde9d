// Lab 09, stage 9: a token's product with weights of 8 bits.

// A warp has four rows, a block 32, which share x: it lies in shared memory, a part of 4096 elements at a time. A lane takes
// 16 weights of each row with one load; all of them have one scale.
enum { ROWS_A_WARP = 4, ROWS_A_BLOCK = WARPS * ROWS_A_WARP, PART_OF_X = 4096, AT_ONCE = 16 };

// Where eight neighbours of x lie. A lane reads two of these eights, so the even and the odd ones of a step are apart:
// the lanes' reads are neighbours then, and meet different banks.
static __device__ int place_of_eight(int eight) {
  int step = eight / (2 * WARP), within = eight % (2 * WARP);
  return step * 2 * WARP + within % 2 * WARP + within / 2;
}

// x[first ..) into shared memory, 0 past the end.
template <bool WIDE>
static __device__ void load_part_of_x(dnn_half *s, const dnn_half *x, int64_t first, int64_t columns) {
  for (int i = threadIdx.x; i < PART_OF_X / (WIDE ? 8 : 1); i += BLOCK) {
    if (WIDE) {
      bool inside = first + 8 * i < columns;
      ((uint4 *)s)[place_of_eight(i)] = inside ? *(const uint4 *)(x + first + 8 * i) : make_uint4(0, 0, 0, 0);
    } else {
      s[i] = first + i < columns ? x[first + i] : __float2half(0);
    }
  }
}

// The sum of 16 products; byte b of word i is weight 4 i + b.
static __device__ float sixteen_products(uint4 weights, const float *x) {
  const unsigned word[] = {weights.x, weights.y, weights.z, weights.w};
  float sum = 0;
#pragma unroll
  for (int k = 0; k < AT_ONCE; k++) sum += (float)(int8_t)(word[k / 4] >> k % 4 * 8) * x[k];
  return sum;
}

// Rows of a multiple of 16 weights that begin at multiples of 16 bytes.
__global__ void dnn_9_wide_kernel(const int8_t *weights, const dnn_half *scales, const dnn_half *x,
                                  int64_t rows, int64_t columns, float *out) {
  __shared__ uint4 s[PART_OF_X / 8];
  int lane = threadIdx.x % WARP;
  int64_t row0 = (int64_t)blockIdx.x * ROWS_A_BLOCK + threadIdx.x / WARP * ROWS_A_WARP;
  float sum[ROWS_A_WARP] = {};

  for (int64_t first = 0; first < columns; first += PART_OF_X) {
    __syncthreads(); // the part before has been read
    load_part_of_x<true>((dnn_half *)s, x, first, columns);
    __syncthreads();
    for (int step = 0; step < PART_OF_X / (WARP * AT_ONCE); step++) {
      int64_t j = first + (step * WARP + lane) * AT_ONCE;
      if (j >= columns) break;
      uint4 halves[2] = {s[step * 2 * WARP + lane], s[step * 2 * WARP + WARP + lane]};
      float own_x[AT_ONCE];
#pragma unroll
      for (int k = 0; k < AT_ONCE; k++) own_x[k] = __half2float(((const dnn_half *)halves)[k]);
#pragma unroll
      for (int i = 0; i < ROWS_A_WARP; i++) {
        int64_t row = row0 + i;
        if (row >= rows) break;
        float scale = __half2float(scales[row * dnn_groups(columns) + j / DNN_GROUP]);
        sum[i] += scale * sixteen_products(*(const uint4 *)(weights + row * columns + j), own_x);
      }
    }
  }
#pragma unroll
  for (int i = 0; i < ROWS_A_WARP; i++) {
    float whole = over_warp<plus>(sum[i]);
    if (lane == 0 && row0 + i < rows) out[row0 + i] = whole;
  }
}

// Rows that begin anywhere: a lane takes every 32nd weight.
__global__ void dnn_9_narrow_kernel(const int8_t *weights, const dnn_half *scales, const dnn_half *x,
                                    int64_t rows, int64_t columns, float *out) {
  __shared__ dnn_half s[PART_OF_X];
  int lane = threadIdx.x % WARP;
  int64_t row0 = (int64_t)blockIdx.x * ROWS_A_BLOCK + threadIdx.x / WARP * ROWS_A_WARP;
  float sum[ROWS_A_WARP] = {};

  for (int64_t first = 0; first < columns; first += PART_OF_X) {
    __syncthreads();
    load_part_of_x<false>(s, x, first, columns);
    __syncthreads();
    for (int at = lane; at < PART_OF_X && first + at < columns; at += WARP) {
      float own_x = __half2float(s[at]);
#pragma unroll
      for (int i = 0; i < ROWS_A_WARP; i++) {
        int64_t row = row0 + i, j = first + at;
        if (row >= rows) break;
        float scale = __half2float(scales[row * dnn_groups(columns) + j / DNN_GROUP]);
        sum[i] += scale * weights[row * columns + j] * own_x;
      }
    }
  }
#pragma unroll
  for (int i = 0; i < ROWS_A_WARP; i++) {
    float whole = over_warp<plus>(sum[i]);
    if (lane == 0 && row0 + i < rows) out[row0 + i] = whole;
  }
}

int dnn_9_quantised_gemv(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                         int64_t columns, float *out) {
  if (rows == 0) return 0;
  unsigned blocks = (unsigned)((rows + ROWS_A_BLOCK - 1) / ROWS_A_BLOCK);
  if (columns % AT_ONCE == 0 && aligned(weights) && aligned(x))
    dnn_9_wide_kernel<<<blocks, BLOCK>>>(weights, scales, x, rows, columns, out);
  else
    dnn_9_narrow_kernel<<<blocks, BLOCK>>>(weights, scales, x, rows, columns, out);
  return cudaGetLastError();
}
