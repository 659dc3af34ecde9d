// Rectangular matrix multiplication: naive, tiled with a template block size, and with register blocking.
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#include <cuda_runtime.h>

typedef struct {
  int width;
  int height;
  float *elements;
} Matrix;

static void check(cudaError_t status, const char *what, int line) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "line %d: %s: %s (%s)\n", line, what, cudaGetErrorName(status), cudaGetErrorString(status));
  exit(1);
}
#define checkCudaErrors(x) check((x), #x, __LINE__)

__global__ void matMulNaive(const Matrix A, const Matrix B, Matrix C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= C.height || col >= C.width) return;
  float value = 0;
  for (int e = 0; e < A.width; ++e) value += A.elements[row * A.width + e] * B.elements[e * B.width + col];
  C.elements[row * C.width + col] = value;
}

template <int BLOCK_SIZE> __global__ void matMulTiled(Matrix A, Matrix B, Matrix C) {
  __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
  __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * BLOCK_SIZE + ty, col = blockIdx.x * BLOCK_SIZE + tx;
  float sum = 0.0f;
  for (int m = 0; m < (A.width + BLOCK_SIZE - 1) / BLOCK_SIZE; ++m) {
    int a = m * BLOCK_SIZE + tx, b = m * BLOCK_SIZE + ty;
    As[ty][tx] = (row < A.height && a < A.width) ? A.elements[row * A.width + a] : 0.0f;
    Bs[ty][tx] = (b < B.height && col < B.width) ? B.elements[b * B.width + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCK_SIZE; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < C.height && col < C.width) C.elements[row * C.width + col] = sum;
}

// Each thread computes four elements of one column of C.
template <int TILE, int WORK> __global__ void matMulRegister(Matrix A, Matrix B, Matrix C) {
  __shared__ float As[TILE * WORK][TILE + 1], Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int col = blockIdx.x * TILE + tx, row0 = blockIdx.y * TILE * WORK;
  float acc[WORK] = {0.0f};
  for (int base = 0; base < A.width; base += TILE) {
    for (int w = 0; w < WORK; ++w) {
      int r = row0 + w * TILE + ty, c = base + tx;
      As[w * TILE + ty][tx] = r < A.height && c < A.width ? A.elements[r * A.width + c] : 0.0f;
    }
    Bs[ty][tx] = base + ty < B.height && col < B.width ? B.elements[(base + ty) * B.width + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) {
      float b = Bs[k][tx];
#pragma unroll
      for (int w = 0; w < WORK; ++w) acc[w] += As[w * TILE + ty][k] * b;
    }
    __syncthreads();
  }
  for (int w = 0; w < WORK; ++w) {
    int r = row0 + w * TILE + ty;
    if (r < C.height && col < C.width) C.elements[r * C.width + col] = acc[w];
  }
}

static Matrix upload(const Matrix host) {
  Matrix device = host;
  size_t size = host.width * host.height * sizeof(float);
  checkCudaErrors(cudaMalloc((void **)&device.elements, size));
  checkCudaErrors(cudaMemcpy(device.elements, host.elements, size, cudaMemcpyHostToDevice));
  return device;
}

static Matrix create(int height, int width, unsigned seed) {
  Matrix m = {width, height, (float *)malloc(width * height * sizeof(float))};
  assert(m.elements != NULL);
  for (int i = 0; i < width * height; i++) {
    seed = seed * 1664525u + 1013904223u;
    m.elements[i] = (float)(int)(seed >> 28) - 8.0f;
  }
  return m;
}

static void report(const char *name, Matrix device, Matrix host, const Matrix reference) {
  size_t size = host.width * host.height * sizeof(float);
  checkCudaErrors(cudaGetLastError());
  checkCudaErrors(cudaDeviceSynchronize());
  checkCudaErrors(cudaMemcpy(host.elements, device.elements, size, cudaMemcpyDeviceToHost));
  checkCudaErrors(cudaMemset(device.elements, 0, size));
  long sum = 0;
  int errors = 0;
  for (int i = 0; i < host.width * host.height; i++) {
    sum = sum * 31 % 1000003 + (long)host.elements[i];
    errors += host.elements[i] != reference.elements[i];
  }
  printf("%-16s checksum %ld, errors %d\n", name, sum, errors);
}

int main(int argc, char *argv[]) {
  int m = argc > 1 ? atoi(argv[1]) : 50, k = argc > 2 ? atoi(argv[2]) : 70, n = argc > 3 ? atoi(argv[3]) : 45;
  Matrix A = create(m, k, 1), B = create(k, n, 2), C = create(m, n, 3), R = create(m, n, 4);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int e = 0; e < k; e++) s += A.elements[i * k + e] * B.elements[e * n + j];
      R.elements[i * n + j] = s;
    }
  Matrix d_A = upload(A), d_B = upload(B), d_C = upload(C);

  dim3 threads(16, 16);
  dim3 grid((n + threads.x - 1) / threads.x, (m + threads.y - 1) / threads.y);
  printf("%d x %d times %d x %d\n", m, k, k, n);
  matMulNaive<<<grid, threads>>>(d_A, d_B, d_C);
  report("naive", d_C, C, R);
  matMulTiled<16><<<grid, threads>>>(d_A, d_B, d_C);
  report("tiled 16", d_C, C, R);
  matMulTiled<8><<<dim3((n + 7) / 8, (m + 7) / 8), dim3(8, 8)>>>(d_A, d_B, d_C);
  report("tiled 8", d_C, C, R);
  matMulRegister<8, 4><<<dim3((n + 7) / 8, (m + 31) / 32), dim3(8, 8)>>>(d_A, d_B, d_C);
  report("register 8 x 4", d_C, C, R);

  cudaFree(d_A.elements);
  cudaFree(d_B.elements);
  cudaFree(d_C.elements);
  free(A.elements);
  free(B.elements);
  free(C.elements);
  free(R.elements);
  return 0;
}
