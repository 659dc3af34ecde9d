// Dot products and matrix-vector products with a lock, with double atomics, and with one warp a row.
#include <cstdio>
#include <cstdlib>
#include <cmath>

#define imin(a, b) (a < b ? a : b)

const int N = 33 * 256;
const int threadsPerBlock = 256;
const int blocksPerGrid = imin(32, (N + threadsPerBlock - 1) / threadsPerBlock);

struct Lock {
  int *mutex;
  Lock(void) {
    int state = 0;
    if (cudaMalloc((void **)&mutex, sizeof(int)) != cudaSuccess) exit(1);
    cudaMemcpy(mutex, &state, sizeof(int), cudaMemcpyHostToDevice);
  }
  void destroy(void) {
    cudaFree(mutex);
  }
  __device__ void lock(void) {
    while (atomicCAS(mutex, 0, 1) != 0)
      ;
    __threadfence();
  }
  __device__ void unlock(void) {
    __threadfence();
    atomicExch(mutex, 0);
  }
};

__device__ double blockSum(double mine) {
  __shared__ double cache[threadsPerBlock];
  int cacheIndex = threadIdx.x;
  cache[cacheIndex] = mine;
  __syncthreads();
  int i = blockDim.x / 2;
  while (i != 0) {
    if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
    __syncthreads();
    i /= 2;
  }
  return cache[0];
}

__global__ void dotLocked(Lock lock, const float *a, const float *b, volatile double *c) {
  double temp = 0;
  for (int tid = threadIdx.x + blockIdx.x * blockDim.x; tid < N; tid += blockDim.x * gridDim.x)
    temp += (double)a[tid] * b[tid];
  double sum = blockSum(temp);
  if (threadIdx.x == 0) {
    lock.lock();
    *c = *c + sum;
    lock.unlock();
  }
}

__global__ void dotAtomic(const float *a, const float *b, double *c) {
  double temp = 0;
  for (int tid = threadIdx.x + blockIdx.x * blockDim.x; tid < N; tid += blockDim.x * gridDim.x)
    temp += (double)a[tid] * b[tid];
  double sum = blockSum(temp);
  if (threadIdx.x == 0) atomicAdd(c, sum);
}

// The addition of doubles from before there was one in hardware.
__device__ double atomicAddCas(double *address, double value) {
  unsigned long long *bits = (unsigned long long *)address, old = *(volatile unsigned long long *)bits,
                     assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void dotCas(const float *a, const float *b, double *c) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  double sum = blockSum(i < N ? (double)a[i] * b[i] : 0.0);
  if (threadIdx.x == 0) atomicAddCas(c, sum);
}

// Matrix of rows x cols in row-major order: one row for each threadIdx.y.
__global__ void matVec(const float *m, const float *v, float *out, int rows, int cols) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0.f;
  for (int c = threadIdx.x; c < cols; c += warpSize) sum += m[row * cols + c] * v[c];
#pragma unroll
  for (int offset = 16; offset; offset >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, offset);
  if (threadIdx.x == 0) out[row] = sum;
}

int main(void) {
  float *a = new float[N], *b = new float[N], *dev_a, *dev_b, *dev_out;
  double *dev_c, c[3] = {0, 0, 0}, expected = 0;
  for (int i = 0; i < N; i++) {
    a[i] = (float)(i % 11) * 0.5f;
    b[i] = (float)(i % 7 - 3);
    expected += (double)a[i] * b[i];
  }
  const int cols = 96, rows = N / cols;
  cudaMalloc((void **)&dev_a, N * sizeof(float));
  cudaMalloc((void **)&dev_b, N * sizeof(float));
  cudaMalloc((void **)&dev_out, rows * sizeof(float));
  cudaMalloc((void **)&dev_c, 3 * sizeof(double));
  cudaMemcpy(dev_a, a, N * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dev_b, b, N * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dev_c, c, sizeof(c), cudaMemcpyHostToDevice);

  Lock lock;
  dotLocked<<<blocksPerGrid, threadsPerBlock>>>(lock, dev_a, dev_b, dev_c);
  dotAtomic<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_c + 1);
  dotCas<<<(N + threadsPerBlock - 1) / threadsPerBlock, threadsPerBlock>>>(dev_a, dev_b, dev_c + 2);
  cudaMemcpy(c, dev_c, sizeof(c), cudaMemcpyDeviceToHost);
  printf("dot %.1f %.1f %.1f, expected %.1f\n", c[0], c[1], c[2], expected);

  matVec<<<(rows + 3) / 4, dim3(32, 4)>>>(dev_a, dev_b, dev_out, rows, cols);
  float *out = new float[rows];
  cudaMemcpy(out, dev_out, rows * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  double checksum = 0;
  for (int r = 0; r < rows; r++) {
    float sum = 0;
    for (int k = 0; k < cols; k++) sum += a[r * cols + k] * b[k];
    wrong += fabs(sum - out[r]) > 0;
    checksum += r * (double)out[r];
  }
  printf("matrix %d x %d, checksum %.1f, wrong %d\n", rows, cols, checksum, wrong);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  lock.destroy();
  cudaFree(dev_a);
  cudaFree(dev_b);
  cudaFree(dev_c);
  cudaFree(dev_out);
  delete[] a;
  delete[] b;
  delete[] out;
  return 0;
}
