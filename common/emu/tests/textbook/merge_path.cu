// Parallel merge of two sorted arrays: each thread finds its start by a binary search (co-rank).
#include <algorithm>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

namespace merge {

template <typename T, class Less>
__device__ int coRank(int k, const T *A, int m, const T *B, int n, Less less) {
  int low = k > n ? k - n : 0, high = k < m ? k : m;
  while (low < high) {
    int i = (low + high) / 2, j = k - i;
    if (j > 0 && i < m && !less(B[j - 1], A[i]))
      low = i + 1;
    else
      high = i;
  }
  return low;
}

template <typename T, class Less>
__device__ void sequential(const T *A, int m, const T *B, int n, T *C, Less less) {
  int i = 0, j = 0, k = 0;
  while (i < m && j < n) C[k++] = less(B[j], A[i]) ? B[j++] : A[i++];
  while (i < m) C[k++] = A[i++];
  while (j < n) C[k++] = B[j++];
}

template <int PER_THREAD, typename T, class Less>
__global__ void kernel(const T *A, int m, const T *B, int n, T *C, Less less = Less()) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int first = min(tid * PER_THREAD, m + n), last = min(first + PER_THREAD, m + n);
  int i = coRank(first, A, m, B, n, less), iNext = coRank(last, A, m, B, n, less);
  int j = first - i, jNext = last - iNext;
  sequential(A + i, iNext - i, B + j, jNext - j, C + first, less);
}

// A tile of both inputs comes to shared memory first.
template <int TILE, typename T, class Less>
__global__ void tiled(const T *A, int m, const T *B, int n, T *C, Less less) {
  __shared__ T tile[2 * TILE];
  __shared__ int bounds[2];
  T *tA = tile, *tB = tile + TILE;
  int first = min((int)blockIdx.x * TILE, m + n), last = min(first + TILE, m + n);
  if (threadIdx.x < 2) bounds[threadIdx.x] = coRank(threadIdx.x ? last : first, A, m, B, n, less);
  __syncthreads();
  int a0 = bounds[0], a1 = bounds[1], b0 = first - a0, b1 = last - a1;
  for (int i = threadIdx.x; i < a1 - a0; i += blockDim.x) tA[i] = A[a0 + i];
  for (int i = threadIdx.x; i < b1 - b0; i += blockDim.x) tB[i] = B[b0 + i];
  __syncthreads();
  int count = last - first, per = TILE / blockDim.x;
  int k0 = min((int)threadIdx.x * per, count), k1 = min(k0 + per, count);
  int i0 = coRank(k0, tA, a1 - a0, tB, b1 - b0, less), i1 = coRank(k1, tA, a1 - a0, tB, b1 - b0, less);
  sequential(tA + i0, i1 - i0, tB + (k0 - i0), (k1 - i1) - (k0 - i0), C + first + k0, less);
}

} // namespace merge

struct ByValue {
  __host__ __device__ bool operator()(int a, int b) const {
    return a < b;
  }
};
struct ByLastDigits {
  int modulus;
  __host__ __device__ bool operator()(int a, int b) const {
    return a % modulus < b % modulus;
  }
};

template <class Less> int test(const char *name, int m, int n, Less less) {
  std::minstd_rand random(m + n);
  std::vector<int> A(m), B(n), C(m + n), expected(m + n);
  for (auto *v : {&A, &B}) {
    std::generate(v->begin(), v->end(), [&] { return (int)(random() % 10000); });
    std::stable_sort(v->begin(), v->end(), less);
  }
  std::merge(A.begin(), A.end(), B.begin(), B.end(), expected.begin(), less);
  int *d;
  if (cudaMalloc(&d, 2 * (m + n) * sizeof(int)) != cudaSuccess) return 1;
  int *dA = d, *dB = d + m, *dC = d + m + n, wrong = 0;
  cudaMemcpy(dA, A.data(), m * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int form = 0; form < 2; form++) {
    if (form == 0)
      merge::kernel<8, int, Less><<<((m + n + 7) / 8 + 63) / 64, 64>>>(dA, m, dB, n, dC, less);
    else
      merge::tiled<512><<<(m + n + 511) / 512, 64>>>(dA, m, dB, n, dC, less);
    cudaMemcpy(C.data(), dC, (m + n) * sizeof(int), cudaMemcpyDeviceToHost);
    wrong += !std::equal(C.begin(), C.end(), expected.begin());
  }
  cudaFree(d);
  unsigned hash = 0;
  for (int v : C) hash = hash * 33 + v;
  printf("%-12s %4d + %4d: %s %08x\n", name, m, n, wrong ? "WRONG" : "ok", hash);
  return wrong;
}

int main() {
  int wrong = 0;
  wrong += test("value", 3000, 2000, ByValue{});
  wrong += test("value", 1, 777, ByValue());
  wrong += test("last digits", 1500, 1501, ByLastDigits{100});
  wrong += test("one digit", 600, 40, ByLastDigits{10});
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return wrong;
}
