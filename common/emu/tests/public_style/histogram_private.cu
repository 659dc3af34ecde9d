// A histogram of letters with a private copy in each block and coarsened threads.
// shows: textbook listings | histograms with private copies, interleaved and contiguous coarsening
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-shared
#include <stdio.h>
#include <string.h>
#define BINS 7

__global__ void histogram(const char *text, unsigned length, unsigned *bins) {
  __shared__ unsigned mine[BINS];
  for (unsigned bin = threadIdx.x; bin < BINS; bin += blockDim.x) mine[bin] = 0u;
#ifndef BUG
  __syncthreads();
#endif
  unsigned accumulated = 0;
  int previous = -1;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += blockDim.x * gridDim.x) {
    int position = text[i] - 'a';
    if (position < 0 || position >= 26) continue;
    int bin = position / 4;
    if (bin == previous) {
      ++accumulated;
      continue;
    }
    if (accumulated > 0) atomicAdd(&mine[previous], accumulated);
    accumulated = 1;
    previous = bin;
  }
  if (accumulated > 0) atomicAdd(&mine[previous], accumulated);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < BINS; bin += blockDim.x)
    if (mine[bin] > 0) atomicAdd(&bins[bin], mine[bin]);
}

int main() {
  const char text[] = "programming massively parallel processors";
  char *d_text;
  unsigned *d_bins, bins[BINS];
  cudaMalloc(&d_text, sizeof text);
  cudaMalloc(&d_bins, sizeof bins);
  cudaMemcpy(d_text, text, sizeof text, cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, sizeof bins);
  histogram<<<2, 8>>>(d_text, strlen(text), d_bins);
  cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
  for (int i = 0; i < BINS; i++)
    printf("%c-%c: %u\n", 'a' + 4 * i, 'a' + 4 * i + 3 > 'z' ? 'z' : 'a' + 4 * i + 3, bins[i]);
  cudaFree(d_text);
  cudaFree(d_bins);
}
