// Matrix product by tiles, of sizes that are no multiple of the tile: a template, a host class that owns memory.
// shows: launches | a kernel as a template of type and tile; host classes that own device memory; exceptions
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-shared
#include <cstdio>
#include <stdexcept>
#include <vector>

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    cudaError_t error_ = (call);                                                                             \
    if (error_ != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error_));                         \
  } while (0)

template <typename T> class Matrix {
  T *data = nullptr;

public:
  const int rows, columns;
  Matrix(int rows, int columns) : rows(rows), columns(columns) {
    CHECK(cudaMalloc(&data, rows * columns * sizeof(T)));
  }
  Matrix(const Matrix &) = delete;
  ~Matrix() {
    cudaFree(data);
  }
  void put(const std::vector<T> &from) {
    CHECK(cudaMemcpy(data, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> get() const {
    std::vector<T> to(rows * columns);
    CHECK(cudaMemcpy(to.data(), data, to.size() * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
  }
  operator T *() const {
    return data;
  }
};

template <typename T, int TILE> __global__ void product(const T *a, const T *b, T *c, int m, int k, int n) {
  __shared__ T as[TILE][TILE], bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  T sum = 0;
  for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
    int ka = t * TILE + threadIdx.x, kb = t * TILE + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < m && ka < k ? a[row * k + ka] : T(0);
    bs[threadIdx.y][threadIdx.x] = kb < k && column < n ? b[kb * n + column] : T(0);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
#ifndef BUG
    __syncthreads();
#endif
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

template <typename T, int TILE> void test(int m, int k, int n) {
  Matrix<T> a(m, k), b(k, n), c(m, n);
  std::vector<T> ha(m * k), hb(k * n);
  for (int i = 0; i < m * k; i++) ha[i] = T(i % 7 - 3);
  for (int i = 0; i < k * n; i++) hb[i] = T(i % 5 - 2);
  a.put(ha);
  b.put(hb);
  dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  product<T, TILE><<<grid, block>>>(a, b, c, m, k, n);
  CHECK(cudaGetLastError());
  std::vector<T> hc = c.get();
  int wrong = 0;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      T sum = 0;
      for (int x = 0; x < k; x++) sum += ha[i * k + x] * hb[x * n + j];
      wrong += sum != hc[i * n + j];
    }
  }
  printf("%d x %d x %d: %d wrong\n", m, k, n, wrong);
}

int main() {
  try {
    test<float, 16>(33, 20, 17);
    test<double, 8>(9, 40, 24);
    test<int, 4>(5, 6, 7);
    Matrix<float> impossible(-1, 1);
  } catch (const std::exception &e) {
    printf("caught: %s\n", e.what());
  }
}
