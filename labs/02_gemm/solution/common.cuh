// Lab 02, the reference: the functions that several stages use.

static __host__ __device__ int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

// With beta = 0 a kernel must not read C: C may hold NaN, and 0 * NaN is NaN.
static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}
