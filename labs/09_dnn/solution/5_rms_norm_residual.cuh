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

// Rows of any length, from any element on: one element at a time. Past BLOCK_ROOM the residual is loaded again.
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

// Rows of up to BLOCK_ROOM elements, all of them aligned: eight at a time, and h stays in registers.
__global__ void dnn_5_wide_kernel(const uint4 *x, uint4 *residual, const uint4 *weight, int columns,
                                  float eps, uint4 *out) {
  enum { EIGHTS = VALUES / 8 };
  int t = threadIdx.x, eights = columns / 8;
  int64_t row = (int64_t)blockIdx.x * eights;
  uint4 h[EIGHTS], r[EIGHTS];
#pragma unroll
  for (int k = 0; k < EIGHTS; k++) {
    int j = k * BLOCK + t;
    h[k] = r[k] = make_uint4(0, 0, 0, 0);
    if (j < eights) h[k] = x[row + j], r[k] = residual[row + j];
  }
  float squares = 0;
#pragma unroll
  for (int k = 0; k < EIGHTS; k++) {
    unsigned *a = &h[k].x, *b = &r[k].x;
#pragma unroll
    for (int i = 0; i < 4; i++) {
      a[i] = two_of(first_of(a[i]) + first_of(b[i]), second_of(a[i]) + second_of(b[i]));
      squares += first_of(a[i]) * first_of(a[i]) + second_of(a[i]) * second_of(a[i]);
    }
    if (k * BLOCK + t < eights) residual[row + k * BLOCK + t] = h[k];
  }
  float scale = rsqrtf(block_sum(squares) / columns + eps);
#pragma unroll
  for (int k = 0; k < EIGHTS; k++) {
    int j = k * BLOCK + t;
    if (j >= eights) continue;
    uint4 w = weight[j];
    unsigned *a = &h[k].x, *b = &w.x;
#pragma unroll
    for (int i = 0; i < 4; i++)
      a[i] = two_of(first_of(a[i]) * scale * first_of(b[i]), second_of(a[i]) * scale * second_of(b[i]));
    out[row + j] = h[k];
  }
}

int dnn_5_rms_norm_residual(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t rows,
                            int64_t columns, float eps, dnn_bf16 *out) {
  if (rows == 0) return 0;
  bool wide = columns % 8 == 0 && aligned(x) && aligned(residual) && aligned(weight) && aligned(out);
  if (wide && columns <= BLOCK_ROOM)
    dnn_5_wide_kernel<<<(unsigned)rows, BLOCK>>>((const uint4 *)x, (uint4 *)residual, (const uint4 *)weight,
                                                 (int)columns, eps, (uint4 *)out);
  else
    dnn_5_narrow_kernel<<<(unsigned)rows, BLOCK>>>(x, residual, weight, columns, eps, out);
  return cudaGetLastError();
}
