// The host's reference is written with OpenMP, whose threads take turns.
// shows: the command line | a student's Makefile: `-O3 -arch -gencode -Xcompiler -lineinfo -std -rdc -use_fast_math`; `-fopenmp`, whose threads take turns
// options: -O3 -std=c++14 -arch=sm_90 -Xcompiler -fopenmp -lineinfo -lcudart
// compared: H100, CUDA 13.0, 2026-11-23
#include <cstdio>
#include <omp.h>
#include <vector>

__global__ void square(const double *in, double *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = in[i] * in[i];
}

int main() {
  const int n = 3000;
  std::vector<double> a(n), b(n), c(n);
  double start = omp_get_wtime(), sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    a[i] = i * 0.5;
    c[i] = a[i] * a[i];
    sum += c[i];
  }
  double *d, *e;
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&e, n * sizeof(double));
  cudaMemcpy(d, a.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  square<<<4, 128>>>(d, e, n);
  cudaMemcpy(b.data(), e, n * sizeof(double), cudaMemcpyDeviceToHost);
  int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < n; i++) wrong += b[i] != c[i];
  printf("%d wrong, sum %.1f, %s\n", wrong, sum,
         omp_get_wtime() >= start && omp_get_max_threads() > 0 ? "timed" : "no clock");
#ifndef _OPENMP
  printf("without OpenMP\n");
#endif
  cudaFree(d), cudaFree(e);
}
