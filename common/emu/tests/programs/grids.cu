// Grids and blocks of one, two and three dimensions: every thread runs once and knows where it is.
// prints: grids: ok
#include "check.h"

__global__ void line(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1 + i * gridDim.x;
}

__global__ void plane(int *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] += 1000 * y + x + 1;
}

__global__ void space(int *out, dim3 size) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
           z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= size.x || y >= size.y || z >= size.z) return;
  out[(z * size.y + y) * size.x + x] += 1 + x + 10 * y + 100 * z + 1000 * (gridDim.x + gridDim.y * gridDim.z);
}

// A thread's rank in its block decides its warp: x runs fastest.
__global__ void ranks(int *rank_of_lane, int *warp_of_rank) {
  int rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int first = __shfl_sync(0xffffffff, rank, 0);
  rank_of_lane[rank] = rank - first;
  warp_of_rank[rank] = first / warpSize;
}

int main() {
  const int sizes[] = {1, 31, 32, 33, 255, 257, 1023, 4099};
  for (int n : sizes) {
    Both<int> a(n);
    int blocks = (n + 127) / 128;
    line<<<blocks, 128>>>(a.device, n);
    CUDA(cudaGetLastError());
    a.to_host();
    for (int i = 0; i < n; i++) expect("line", i, a.host[i], 1 + i * blocks);
  }
  for (int width : {1, 17, 64}) {
    const int height = 37;
    Both<int> a(width * height);
    dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
    plane<<<grid, block>>>(a.device, width, height);
    a.to_host();
    for (int i = 0; i < a.n; i++) expect("plane", i, a.host[i], 1000 * (i / width) + i % width + 1);
  }
  dim3 size(7, 5, 9), block(4, 2, 3), grid((size.x + 3) / 4, (size.y + 1) / 2, (size.z + 2) / 3);
  Both<int> a(size.x * size.y * size.z);
  space<<<grid, block>>>(a.device, size);
  a.to_host();
  for (int i = 0; i < a.n; i++) {
    int x = i % 7, y = i / 7 % 5, z = i / 35;
    expect("space", i, a.host[i], 1 + x + 10 * y + 100 * z + 1000 * (2 + 3 * 3));
  }
  Both<int> lane(128), warp(128);
  ranks<<<1, dim3(8, 4, 4)>>>(lane.device, warp.device);
  lane.to_host();
  warp.to_host();
  for (int i = 0; i < 128; i++) {
    expect("lane", i, lane.host[i], i % 32);
    expect("warp", i, warp.host[i], i / 32);
  }
  return finish("grids");
}
