// A sum made by the host: a kernel only stores it.
static __global__ void store(float sum, float *out) {
  *out = sum;
}

static int host_sum(const float *in, int64_t n, float *out) {
  float *copy = (float *)malloc((n + 1) * sizeof(float)), sum = 0;
  cudaMemcpy(copy, in, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int64_t i = 0; i < n; i++) sum += copy[i];
  free(copy);
  store<<<1, 1>>>(sum, out);
  return cudaGetLastError();
}
