// What the wrong submissions share: the contract's parameters under one name, and a product made by the host.
#ifndef PARTS_H
#define PARTS_H

#define PARAMETERS(T) int m, int n, int k, float alpha, const T *a, const T *b, float beta, float *c
#define ARGUMENTS     m, n, k, alpha, a, b, beta, c

static __global__ void put(float x, float *c) {
  *c = x;
}

// Elements of A, B and C come to the host; a kernel stores the results, one launch each.
template <typename T> static int host_product(PARAMETERS(T)) {
  T *x = (T *)malloc(((size_t)m * k + 1) * sizeof *x), *y = (T *)malloc(((size_t)k * n + 1) * sizeof *y);
  float *z = (float *)malloc((size_t)m * n * sizeof *z);
  cudaMemcpy(x, a, (size_t)m * k * sizeof *x, cudaMemcpyDeviceToHost);
  cudaMemcpy(y, b, (size_t)k * n * sizeof *y, cudaMemcpyDeviceToHost);
  if (beta != 0) cudaMemcpy(z, c, (size_t)m * n * sizeof *z, cudaMemcpyDeviceToHost);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int l = 0; l < k; l++) sum += (double)(float)x[i * k + l] * (float)y[l * n + j];
      z[i * n + j] = alpha * sum + (beta == 0 ? 0 : beta * z[i * n + j]);
    }
  cudaMemcpy(c, z, (size_t)m * n * sizeof *z, cudaMemcpyHostToDevice);
  put<<<1, 1>>>(z[0], c);
  free(x), free(y), free(z);
  return cudaGetLastError();
}

#endif
