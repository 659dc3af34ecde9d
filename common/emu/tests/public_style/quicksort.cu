// shows: dynamic parallelism | launches from kernels, the stream of a block, device streams with `cudaStreamNonBlocking`
// compared: H200, CUDA 13.0, 2026-11-24
// Quicksort: a block parts its range around a pivot, and launches a kernel for each side; small ranges are sorted in place.
// options: -rdc=true
// bug: race-global
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

const int MAX_DEPTH = 16, SMALL = 32;

__device__ void selection_sort(unsigned *data, int left, int right) {
  for (int i = left; i <= right; ++i) {
    int least = i;
    for (int j = i + 1; j <= right; ++j)
      if (data[j] < data[least]) least = j;
    unsigned t = data[i];
    data[i] = data[least];
    data[least] = t;
  }
}

__global__ void quicksort(unsigned *data, int left, int right, int depth) {
  if (depth >= MAX_DEPTH || right - left <= SMALL) {
    selection_sort(data, left, right);
    return;
  }
  unsigned *l = data + left, *r = data + right;
  unsigned pivot = data[(left + right) / 2];
  while (l <= r) {
    while (*l < pivot) l++;
    while (*r > pivot) r--;
    if (l <= r) {
      unsigned t = *l;
      *l++ = *r;
      *r-- = t;
    }
  }
  int next_right = r - data, next_left = l - data;
  if (left < next_right) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, s>>>(data, left, next_right, depth + 1);
    cudaStreamDestroy(s);
  }
#ifdef BUG
  if (depth == 0) data[left] = 0; // the child may have sorted that already
#endif
  if (next_left < right) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, s>>>(data, next_left, right, depth + 1);
    cudaStreamDestroy(s);
  }
}

int main() {
  const int n = 2000;
  unsigned *host = (unsigned *)malloc(n * sizeof *host), *data;
  unsigned x = 1;
  for (int i = 0; i < n; i++) host[i] = (x = x * 1664525 + 1013904223) >> 8;
  cudaMalloc(&data, n * sizeof *data);
  cudaMemcpy(data, host, n * sizeof *data, cudaMemcpyHostToDevice);
  quicksort<<<1, 1>>>(data, 0, n - 1, 0);
  cudaDeviceSynchronize();
  cudaMemcpy(host, data, n * sizeof *data, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 1; i < n; i++) wrong += host[i - 1] > host[i];
  printf("%d wrong, %u\n", wrong, host[n - 1]);
  cudaFree(data);
  free(host);
  return wrong != 0;
}
