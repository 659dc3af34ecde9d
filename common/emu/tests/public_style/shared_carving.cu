// Dynamic shared memory as several arrays of several types, in templates too, and one array of a class.
// shows: kernels | one block of dynamic shared memory as arrays of several types; in templates by a specialised struct
// compared: H200, CUDA 13.0, 2026-11-24
// bug: out-of-bounds
#include <stdio.h>

template <class T> struct Shared;
template <> struct Shared<int> {
  __device__ int *get() {
    extern __shared__ int shared_int[];
    return shared_int;
  }
};
template <> struct Shared<double> {
  __device__ double *get() {
    extern __shared__ double shared_double[];
    return shared_double;
  }
};
template <class T> __global__ void reverse(T *data, int n) {
  T *s = Shared<T>().get();
  s[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = s[n - 1 - threadIdx.x];
}
__global__ void several(float *out, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  double *d = (double *)raw;
  float4 *v = reinterpret_cast<float4 *>(d + n);
  short *h = (short *)(v + n);
  int i = threadIdx.x;
  d[i] = i * 0.5;
  v[i] = make_float4(i, 2 * i, 3 * i, 4 * i);
  h[i] = (short)-i;
  __syncthreads();
  int o = n - 1 - i;
  out[i] = (float)d[o] + v[o].w + h[o];
}

int main() {
  const int n = 32;
  int hi[n], *di;
  double hd[n], *dd;
  float hf[n], *df;
  for (int i = 0; i < n; i++) hd[i] = hi[i] = i;
  cudaMalloc(&di, sizeof hi);
  cudaMalloc(&dd, sizeof hd);
  cudaMalloc(&df, sizeof hf);
  cudaMemcpy(di, hi, sizeof hi, cudaMemcpyHostToDevice);
  cudaMemcpy(dd, hd, sizeof hd, cudaMemcpyHostToDevice);
  reverse<int><<<1, n, n * sizeof(int)>>>(di, n);
  reverse<double><<<1, n, n * sizeof(double)>>>(dd, n);
#ifdef BUG
  size_t bytes = n * (sizeof(double) + sizeof(float4));
#else
  size_t bytes = n * (sizeof(double) + sizeof(float4) + sizeof(short));
#endif
  several<<<1, n, bytes>>>(df, n);
  cudaMemcpy(hi, di, sizeof hi, cudaMemcpyDeviceToHost);
  cudaMemcpy(hd, dd, sizeof hd, cudaMemcpyDeviceToHost);
  cudaMemcpy(hf, df, sizeof hf, cudaMemcpyDeviceToHost);
  printf("%d %d, %g %g, %g %g\n", hi[0], hi[31], hd[0], hd[31], hf[0], hf[30]);
  cudaFree(di);
  cudaFree(dd);
  cudaFree(df);
}
