// One sparse matrix times a vector in the formats COO, CSR and ELL.
// shows: textbook listings | sparse matrices in COO, CSR and ELL
// compared: H200, CUDA 13.0, 2026-11-24
#include <cstdio>
#include <vector>

struct Coo {
  int *row, *column;
  float *value;
  int count;
};
__global__ void coo(Coo m, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m.count) atomicAdd(&y[m.row[i]], m.value[i] * x[m.column[i]]);
}
__global__ void csr(int rows, const int *start, const int *column, const float *value, const float *x,
                    float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int i = start[row]; i < start[row + 1]; ++i) sum += value[i] * __ldg(&x[column[i]]);
  y[row] = sum;
}
__global__ void ell(int rows, int longest, const int *column, const float *value, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int t = 0; t < longest; ++t) {
    int i = t * rows + row;
    if (column[i] >= 0) sum += value[i] * x[column[i]];
  }
  y[row] = sum;
}
template <typename T> T *upload(const std::vector<T> &v) {
  T *d;
  cudaMalloc(&d, v.size() * sizeof(T));
  cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return d;
}

int main() {
  const int n = 50, longest = 3; // a tridiagonal matrix: 2 in the diagonal, -1 beside it
  std::vector<int> row, column, start{0}, ell_column(n * longest, -1);
  std::vector<float> value, ell_value(n * longest), x(n), y(n), zero(n);
  for (int r = 0; r < n; r++) {
    x[r] = r * r;
    for (int c = r - 1, t = 0; c <= r + 1; c++) {
      if (c < 0 || c >= n) continue;
      row.push_back(r);
      column.push_back(c);
      value.push_back(c == r ? 2 : -1);
      ell_column[t * n + r] = c;
      ell_value[t++ * n + r] = value.back();
    }
    start.push_back((int)value.size());
  }
  int *d_row = upload(row), *d_column = upload(column), *d_start = upload(start), *d_ell = upload(ell_column);
  float *d_value = upload(value), *d_ell_value = upload(ell_value), *d_x = upload(x), *d_y = upload(zero);
  for (int format = 0; format < 3; format++) {
    if (format == 0) coo<<<2, 128>>>(Coo{d_row, d_column, d_value, (int)value.size()}, d_x, d_y);
    if (format == 1) csr<<<2, 32>>>(n, d_start, d_column, d_value, d_x, d_y);
    if (format == 2) ell<<<2, 32>>>(n, longest, d_ell, d_ell_value, d_x, d_y);
    cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 1; i < n - 1; i++) wrong += y[i] != -2; // the second difference of i^2
    printf("%s: %d wrong, ends %g and %g\n",
           format == 0   ? "COO"
           : format == 1 ? "CSR"
                         : "ELL",
           wrong, y[0], y[n - 1]);
  }
  void *all[] = {d_row, d_column, d_start, d_ell, d_value, d_ell_value, d_x, d_y};
  for (void *p : all) cudaFree(p);
}
