// Sparse matrix times vector: COO with atomics, CSR by thread, CSR by warp, and ELL.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

#define CHECK_CUDA(func)                                                                                     \
  {                                                                                                          \
    cudaError_t status = (func);                                                                             \
    if (status != cudaSuccess) {                                                                             \
      printf("CUDA API failed at line %d with error: %s (%d)\n", __LINE__, cudaGetErrorString(status),       \
             status);                                                                                        \
      return EXIT_FAILURE;                                                                                   \
    }                                                                                                        \
  }

struct COO {
  int nnz;
  const int *row, *col;
  const float *value;
};
struct CSR {
  int rows;
  const int *rowPtr, *col;
  const float *value;
};
struct ELL {
  int rows, width;
  const int *col;
  const float *value;
};

__global__ void spmv(COO m, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m.nnz) atomicAdd(&y[m.row[i]], m.value[i] * x[m.col[i]]);
}

__global__ void spmv(CSR m, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m.rows) return;
  float dot = 0;
  for (int k = m.rowPtr[row], end = m.rowPtr[row + 1]; k < end; k++) dot += m.value[k] * __ldg(&x[m.col[k]]);
  y[row] += dot;
}

__global__ void spmvWarp(CSR m, const float *x, float *y) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % warpSize;
  if (row >= m.rows) return;
  float dot = 0;
  for (int k = m.rowPtr[row] + lane; k < m.rowPtr[row + 1]; k += warpSize) dot += m.value[k] * x[m.col[k]];
  for (int d = 16; d >= 1; d >>= 1) dot += __shfl_down_sync(0xffffffff, dot, d);
  if (lane == 0) y[row] += dot;
}

__global__ void spmv(ELL m, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m.rows) return;
  float dot = 0;
  for (int k = 0; k < m.width; k++) {
    int c = m.col[k * m.rows + row];
    if (c >= 0) dot += m.value[k * m.rows + row] * x[c];
  }
  y[row] += dot;
}

template <typename T> T *upload(const std::vector<T> &host) {
  T *device = nullptr;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

int main(int argc, const char *argv[]) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 500, cols = rows + 20;
  std::vector<int> rowPtr{0}, rowIndex, col;
  std::vector<float> value, x(cols), y(rows), zero(rows, 0.f);
  int width = 0;
  for (int r = 0; r < rows; r++) {
    int count = r % 50 == 7 ? 90 : r % 5;
    for (int k = 0; k < count; k++) {
      rowIndex.push_back(r);
      col.push_back((r * 13 + k * (k + 7)) % cols);
      value.push_back((float)(1 + (r + k) % 9));
    }
    width = std::max(width, count);
    rowPtr.push_back((int)col.size());
  }
  for (int c = 0; c < cols; c++) x[c] = (float)(c % 17 - 8);
  std::vector<int> ellCol(rows * width, -1);
  std::vector<float> ellValue(rows * width, 0.0f);
  for (int r = 0; r < rows; r++)
    for (int k = rowPtr[r]; k < rowPtr[r + 1]; k++) {
      ellCol[(k - rowPtr[r]) * rows + r] = col[k];
      ellValue[(k - rowPtr[r]) * rows + r] = value[k];
    }

  int *d_rowPtr = upload(rowPtr), *d_row = upload(rowIndex), *d_col = upload(col), *d_ellCol = upload(ellCol);
  float *d_value = upload(value), *d_ellValue = upload(ellValue), *d_x = upload(x), *d_y = upload(zero);
  std::cout << rows << " rows, " << col.size() << " nonzeros, widest row " << width << std::endl;
  const char *names[] = {"COO", "CSR", "CSR warp", "ELL"};
  for (int form = 0; form < 4; form++) {
    CHECK_CUDA(cudaMemset(d_y, 0, rows * sizeof(float)));
    CSR csr = {rows, d_rowPtr, d_col, d_value};
    if (form == 0)
      spmv<<<((int)col.size() + 127) / 128, 128>>>(COO{(int)col.size(), d_row, d_col, d_value}, d_x, d_y);
    if (form == 1) spmv<<<(rows + 127) / 128, 128>>>(csr, d_x, d_y);
    if (form == 2) spmvWarp<<<(rows * 32 + 127) / 128, 128>>>(csr, d_x, d_y);
    if (form == 3) spmv<<<(rows + 127) / 128, 128>>>(ELL{rows, width, d_ellCol, d_ellValue}, d_x, d_y);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaMemcpy(y.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost));
    long long weighted = 0;
    int errors = 0;
    for (int r = 0; r < rows; r++) {
      float expected = 0;
      for (int k = rowPtr[r]; k < rowPtr[r + 1]; k++) expected += value[k] * x[col[k]];
      errors += expected != y[r];
      weighted += (long long)y[r] * (r % 101);
    }
    printf("%-9s weighted sum %lld, errors %d\n", names[form], weighted, errors);
    fflush(stdout);
  }
  for (int *p : {d_rowPtr, d_row, d_col, d_ellCol}) CHECK_CUDA(cudaFree(p));
  for (float *p : {d_value, d_ellValue, d_x, d_y}) CHECK_CUDA(cudaFree(p));
  return 0;
}
