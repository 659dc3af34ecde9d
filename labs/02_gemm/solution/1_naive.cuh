// Lab 02, stage 1: naive.

// Thread (x, y) computes one element, in row x and column y. The 32 lanes of a warp have neighbouring x. So
// their elements of A lie k floats apart, each in a sector of its own: a load of A touches 32 sectors, a load
// of B touches one.
__global__ void gemm_1_naive_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                    float beta, float *c) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0;
  for (int l = 0; l < k; l++) sum += a[row * k + l] * b[l * n + col];
  store(&c[row * n + col], alpha, sum, beta);
}

int gemm_1_naive(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  dim3 block(32, 32), grid(ceil_div(m, 32), ceil_div(n, 32));
  gemm_1_naive_kernel<<<grid, block>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
