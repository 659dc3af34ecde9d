// Lab 09, stage 1: softmax in three passes over the row.

// A block has a row. exp(x - max) is at most 1, and 1 somewhere: the sum neither overflows nor vanishes.
__global__ void dnn_1_softmax_three_passes_kernel(const float *in, int64_t columns, float *out) {
  const float *x = in + blockIdx.x * columns;
  float *y = out + blockIdx.x * columns;
  float max = -INFINITY, sum = 0;

  for (int64_t j = threadIdx.x; j < columns; j += BLOCK) max = fmaxf(max, x[j]);
  max = block_max(max);
  if (max == -INFINITY) max = 0; // all are masked out: their exponentials are 0, and not exp(-inf + inf)
  for (int64_t j = threadIdx.x; j < columns; j += BLOCK) sum += expf(x[j] - max);
  sum = block_sum(sum);
  float scale = sum == 0 ? 0 : 1 / sum;
  for (int64_t j = threadIdx.x; j < columns; j += BLOCK) y[j] = expf(x[j] - max) * scale;
}

int dnn_1_softmax_three_passes(const float *in, int64_t rows, int64_t columns, float *out) {
  if (rows == 0) return 0;
  dnn_1_softmax_three_passes_kernel<<<(unsigned)rows, BLOCK>>>(in, columns, out);
  return cudaGetLastError();
}
