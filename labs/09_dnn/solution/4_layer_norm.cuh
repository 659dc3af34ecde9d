// Lab 09, stage 4: layer normalisation.

// What is known of a part of a row: how many elements, their mean, and the sum of the squares of their distances to it.
struct moments {
  float count, mean, squares;
};

// Welford's rule: one element more.
static __device__ void include(moments *m, float x) {
  float before = x - m->mean;
  m->count += 1;
  m->mean += before / m->count;
  m->squares += before * (x - m->mean);
}

// The same for two parts of a row (Chan, Golub and LeVeque).
static __device__ moments joined(moments a, moments b) {
  float count = a.count + b.count, distance = b.mean - a.mean;
  if (count == 0) return a;
  moments both = {count, a.mean + distance * (b.count / count), a.squares + b.squares};
  both.squares += distance * distance * (a.count * (b.count / count));
  return both;
}

static __device__ moments joined_over_block(moments m) {
  __shared__ moments s[WARPS];
  for (int d = WARP / 2; d > 0; d /= 2) {
    moments other = {__shfl_xor_sync(ALL_LANES, m.count, d), __shfl_xor_sync(ALL_LANES, m.mean, d),
                     __shfl_xor_sync(ALL_LANES, m.squares, d)};
    m = joined(m, other);
  }
  if (threadIdx.x % WARP == 0) s[threadIdx.x / WARP] = m;
  __syncthreads();
  m = s[0];
  for (int w = 1; w < WARPS; w++) m = joined(m, s[w]);
  return m;
}

// KEPT: the row fits in the registers of a block. Else it is loaded a second time.
template <bool KEPT>
__global__ void dnn_4_layer_norm_kernel(const float *in, const float *gamma, const float *beta,
                                        int64_t columns, float eps, float *out) {
  const float *x = in + blockIdx.x * columns;
  float *y = out + blockIdx.x * columns;
  int t = threadIdx.x;

  float v[VALUES];
  moments m = {0, 0, 0};
  if (KEPT) {
#pragma unroll
    for (int k = 0; k < VALUES; k++)
      if (k * BLOCK + t < columns) v[k] = x[k * BLOCK + t];
#pragma unroll
    for (int k = 0; k < VALUES; k++)
      if (k * BLOCK + t < columns) include(&m, v[k]);
  } else {
    for (int64_t j = t; j < columns; j += BLOCK) include(&m, x[j]);
  }
  m = joined_over_block(m);
  float scale = rsqrtf(m.squares / columns + eps);

  if (KEPT) {
#pragma unroll
    for (int k = 0; k < VALUES; k++) {
      int j = k * BLOCK + t;
      if (j < columns) y[j] = (v[k] - m.mean) * scale * gamma[j] + beta[j];
    }
  } else {
    for (int64_t j = t; j < columns; j += BLOCK) y[j] = (x[j] - m.mean) * scale * gamma[j] + beta[j];
  }
}

int dnn_4_layer_norm(const float *in, const float *gamma, const float *beta, int64_t rows, int64_t columns,
                     float eps, float *out) {
  if (rows == 0) return 0;
  if (columns <= BLOCK_ROOM)
    dnn_4_layer_norm_kernel<true><<<(unsigned)rows, BLOCK>>>(in, gamma, beta, columns, eps, out);
  else
    dnn_4_layer_norm_kernel<false><<<(unsigned)rows, BLOCK>>>(in, gamma, beta, columns, eps, out);
  return cudaGetLastError();
}
