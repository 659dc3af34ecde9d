// Odd-even transposition sort of records: in one block, and over many blocks with one launch a phase.
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>

struct Record {
  short grade;
  char initial;
  unsigned char attempts;
  int id;

  __host__ __device__ bool operator<(const Record &other) const {
    if (grade != other.grade) return grade < other.grade;
    return id < other.id;
  }
  __host__ __device__ bool operator>(const Record &other) const {
    return other < *this;
  }
};

template <typename T> __device__ void swapValues(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}

__global__ void sortOneBlock(Record *data, int n, int *phases) {
  extern __shared__ Record s[];
  __shared__ int swapped;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = data[i];
  __syncthreads();
  int phase = 0, quiet = 0;
  while (quiet < 2) {
    if (threadIdx.x == 0) swapped = 0;
    __syncthreads();
    int i = 2 * threadIdx.x + (phase & 1);
    if (i + 1 < n && s[i] > s[i + 1]) {
      swapValues(s[i], s[i + 1]);
      atomicOr(&swapped, 1);
    }
    __syncthreads();
    quiet = swapped ? 0 : quiet + 1;
    ++phase;
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = s[i];
  if (threadIdx.x == 0) *phases = phase;
}

__global__ void sortPhase(Record *data, int n, int parity) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + parity;
  if (i + 1 < n)
    if (data[i + 1] < data[i]) swapValues(data[i], data[i + 1]);
}

static void fill(Record *r, int n) {
  unsigned x = 99;
  for (int i = 0; i < n; i++) {
    x = x * 134775813u + 1u;
    r[i] = {(short)((x >> 20) % 101), (char)('A' + (x >> 8) % 26), (unsigned char)(x >> 28), i};
  }
}

static int check(const Record *r, int n, const char *what) {
  int bad = 0;
  unsigned long hash = 0;
  for (int i = 0; i < n; i++) {
    if (i && r[i] < r[i - 1]) bad++;
    hash = hash * 1000003ul + r[i].grade * 7 + r[i].initial * 5 + r[i].attempts * 3 + r[i].id;
  }
  printf("%s: %d out of order, hash %lu, best %c (%d), worst %c (%d)\n", what, bad, hash % 1000000007ul,
         r[n - 1].initial, r[n - 1].grade, r[0].initial, r[0].grade);
  return bad;
}

int main() {
  const int n = 300;
  Record *host = new Record[n], *device;
  int *d_phases, phases, bad = 0;
  cudaMalloc(&device, n * sizeof(Record));
  cudaMalloc(&d_phases, sizeof(int));

  fill(host, n);
  cudaMemcpy(device, host, n * sizeof(Record), cudaMemcpyHostToDevice);
  sortOneBlock<<<1, n / 2, n * sizeof(Record)>>>(device, n, d_phases);
  cudaMemcpy(host, device, n * sizeof(Record), cudaMemcpyDeviceToHost);
  cudaMemcpy(&phases, d_phases, sizeof(int), cudaMemcpyDeviceToHost);
  bad += check(host, n, "one block");
  printf("phases: %d\n", phases);

  fill(host, n);
  cudaMemcpy(device, host, n * sizeof(Record), cudaMemcpyHostToDevice);
  for (int phase = 0; phase < n; phase++) sortPhase<<<(n / 2 + 63) / 64, 64>>>(device, n, phase % 2);
  cudaMemcpy(host, device, n * sizeof(Record), cudaMemcpyDeviceToHost);
  bad += check(host, n, "many blocks");

  cudaError_t e = cudaGetLastError();
  if (e) printf("%s\n", cudaGetErrorName(e));
  delete[] host;
  cudaFree(device);
  cudaFree(d_phases);
  return bad || e ? EXIT_FAILURE : EXIT_SUCCESS;
}
