// Lab 05, stage 1: Hillis and Steele.

// After the step with distance d, to[t] is the sum of the last 2d elements up to t. A step reads what other
// threads wrote in the step before, so it must not overwrite these values. With two buffers in turn, one
// barrier a step is enough.
__global__ void scan_1_hillis_steele_kernel(const float *in, int64_t n, float *out) {
  __shared__ float buffer[2][SCAN_TILE];
  int t = threadIdx.x, from = 0;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  buffer[from][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    float sum = buffer[from][t];
    if (t >= d) sum += buffer[from][t - d];
    buffer[1 - from][t] = sum;
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = buffer[from][t];
}

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  scan_1_hillis_steele_kernel<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
