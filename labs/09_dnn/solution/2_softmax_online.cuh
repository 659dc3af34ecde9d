// Lab 09, stage 2: maximum and sum in one pass.

// What is known of a part of a row: its maximum, and the sum of exp(x - max) over its elements.
struct part {
  float max, sum;
};

// exp(from - to), with which a sum over `from` becomes one over `to`. What is masked out is 0, also where `to` is -infinity.
static __device__ float rescaling(float from, float to) {
  return from == -INFINITY ? 0 : expf(from - to);
}

static __device__ float inverse(float sum) {
  return sum == 0 ? 0 : 1 / sum;
}

// The part with the larger maximum keeps its sum: one exponential is enough for both.
static __device__ part merged(part a, part b) {
  part both;
  both.max = fmaxf(a.max, b.max);
  float factor = rescaling(fminf(a.max, b.max), both.max);
  both.sum = a.max < b.max ? a.sum * factor + b.sum : a.sum + b.sum * factor;
  return both;
}

// The part with some elements more. The old sum is rescaled once for all of them, and their loads are under way together.
enum { LOADS = 8 };

static __device__ part extended(part p, const float *x) {
  part longer = {p.max, 0};
#pragma unroll
  for (int k = 0; k < LOADS; k++) longer.max = fmaxf(longer.max, x[k]);
  float from = longer.max == -INFINITY ? 0 : longer.max;
  longer.sum = p.sum * expf(p.max - from);
#pragma unroll
  for (int k = 0; k < LOADS; k++) longer.sum += expf(x[k] - from);
  return longer;
}

// The 32 lanes' parts together, in every lane. All call.
static __device__ part merged_over_warp(part p) {
  for (int d = WARP / 2; d > 0; d /= 2) {
    part other;
    other.max = __shfl_xor_sync(ALL_LANES, p.max, d);
    other.sum = __shfl_xor_sync(ALL_LANES, p.sum, d);
    p = merged(p, other);
  }
  return p;
}

// All threads' parts together, in every thread. All call, once.
static __device__ part merged_over_block(part p) {
  __shared__ part s[WARPS];
  p = merged_over_warp(p);
  if (threadIdx.x % WARP == 0) s[threadIdx.x / WARP] = p;
  __syncthreads();
  p = s[0];
  for (int w = 1; w < WARPS; w++) p = merged(p, s[w]);
  return p;
}

__global__ void dnn_2_softmax_online_kernel(const float *in, int64_t columns, float *out) {
  const float *x = in + blockIdx.x * columns;
  float *y = out + blockIdx.x * columns;

  part row = {-INFINITY, 0};
  for (int64_t j = threadIdx.x; j < columns; j += LOADS * BLOCK) {
    float some[LOADS];
#pragma unroll
    for (int k = 0; k < LOADS; k++) some[k] = j + k * BLOCK < columns ? x[j + k * BLOCK] : -INFINITY;
    row = extended(row, some);
  }
  row = merged_over_block(row);
  float max = row.max == -INFINITY ? 0 : row.max, scale = inverse(row.sum);
  for (int64_t j = threadIdx.x; j < columns; j += BLOCK) y[j] = expf(x[j] - max) * scale;
}

int dnn_2_softmax_online(const float *in, int64_t rows, int64_t columns, float *out) {
  if (rows == 0) return 0;
  dnn_2_softmax_online_kernel<<<(unsigned)rows, BLOCK>>>(in, columns, out);
  return cudaGetLastError();
}
