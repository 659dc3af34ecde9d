// Matrix transposition: five kernels called through a table of function pointers.
#include <iostream>
#include <iomanip>
#include <string>
#include <vector>

#define TILE_DIM   32
#define BLOCK_ROWS 8

#define cudaCheck(expr)                                                                                      \
  {                                                                                                          \
    cudaError_t e = (expr);                                                                                  \
    if (e != cudaSuccess) {                                                                                  \
      std::cerr << cudaGetErrorString(e) << " in line " << __LINE__ << std::endl;                            \
      return 1;                                                                                              \
    }                                                                                                        \
  }

__global__ void copy(int *odata, const int *idata, int width, int height) {
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) odata[(y + j) * width + x] = idata[(y + j) * width + x];
}

__global__ void transposeNaive(int *odata, const int *idata, int width, int height) {
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) odata[x * height + (y + j)] = idata[(y + j) * width + x];
}

template <int PAD> __global__ void transposeShared(int *odata, const int *idata, int width, int height) {
  __shared__ int tile[TILE_DIM][TILE_DIM + PAD];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transposeSwizzled(int *odata, const int *idata, int width, int height) {
  __shared__ int tile[TILE_DIM * TILE_DIM];
  int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = threadIdx.y; j < TILE_DIM; j += BLOCK_ROWS, y += BLOCK_ROWS)
    if (x < width && y < height) tile[j * TILE_DIM + (threadIdx.x ^ j)] = idata[y * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = threadIdx.y; j < TILE_DIM; j += BLOCK_ROWS, y += BLOCK_ROWS)
    if (x < height && y < width) odata[y * height + x] = tile[threadIdx.x * TILE_DIM + (j ^ threadIdx.x)];
}

typedef void (*Kernel)(int *, const int *, int, int);

struct Variant {
  std::string name;
  Kernel kernel;
  bool transposes;
};

int main() {
  const int width = 200, height = 135;
  std::vector<int> input(width * height), output(width * height);
  unsigned state = 12345;
  for (auto &v : input) {
    state = 1103515245u * state + 12345u;
    v = (int)(state >> 16 & 0x7fff);
  }
  int *d_in = nullptr, *d_out = nullptr;
  cudaCheck(cudaMalloc(&d_in, input.size() * sizeof(int)));
  cudaCheck(cudaMalloc(&d_out, output.size() * sizeof(int)));
  cudaCheck(cudaMemcpy(d_in, input.data(), input.size() * sizeof(int), cudaMemcpyHostToDevice));

  const std::vector<Variant> variants = {{"copy", copy, false},
                                         {"naive", transposeNaive, true},
                                         {"coalesced", transposeShared<0>, true},
                                         {"no conflicts", transposeShared<1>, true},
                                         {"swizzled", &transposeSwizzled, true}};
  const dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM, 1);
  const dim3 block(TILE_DIM, BLOCK_ROWS, 1);
  std::cout << "grid " << grid.x << "x" << grid.y << "x" << grid.z << "\n";
  for (const Variant &variant : variants) {
    cudaCheck(cudaMemset(d_out, 0xff, output.size() * sizeof(int)));
    variant.kernel<<<grid, block>>>(d_out, d_in, width, height);
    cudaCheck(cudaPeekAtLastError());
    cudaCheck(cudaMemcpy(output.data(), d_out, output.size() * sizeof(int), cudaMemcpyDeviceToHost));
    int errors = 0;
    unsigned long long sum = 0;
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        int got = variant.transposes ? output[x * height + y] : output[y * width + x];
        errors += got != input[y * width + x];
      }
    for (std::size_t i = 0; i < output.size(); i++) sum += (i % 1009) * (unsigned long long)output[i];
    std::cout << std::left << std::setw(14) << variant.name << std::right << std::setw(14) << sum
              << " errors " << errors << '\n';
  }
  cudaCheck(cudaFree(d_in));
  cudaCheck(cudaFree(d_out));
  return 0;
}
