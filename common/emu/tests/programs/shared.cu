// Static and dynamic shared memory: arrays of every shape, in functions, templates and at namespace scope.
// shows: kernels | static and dynamic shared memory, in functions and templates
// prints: shared: ok
#include "check.h"

__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void two_arrays(int *out, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  int *a = (int *)raw;
  short *b = (short *)(a + n);
  int t = threadIdx.x;
  a[t] = 3 * t;
  b[t] = (short)-t;
  __syncthreads();
  out[t] = a[n - 1 - t] + b[n - 1 - t];
}

template <class T> __global__ void reversed(T *out) {
  extern __shared__ unsigned long long room[];
  T *s = reinterpret_cast<T *>(room);
  int t = threadIdx.x, n = blockDim.x;
  s[t] = (T)t;
  __syncthreads();
  out[t] = s[n - 1 - t];
}

__global__ void rows(int *out) {
  extern __shared__ int row[][8];
  row[threadIdx.y][threadIdx.x] = threadIdx.y * 100 + threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 8 + threadIdx.x] = row[threadIdx.x][threadIdx.y];
}

extern __shared__ float common[];

__device__ float last_of_common(int n) {
  return common[n - 1];
}
__global__ void outside(float *out) {
  common[threadIdx.x] = threadIdx.x * 0.5f;
  __syncthreads();
  out[threadIdx.x] = last_of_common(blockDim.x) + common[threadIdx.x];
}

struct Particle {
  float x, y;
  int id;
};
template <int N> __device__ int count_ids() {
  static __shared__ Particle p[N];
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  p[threadIdx.x].id = threadIdx.x + N;
  __syncthreads();
  atomicAdd(&total, p[N - 1 - threadIdx.x].id);
  __syncthreads();
  return total;
}
__global__ void structs(int *out) {
  int a = count_ids<32>();
  out[threadIdx.x] = a;
}

// alignas behind the word that says where the variable lies.
__constant__ alignas(8) int steps[3] = {1, 10, 100};
__global__ void aligned(int *out) {
  __shared__ alignas(64) char bytes[32];
  __shared__ alignas(float4) float word[4];
  bytes[threadIdx.x] = (char)threadIdx.x;
  if (threadIdx.x < 4) word[threadIdx.x] = steps[threadIdx.x % 3];
  __syncthreads();
  bool right = (unsigned long long)bytes % 64 == 0 && (unsigned long long)word % 16 == 0;
  out[threadIdx.x] = right ? bytes[31 - threadIdx.x] + (int)word[threadIdx.x % 4] : -1;
}

int main() {
  const int n = 45;
  Both<float> in(n * n), out(n * n);
  for (int i = 0; i < n * n; i++) in.host[i] = i;
  in.to_device();
  transpose<<<dim3(3, 3), dim3(16, 16)>>>(out.device, in.device, n);
  out.to_host();
  for (int i = 0; i < n * n; i++) expect("transpose", i, out.host[i], in.host[i % n * n + i / n]);

  Both<int> ints(96);
  two_arrays<<<1, 96, 96 * (sizeof(int) + sizeof(short))>>>(ints.device, 96);
  ints.to_host();
  for (int t = 0; t < 96; t++) expect("two arrays", t, ints.host[t], 2 * (95 - t));

  reversed<<<1, 96, 96 * sizeof(int)>>>(ints.device);
  ints.to_host();
  for (int t = 0; t < 96; t++) expect("reversed int", t, ints.host[t], 95 - t);
  Both<double> doubles(50);
  reversed<double><<<1, 50, 50 * sizeof(double)>>>(doubles.device);
  doubles.to_host();
  for (int t = 0; t < 50; t++) expect("reversed double", t, doubles.host[t], 49.0 - t);

  rows<<<1, dim3(8, 8), 64 * sizeof(int)>>>(ints.device);
  ints.to_host();
  for (int t = 0; t < 64; t++) expect("rows", t, ints.host[t], t % 8 * 100 + t / 8);

  outside<<<1, 40, 40 * sizeof(float)>>>(out.device);
  out.to_host();
  for (int t = 0; t < 40; t++) expect("outside", t, out.host[t], 19.5f + t * 0.5f);

  structs<<<1, 32>>>(ints.device);
  ints.to_host();
  for (int t = 0; t < 32; t++) expect("structs", t, ints.host[t], 32 * 32 + 31 * 16);
  aligned<<<1, 32>>>(ints.device);
  ints.to_host();
  for (int t = 0; t < 32; t++)
    expect("aligned", t, ints.host[t], 31 - t + (t % 4 % 3 == 0 ? 1 : t % 4 == 1 ? 10 : 100));
  return finish("shared");
}
