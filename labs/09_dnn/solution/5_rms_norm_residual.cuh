// Lab 09, stage 5: residual, RMS normalisation and scale in one kernel.

// Two bfloat16 in a word, the first in the lower half. A bfloat16 is the upper half of a float.
static __device__ float first_of(unsigned two) {
  return __uint_as_float(two << 16);
}

static __device__ float second_of(unsigned two) {
  return __uint_as_float(two & 0xffff0000u);
}

static __device__ unsigned two_of(float first, float second) {
  return (unsigned)__bfloat16_as_ushort(__float2bfloat16_rn(second)) << 16 |
         __bfloat16_as_ushort(__float2bfloat16_rn(first));
}

static __device__ float bf16_sum(dnn_bf16 a, dnn_bf16 b) { // rounded to bfloat16
  return __bfloat162float(__float2bfloat16_rn(__bfloat162float(a) + __bfloat162float(b)));
}

// Rows of any length, from any element on: one element at a time. The residual is loaded again.
__global__ void dnn_5_narrow_kernel(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight,
                                    int64_t columns, float eps, dnn_bf16 *out) {
  int64_t row = blockIdx.x * columns;
  float squares = 0;
  for (int64_t j = threadIdx.x; j < columns; j += BLOCK) {
    float h = bf16_sum(x[row + j], residual[row + j]);
    residual[row + j] = __float2bfloat16_rn(h);
    squares += h * h;
  }
  float scale = rsqrtf(block_sum(squares) / columns + eps);
  for (int64_t j = threadIdx.x; j < columns; j += BLOCK) {
    float h = __bfloat162float(residual[row + j]); // what this thread has stored
    out[row + j] = __float2bfloat16_rn(h * scale * __bfloat162float(weight[j]));
  }
}

// The sum of eight elements and eight, rounded; adds its squares up.
static __device__ uint4 added(uint4 a, uint4 b, float *squares) {
  unsigned *h = &a.x, *r = &b.x;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    h[i] = two_of(first_of(h[i]) + first_of(r[i]), second_of(h[i]) + second_of(r[i]));
    *squares += first_of(h[i]) * first_of(h[i]) + second_of(h[i]) * second_of(h[i]);
  }
  return a;
}

static __device__ uint4 scaled(uint4 h, float scale, uint4 weight) {
  unsigned *a = &h.x, *w = &weight.x;
#pragma unroll
  for (int i = 0; i < 4; i++)
    a[i] = two_of(first_of(a[i]) * scale * first_of(w[i]), second_of(a[i]) * scale * second_of(w[i]));
  return h;
}

// Aligned rows, eight elements at a time. THREADS have a row: a warp one of up to 1024 elements, a block one of up to 8192. h
// stays in registers.
template <int THREADS>
__global__ void dnn_5_wide_kernel(const uint4 *x, uint4 *residual, const uint4 *weight, int64_t rows,
                                  int columns, float eps, uint4 *out) {
  enum { EIGHTS = VALUES / 8 };
  int t = threadIdx.x % THREADS, eights = columns / 8;
  int64_t row = (int64_t)blockIdx.x * (BLOCK / THREADS) + threadIdx.x / THREADS, first = row * eights;
  if (row >= rows) return; // a whole warp or block

  uint4 h[EIGHTS], r[EIGHTS];
#pragma unroll
  for (int k = 0; k < EIGHTS; k++) {
    int j = k * THREADS + t;
    h[k] = r[k] = make_uint4(0, 0, 0, 0);
    if (j < eights) h[k] = x[first + j], r[k] = residual[first + j];
  }
  float squares = 0;
#pragma unroll
  for (int k = 0; k < EIGHTS; k++) {
    h[k] = added(h[k], r[k], &squares);
    if (k * THREADS + t < eights) residual[first + k * THREADS + t] = h[k];
  }
  squares = THREADS == WARP ? over_warp<plus>(squares) : block_sum(squares);
  float scale = rsqrtf(squares / columns + eps);
#pragma unroll
  for (int k = 0; k < EIGHTS; k++) {
    int j = k * THREADS + t;
    if (j < eights) out[first + j] = scaled(h[k], scale, weight[j]);
  }
}

// Longer rows, aligned: the residual is loaded again.
__global__ void dnn_5_long_kernel(const uint4 *x, uint4 *residual, const uint4 *weight, int64_t columns,
                                  float eps, uint4 *out) {
  int64_t eights = columns / 8, row = blockIdx.x * eights;
  float squares = 0;
  for (int64_t j = threadIdx.x; j < eights; j += BLOCK)
    residual[row + j] = added(x[row + j], residual[row + j], &squares);
  float scale = rsqrtf(block_sum(squares) / columns + eps);
  for (int64_t j = threadIdx.x; j < eights; j += BLOCK)
    out[row + j] = scaled(residual[row + j], scale, weight[j]);
}

static void wide_rows(const uint4 *x, uint4 *residual, const uint4 *weight, int64_t rows, int64_t columns,
                      float eps, uint4 *out) {
  if (columns > BLOCK_ROOM)
    dnn_5_long_kernel<<<(unsigned)rows, BLOCK>>>(x, residual, weight, columns, eps, out);
  else if (columns > WARP_ROOM)
    dnn_5_wide_kernel<BLOCK><<<(unsigned)rows, BLOCK>>>(x, residual, weight, rows, (int)columns, eps, out);
  else
    dnn_5_wide_kernel<WARP><<<(unsigned)((rows + WARPS - 1) / WARPS), BLOCK>>>(x, residual, weight, rows,
                                                                               (int)columns, eps, out);
}

int dnn_5_rms_norm_residual(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t rows,
                            int64_t columns, float eps, dnn_bf16 *out) {
  if (rows == 0) return 0;
  bool wide = columns % 8 == 0 && aligned(x) && aligned(residual) && aligned(weight) && aligned(out);
  if (!wide)
    dnn_5_narrow_kernel<<<(unsigned)rows, BLOCK>>>(x, residual, weight, columns, eps, out);
  else
    wide_rows((const uint4 *)x, (uint4 *)residual, (const uint4 *)weight, rows, columns, eps, (uint4 *)out);
  return cudaGetLastError();
}
