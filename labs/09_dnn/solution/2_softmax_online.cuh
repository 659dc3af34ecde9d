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

// The part with LOADS elements more. The old sum is rescaled once for all of them, and their loads are under way together.
template <int LOADS> static __device__ part extended(part p, const float *x) {
  part longer = {p.max, 0};
#pragma unroll
  for (int k = 0; k < LOADS; k++) longer.max = fmaxf(longer.max, x[k]);
  float from = longer.max == -INFINITY ? 0 : longer.max;
  longer.sum = p.sum * expf(p.max - from);
#pragma unroll
  for (int k = 0; k < LOADS; k++) longer.sum += expf(x[k] - from);
  return longer;
}

// The 32 lanes' parts together, in every lane: with the maximum of all of them first, each sum is rescaled once, and not in
// each of five steps. All call.
static __device__ part merged_over_warp(part p) {
  part all = {over_warp<larger>(p.max), 0};
  all.sum = over_warp<plus>(p.sum * rescaling(p.max, all.max));
  return all;
}

// All threads' parts together, in every thread. All call, once.
static __device__ part merged_over_block(part p) {
  __shared__ part s[WARPS];
  p = merged_over_warp(p);
  if (threadIdx.x % WARP == 0) s[threadIdx.x / WARP] = p;
  __syncthreads();
  part none = {-INFINITY, 0};
  return merged_over_warp(threadIdx.x % WARP < WARPS ? s[threadIdx.x % WARP] : none);
}

template <int LOADS>
__global__ void dnn_2_softmax_online_kernel(const float *__restrict__ in, int64_t columns,
                                            float *__restrict__ out) {
  const float *x = in + blockIdx.x * columns;
  float *y = out + blockIdx.x * columns;

  part row = {-INFINITY, 0};
  for (int64_t j = threadIdx.x; j < columns; j += LOADS * BLOCK) {
    float some[LOADS];
#pragma unroll
    for (int k = 0; k < LOADS; k++) some[k] = j + k * BLOCK < columns ? x[j + k * BLOCK] : -INFINITY;
    row = extended<LOADS>(row, some);
  }
  row = merged_over_block(row);
  float max = row.max == -INFINITY ? 0 : row.max, scale = inverse(row.sum);
  for (int64_t j = threadIdx.x; j < columns; j += BLOCK) y[j] = expf(x[j] - max) * scale;
}

// A thread of a long row has 16 loads under way; one of a short row would compute exponentials of elements that are not there.
int dnn_2_softmax_online(const float *in, int64_t rows, int64_t columns, float *out) {
  if (rows == 0) return 0;
  if (columns <= 4 * BLOCK)
    dnn_2_softmax_online_kernel<4><<<(unsigned)rows, BLOCK>>>(in, columns, out);
  else
    dnn_2_softmax_online_kernel<16><<<(unsigned)rows, BLOCK>>>(in, columns, out);
  return cudaGetLastError();
}
