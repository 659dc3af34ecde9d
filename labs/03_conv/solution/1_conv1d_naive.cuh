// Lab 03, stage 1: naive.

// Neighbouring lanes load neighbouring elements, so the loads are coalesced. But every element is loaded
// 2 radius + 1 times, once for each output that needs it. All lanes of a warp load the same filter[k], one
// sector. So half of the load requests are requests for taps.
__global__ void conv_1_kernel(const float *in, int64_t n, const float *filter, int radius, float *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;

  float sum = 0;
  for (int k = 0; k <= 2 * radius; k++) {
    int64_t j = i - radius + k;
    if (j >= 0 && j < n) sum += filter[k] * in[j];
  }
  out[i] = sum;
}

int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n > 0) conv_1_kernel<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, filter, radius, out);
  return cudaGetLastError();
}
