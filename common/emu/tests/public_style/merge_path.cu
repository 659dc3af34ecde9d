// Merges two sorted lists: each thread finds its part of the inputs by a binary search for the co-rank.
// shows: textbook listings | merges by co-ranks
// compared: H200, CUDA 13.0, 2026-11-24
#include <stdio.h>

__device__ int co_rank(int k, const int *a, int m, const int *b, int n) {
  int i = k < m ? k : m, j = k - i, i_low = k - n > 0 ? k - n : 0, j_low = k - m > 0 ? k - m : 0;
  while (true) {
    if (i > 0 && j < n && a[i - 1] > b[j]) {
      int delta = (i - i_low + 1) / 2;
      j_low = j;
      j += delta;
      i -= delta;
    } else if (j > 0 && i < m && b[j - 1] >= a[i]) {
      int delta = (j - j_low + 1) / 2;
      i_low = i;
      i += delta;
      j -= delta;
    } else
      return i;
  }
}
__device__ void merge_sequential(const int *a, int m, const int *b, int n, int *c) {
  int i = 0, j = 0, k = 0;
  while (i < m && j < n) c[k++] = a[i] <= b[j] ? a[i++] : b[j++];
  while (i < m) c[k++] = a[i++];
  while (j < n) c[k++] = b[j++];
}
__global__ void merge(const int *a, int m, const int *b, int n, int *c) {
  int threads = blockDim.x * gridDim.x, id = blockIdx.x * blockDim.x + threadIdx.x;
  int each = (m + n + threads - 1) / threads;
  int from = min(id * each, m + n), to = min((id + 1) * each, m + n);
  int i = co_rank(from, a, m, b, n), i_next = co_rank(to, a, m, b, n);
  int j = from - i, j_next = to - i_next;
  merge_sequential(&a[i], i_next - i, &b[j], j_next - j, &c[from]);
}

int main() {
  const int m = 100, n = 57;
  int a[m], b[n], c[m + n], *da, *db, *dc;
  for (int i = 0; i < m; i++) a[i] = i * i / 20;
  for (int i = 0; i < n; i++) b[i] = 9 * i - 3;
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&db, sizeof b);
  cudaMalloc(&dc, sizeof c);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
  merge<<<2, 16>>>(da, m, db, n, dc);
  cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
  int unsorted = 0, sum = 0;
  for (int i = 0; i < m + n; i++) {
    unsorted += i && c[i - 1] > c[i];
    sum += c[i];
  }
  for (int i = 0; i < m; i++) sum -= a[i];
  for (int i = 0; i < n; i++) sum -= b[i];
  printf("%d out of order, sums differ by %d, from %d to %d\n", unsorted, sum, c[0], c[m + n - 1]);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
