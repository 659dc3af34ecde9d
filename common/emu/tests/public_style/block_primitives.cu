// CUB's primitives in kernels: dot product, largest value, running sums, sums of rows by warps and their parts.
// shows: libraries | CUB in kernels: `BlockReduce`, `BlockScan`, `WarpReduce`, `WarpScan` and their `TempStorage`
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-shared
#include <cub/cub.cuh>
#include <cuda/functional>
#include <stdio.h>
#define THREADS 128

struct Span {
  int low, high;
};
struct Join {
  __device__ Span operator()(const Span &a, const Span &b) const {
    return Span{a.low < b.low ? a.low : b.low, a.high < b.high ? b.high : a.high};
  }
};

__global__ void statistics(const int *in, int n, int *out) {
  typedef cub::BlockReduce<int, THREADS> BlockReduce;
  typedef cub::BlockReduce<Span, THREADS, cub::BLOCK_REDUCE_RAKING> SpanReduce;
  __shared__ typename BlockReduce::TempStorage temp;
  __shared__ typename SpanReduce::TempStorage span_temp;
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
  int total = BlockReduce(temp).Sum(sum);
#ifndef BUG
  __syncthreads();
#endif
  int largest = BlockReduce(temp).Reduce(in[threadIdx.x], cuda::maximum<>());
  Span span = SpanReduce(span_temp).Reduce(Span{in[threadIdx.x], in[threadIdx.x]}, Join(), 50);
  if (threadIdx.x == 0) {
    out[0] = total;
    out[1] = largest;
    out[2] = span.low;
    out[3] = span.high;
  }
}

template <int BLOCK, int ITEMS> __global__ void running_sums(const int *in, int *out, int *total) {
  using BlockScan = cub::BlockScan<int, BLOCK>;
  __shared__ union {
    typename BlockScan::TempStorage scan;
    int other[4];
  } shared;
  int v[ITEMS], one, before, all;
  for (int i = 0; i < ITEMS; i++) v[i] = in[threadIdx.x * ITEMS + i];
  BlockScan(shared.scan).ExclusiveSum(v, v, all);
  for (int i = 0; i < ITEMS; i++) out[threadIdx.x * ITEMS + i] = v[i];
  __syncthreads();
  BlockScan(shared.scan).InclusiveSum(1, one);
  __syncthreads();
  BlockScan(shared.scan).ExclusiveScan(in[threadIdx.x], before, -5, cuda::maximum<>());
  if (threadIdx.x == BLOCK - 1) {
    total[0] = all;
    total[1] = one;
    total[2] = before;
  }
}

__global__ void rows(const int *in, int *sums, int *ranks) {
  typedef cub::WarpReduce<int> WarpReduce;
  typedef cub::WarpReduce<int, 8> PartReduce;
  __shared__ WarpReduce::TempStorage temp[2];
  __shared__ PartReduce::TempStorage part_temp[8];
  __shared__ cub::WarpScan<int>::TempStorage scan_temp[2];
  int warp = threadIdx.x / 32, before, all;
  int sum = WarpReduce(temp[warp]).Sum(in[threadIdx.x]);
  int part = PartReduce(part_temp[threadIdx.x / 8]).Reduce(in[threadIdx.x], cuda::minimum<>());
  cub::WarpScan<int>(scan_temp[warp]).ExclusiveSum(in[threadIdx.x] % 2, before, all);
  if (threadIdx.x % 32 == 0) sums[warp] = sum;
  if (threadIdx.x % 8 == 0) sums[2 + threadIdx.x / 8] = part;
  ranks[threadIdx.x] = in[threadIdx.x] % 2 ? before : all;
}

int main() {
  const int n = 300;
  int *in, *out, *small;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMallocManaged(&small, 16 * sizeof(int));
  for (int i = 0; i < n; i++) in[i] = (i * 37 + 11) % 101;

  statistics<<<1, THREADS>>>(in, n, small);
  cudaDeviceSynchronize();
  printf("total %d, largest %d, first fifty from %d to %d\n", small[0], small[1], small[2], small[3]);

  running_sums<48, 3><<<1, 48>>>(in, out, small);
  cudaDeviceSynchronize();
  int sum = 0, wrong = 0;
  for (int i = 0; i < 144; i++) {
    wrong += out[i] != sum;
    sum += in[i];
  }
  printf("%d wrong, totals %d = %d, %d, %d\n", wrong, small[0], sum, small[1], small[2]);

  rows<<<1, 64>>>(in, small, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 10; i++) printf("%d ", small[i]);
  printf("| %d %d %d %d\n", out[0], out[31], out[32], out[63]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(small);
}
