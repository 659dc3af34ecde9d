// The 8 x 8 discrete cosine transform of an image and back, with one block of threads for each block of
// pixels.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define BLOCK_SIZE 8

__constant__ float DCTv8matrix[BLOCK_SIZE * BLOCK_SIZE];

enum Direction { Forward, Inverse };

template <Direction direction> __global__ void transform(float *dst, const float *src, int stride) {
  __shared__ float local1[BLOCK_SIZE][BLOCK_SIZE], local2[BLOCK_SIZE][BLOCK_SIZE];
  const int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  const int index = (by * BLOCK_SIZE + ty) * stride + bx * BLOCK_SIZE + tx;
  local1[ty][tx] = src[index];
  __syncthreads();
  float cur = 0;
#pragma unroll
  for (int i = 0; i < BLOCK_SIZE; i++) {
    float m = direction == Forward ? DCTv8matrix[ty * BLOCK_SIZE + i] : DCTv8matrix[i * BLOCK_SIZE + ty];
    cur += m * local1[i][tx];
  }
  local2[ty][tx] = cur;
  __syncthreads();
  cur = 0;
#pragma unroll
  for (int i = 0; i < BLOCK_SIZE; i++) {
    float m = direction == Forward ? DCTv8matrix[tx * BLOCK_SIZE + i] : DCTv8matrix[i * BLOCK_SIZE + tx];
    cur += local2[ty][i] * m;
  }
  dst[index] = cur;
}

// Keeps the low frequencies: those whose indices add up to less than `keep`.
__global__ void lowPass(float *coefficients, int width, int keep) {
  int x = blockIdx.x * BLOCK_SIZE + threadIdx.x, y = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  if (threadIdx.x + threadIdx.y >= keep) coefficients[y * width + x] = 0.0f;
}

static void createMatrix(float *m) {
  const double pi = 3.14159265358979323846;
  for (int row = 0; row < BLOCK_SIZE; row++)
    for (int col = 0; col < BLOCK_SIZE; col++)
      m[row * BLOCK_SIZE + col] = (float)((row ? sqrt(2.0 / BLOCK_SIZE) : sqrt(1.0 / BLOCK_SIZE)) *
                                          cos((2 * col + 1) * row * pi / (2 * BLOCK_SIZE)));
}

static int onError(cudaError_t e, int line) {
  if (e == cudaSuccess) return 0;
  printf("line %d: %s\n", line, cudaGetErrorString(e));
  exit(line);
}
#define TRY(x) (void)onError(x, __LINE__)

int main() {
  const int width = 80, height = 48, pixels = width * height;
  float matrix[BLOCK_SIZE * BLOCK_SIZE], *image, *back, *d_image, *d_coefficients;
  createMatrix(matrix);
  TRY(cudaMemcpyToSymbol(DCTv8matrix, matrix, sizeof(float) * BLOCK_SIZE, 0));
  TRY(cudaMemcpyToSymbol(DCTv8matrix, matrix + BLOCK_SIZE, sizeof matrix - sizeof(float) * BLOCK_SIZE,
                         sizeof(float) * BLOCK_SIZE, cudaMemcpyHostToDevice));
  image = (float *)malloc(pixels * sizeof(float));
  back = (float *)malloc(pixels * sizeof(float));
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      image[y * width + x] = (float)((x * x / 16 + y * 5 + (x / 10 + y / 12) % 2 * 60) % 256);
  TRY(cudaMalloc(&d_image, pixels * sizeof(float)));
  TRY(cudaMalloc(&d_coefficients, pixels * sizeof(float)));
  TRY(cudaMemcpy(d_image, image, pixels * sizeof(float), cudaMemcpyHostToDevice));

  const dim3 grid(width / BLOCK_SIZE, height / BLOCK_SIZE), threads(BLOCK_SIZE, BLOCK_SIZE);
  for (int keep = 15; keep >= 1; keep -= 7) {
    transform<Forward><<<grid, threads>>>(d_coefficients, d_image, width);
    lowPass<<<grid, threads>>>(d_coefficients, width, keep);
    transform<Inverse><<<grid, threads>>>(d_image, d_coefficients, width);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(back, d_image, pixels * sizeof(float), cudaMemcpyDeviceToHost));
    double error = 0, sum = 0;
    for (int i = 0; i < pixels; i++) {
      error += ((double)back[i] - image[i]) * ((double)back[i] - image[i]);
      sum += back[i];
    }
    printf("frequencies below %2d: mean %.2f, root mean square error %.2f\n", keep, sum / pixels,
           sqrt(error / pixels));
    TRY(cudaMemcpy(d_image, image, pixels * sizeof(float), cudaMemcpyHostToDevice));
  }
  TRY(cudaFree(d_image));
  TRY(cudaFree(d_coefficients));
  free(image);
  free(back);
  return 0;
}
