// Linear systems: Gaussian elimination with pivoting in doubles, and LU without pivoting modulo a prime.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define PRIME 65521u

#define CHECK_ERROR()                                                                                        \
  {                                                                                                          \
    cudaError_t e = cudaGetLastError();                                                                      \
    if (e != cudaSuccess) {                                                                                  \
      printf("Cuda failure %s:%d: '%s'\n", __FILE__, __LINE__, cudaGetErrorString(e));                       \
      exit(EXIT_FAILURE);                                                                                    \
    }                                                                                                        \
  }

// The row with the largest magnitude in column k, at or below the diagonal: ties go to the upper row.
__global__ void findPivot(const double *a, int n, int k, int *pivot) {
  __shared__ double best[128];
  __shared__ int where[128];
  int t = threadIdx.x;
  best[t] = -1.0;
  where[t] = n;
  for (int row = k + t; row < n; row += blockDim.x)
    if (fabs(a[row * (n + 1) + k]) > best[t]) {
      best[t] = fabs(a[row * (n + 1) + k]);
      where[t] = row;
    }
  for (int s = blockDim.x >> 1; s > 0; s >>= 1) {
    __syncthreads();
    if (t < s && (best[t + s] > best[t] || (best[t + s] == best[t] && where[t + s] < where[t]))) {
      best[t] = best[t + s];
      where[t] = where[t + s];
    }
  }
  if (t == 0) *pivot = where[0];
}

__global__ void swapRows(double *a, int n, int k, const int *pivot) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, p = *pivot;
  if (col > n || p == k) return;
  double v = a[k * (n + 1) + col];
  a[k * (n + 1) + col] = a[p * (n + 1) + col];
  a[p * (n + 1) + col] = v;
}

// Every row but k loses its part in column k; column k itself is left for whoever reads the factors.
__global__ void eliminate(double *a, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x + k + 1, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col > n || row >= n || row == k) return;
  a[row * (n + 1) + col] -= a[row * (n + 1) + k] / a[k * (n + 1) + k] * a[k * (n + 1) + col];
}

__global__ void divide(const double *a, double *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = a[i * (n + 1) + n] / a[i * (n + 1) + i];
}

__device__ unsigned powmod(unsigned base, unsigned exponent) {
  unsigned r = 1;
  for (; exponent; exponent >>= 1, base = (unsigned)((unsigned long long)base * base % PRIME))
    if (exponent & 1) r = (unsigned)((unsigned long long)r * base % PRIME);
  return r;
}

// The whole factorisation in one block, in shared memory.
__global__ void luModular(unsigned *matrix, int n, unsigned *determinant) {
  extern __shared__ unsigned m[];
  for (int i = threadIdx.x; i < n * n; i += blockDim.x) m[i] = matrix[i];
  __shared__ unsigned inverse;
  unsigned det = 1;
  __syncthreads();
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0) inverse = powmod(m[k * n + k], PRIME - 2);
    __syncthreads();
    det = (unsigned)((unsigned long long)det * m[k * n + k] % PRIME);
    for (int row = k + 1 + threadIdx.x; row < n; row += blockDim.x)
      m[row * n + k] = (unsigned)((unsigned long long)m[row * n + k] * inverse % PRIME);
    __syncthreads();
    int rest = n - k - 1;
    for (int i = threadIdx.x; i < rest * rest; i += blockDim.x) {
      int row = k + 1 + i / rest, col = k + 1 + i % rest;
      unsigned long long product = (unsigned long long)m[row * n + k] * m[k * n + col] % PRIME;
      m[row * n + col] = (unsigned)((m[row * n + col] + PRIME - product) % PRIME);
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n * n; i += blockDim.x) matrix[i] = m[i];
  if (threadIdx.x == 0) *determinant = det;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 40;
  double *a = (double *)malloc(n * (n + 1) * sizeof(double)), *x = (double *)malloc(n * sizeof(double));
  unsigned *m = (unsigned *)malloc(n * n * sizeof(unsigned)),
           *f = (unsigned *)malloc(n * n * sizeof(unsigned));
  unsigned r = 11;
  for (int i = 0; i < n; i++) {
    a[i * (n + 1) + n] = 0;
    for (int j = 0; j < n; j++) {
      r = r * 1664525u + 1013904223u;
      m[i * n + j] = (r >> 8) % PRIME;
      a[i * (n + 1) + j] = (double)(int)(r >> 24) - 128.0;
      a[i * (n + 1) + n] += a[i * (n + 1) + j] * (j % 5 + 1);
    }
  }
  double *d_a, *d_x;
  int *d_pivot;
  unsigned *d_m, *d_det, det;
  cudaMalloc((void **)&d_a, n * (n + 1) * sizeof(double));
  cudaMalloc((void **)&d_x, n * sizeof(double));
  cudaMalloc((void **)&d_pivot, sizeof(int));
  cudaMalloc((void **)&d_m, n * n * sizeof(unsigned));
  cudaMalloc((void **)&d_det, sizeof(unsigned));
  cudaMemcpy(d_a, a, n * (n + 1) * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_m, m, n * n * sizeof(unsigned), cudaMemcpyHostToDevice);

  for (int k = 0; k < n; k++) {
    findPivot<<<1, 128>>>(d_a, n, k, d_pivot);
    swapRows<<<(n + 64) / 64, 64>>>(d_a, n, k, d_pivot);
    eliminate<<<dim3((n - k + 15) / 16, (n + 7) / 8), dim3(16, 8)>>>(d_a, n, k);
  }
  divide<<<(n + 63) / 64, 64>>>(d_a, d_x, n);
  CHECK_ERROR();
  cudaMemcpy(x, d_x, n * sizeof(double), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(x[i] - (i % 5 + 1)));
  printf("%d equations, x = %.4f %.4f ... %.4f, %s\n", n, x[0], x[1], x[n - 1],
         worst < 1e-6 ? "solved" : "inexact");

  luModular<<<1, 96, n * n * sizeof(unsigned)>>>(d_m, n, d_det);
  CHECK_ERROR();
  cudaMemcpy(f, d_m, n * n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaMemcpy(&det, d_det, sizeof(det), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      unsigned long long sum = 0;
      for (int k = 0; k <= (i < j ? i : j); k++)
        sum += (unsigned long long)(k == i ? 1 : f[i * n + k]) * f[k * n + j] % PRIME;
      wrong += sum % PRIME != m[i * n + j];
    }
  printf("determinant %u modulo %u, L times U: %d wrong\n", det, PRIME, wrong);
  cudaFree(d_a), cudaFree(d_x), cudaFree(d_pivot), cudaFree(d_m), cudaFree(d_det);
  free(a), free(x), free(m), free(f);
  return 0;
}
