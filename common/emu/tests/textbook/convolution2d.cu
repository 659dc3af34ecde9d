// 2-D convolution with the filter in constant memory: basic, tiled with a halo, and an image border policy.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#define FILTER_RADIUS 2
#define FILTER_SIZE   (2 * FILTER_RADIUS + 1)
#define IN_TILE       20
#define OUT_TILE      (IN_TILE - 2 * FILTER_RADIUS)

__constant__ float F[FILTER_SIZE][FILTER_SIZE];
__constant__ int bias = 3, unused[2];

enum class Border { zero, clamp, mirror };

__device__ int clampIndex(int i, int n) {
  return max(0, min(i, n - 1));
}

__device__ inline int mirrorIndex(int i, int n) {
  if (i < 0) i = -i - 1;
  if (i >= n) i = 2 * n - i - 1;
  return i;
}

template <Border border> __device__ float fetch(const float *N, int row, int col, int height, int width) {
  if (border == Border::clamp) return N[clampIndex(row, height) * width + clampIndex(col, width)];
  if (border == Border::mirror) return N[mirrorIndex(row, height) * width + mirrorIndex(col, width)];
  return row >= 0 && row < height && col >= 0 && col < width ? N[row * width + col] : 0.0f;
}

template <Border border> __global__ void convolutionBasic(const float *N, float *P, int height, int width) {
  int outCol = blockIdx.x * blockDim.x + threadIdx.x;
  int outRow = blockIdx.y * blockDim.y + threadIdx.y;
  if (outCol >= width || outRow >= height) return;
  float Pvalue = (float)bias;
  for (int fRow = 0; fRow < FILTER_SIZE; fRow++)
    for (int fCol = 0; fCol < FILTER_SIZE; fCol++)
      Pvalue += F[fRow][fCol] *
                fetch<border>(N, outRow - FILTER_RADIUS + fRow, outCol - FILTER_RADIUS + fCol, height, width);
  P[outRow * width + outCol] = Pvalue;
}

template <Border border> __global__ void convolutionTiled(const float *N, float *P, int height, int width) {
  int col = blockIdx.x * OUT_TILE + threadIdx.x - FILTER_RADIUS;
  int row = blockIdx.y * OUT_TILE + threadIdx.y - FILTER_RADIUS;
  __shared__ float N_s[IN_TILE][IN_TILE];
  if (row < height + FILTER_RADIUS && col < width + FILTER_RADIUS)
    N_s[threadIdx.y][threadIdx.x] = fetch<border>(N, row, col, height, width);
  __syncthreads();
  int tileCol = threadIdx.x - FILTER_RADIUS, tileRow = threadIdx.y - FILTER_RADIUS;
  if (col >= 0 && col < width && row >= 0 && row < height)
    if (tileCol >= 0 && tileCol < OUT_TILE && tileRow >= 0 && tileRow < OUT_TILE) {
      float Pvalue = (float)bias;
      for (int fRow = 0; fRow < FILTER_SIZE; fRow++)
        for (int fCol = 0; fCol < FILTER_SIZE; fCol++)
          Pvalue += F[fRow][fCol] * N_s[tileRow + fRow][tileCol + fCol];
      P[row * width + col] = Pvalue;
    }
}

struct CudaDeleter {
  void operator()(float *p) const {
    cudaFree(p);
  }
};
using DeviceArray = std::unique_ptr<float, CudaDeleter>;

static DeviceArray allocate(size_t count) {
  float *p = nullptr;
  if (cudaMalloc(&p, count * sizeof *p) != cudaSuccess) {
    std::fprintf(stderr, "no memory for %zu floats\n", count);
    std::exit(2);
  }
  return DeviceArray(p);
}

template <Border border> void run(const char *name, const float *in, int height, int width) {
  DeviceArray out[2] = {allocate(height * width), allocate(height * width)};
  dim3 basicBlock(16, 8), tiledBlock(IN_TILE, IN_TILE);
  convolutionBasic<border>
      <<<dim3((width + 15) / 16, (height + 7) / 8), basicBlock>>>(in, out[0].get(), height, width);
  convolutionTiled<border>
      <<<dim3((width + OUT_TILE - 1) / OUT_TILE, (height + OUT_TILE - 1) / OUT_TILE), tiledBlock>>>(
          in, out[1].get(), height, width);
  auto a = std::make_unique<float[]>(height * width), b = std::make_unique<float[]>(height * width);
  cudaMemcpy(a.get(), out[0].get(), height * width * sizeof(float), cudaMemcpyDefault);
  cudaMemcpy(b.get(), out[1].get(), height * width * sizeof(float), cudaMemcpyDefault);
  double sum = 0, weighted = 0;
  for (int i = 0; i < height * width; i++) {
    sum += a[i];
    weighted += a[i] * (i % 13);
  }
  std::printf("%-7s sum %.0f weighted %.0f %s, corners %g %g\n", name, sum, weighted,
              std::memcmp(a.get(), b.get(), height * width * sizeof(float)) == 0 ? "same" : "different", a[0],
              a[height * width - 1]);
}

int main() {
  const int height = 75, width = 110;
  float filter[FILTER_SIZE][FILTER_SIZE];
  for (int r = 0; r < FILTER_SIZE; r++)
    for (int c = 0; c < FILTER_SIZE; c++) filter[r][c] = (float)((r + 1) * (c - 2) % 5);
  cudaMemcpyToSymbol(F, filter, sizeof(filter));
  auto image = std::make_unique<float[]>(height * width);
  for (int i = 0; i < height * width; i++) image[i] = (float)((i * 7919) % 256);
  DeviceArray in = allocate(height * width);
  cudaMemcpy(in.get(), image.get(), height * width * sizeof(float), cudaMemcpyHostToDevice);

  run<Border::zero>("zero", in.get(), height, width);
  run<Border::clamp>("clamp", in.get(), height, width);
  run<Border::mirror>("mirror", in.get(), height, width);
  cudaError_t status = cudaDeviceSynchronize();
  if (status != cudaSuccess) std::printf("%s\n", cudaGetErrorString(status));
  return status != cudaSuccess;
}
