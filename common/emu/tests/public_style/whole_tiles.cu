// Products of 8-bit numbers by tensor cores, as quantised networks have them.
// shows: tensor cores | `nvcuda::wmma` of `signed char` and `unsigned char`, summed in `int`
// compared: H200, CUDA 13.0, 2026-11-24
// bug: misaligned-access
#include <mma.h>
#include <stdio.h>
using namespace nvcuda;

const int M = 32, N = 48, K = 64;

template <class T> __global__ void multiply(const T *a, const T *b, int *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fill_fragment(sum, 0);
  for (int k = 0; k < K; k += 16) {
#ifdef BUG
    wmma::load_matrix_sync(fa, a + row * K + k + 1, K);
#else
    wmma::load_matrix_sync(fa, a + row * K + k, K);
#endif
    wmma::load_matrix_sync(fb, b + column * K + k, K);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  for (int i = 0; i < sum.num_elements; i++) sum.x[i] = sum.x[i] * 2 + 1;
  wmma::store_matrix_sync(c + row * N + column, sum, N, wmma::mem_row_major);
}

template <class T> int wrong(int shift) {
  T *a, *b;
  int *c, n = 0;
  cudaMallocManaged(&a, M * K * sizeof(T));
  cudaMallocManaged(&b, K * N * sizeof(T));
  cudaMallocManaged(&c, M * N * sizeof(int));
  if (cudaGetLastError()) return -1;
  for (int i = 0; i < M * K; i++) a[i] = (T)(i * 37 % 256 - shift);
  for (int i = 0; i < K * N; i++) b[i] = (T)(i * 101 % 256 - shift);
  multiply<<<dim3(N / 16, M / 16), 32>>>(a, b, c);
  cudaDeviceSynchronize();
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      int s = 0;
      for (int k = 0; k < K; k++) s += a[i * K + k] * b[j * K + k];
      n += c[i * N + j] != 2 * s + 1;
    }
  cudaFree(a), cudaFree(b), cudaFree(c);
  return n;
}

int main() {
  printf("signed: %d wrong\n", wrong<signed char>(128));
  printf("unsigned: %d wrong\n", wrong<unsigned char>(0));
}
