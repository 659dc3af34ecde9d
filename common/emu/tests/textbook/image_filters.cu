// Colour image to grey, 3 x 3 blur, Sobel edges and a threshold, on uchar3 and uchar4 pixels.
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char byte;

#define WIDTH     101
#define HEIGHT    67
#define BLUR_SIZE 1

#define DIV_UP(a, b) (((a) + (b)-1) / (b))

#define ERR(x)                                                                                               \
  do {                                                                                                       \
    if ((x) != cudaSuccess) {                                                                                \
      fprintf(stderr, "%s failed\n", #x);                                                                    \
      exit(3);                                                                                               \
    }                                                                                                        \
  } while (0)

template <typename Pixel> __global__ void colorToGray(byte *gray, const Pixel *color, int width, int height) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < width && row < height) {
    int offset = row * width + col;
    Pixel p = color[offset];
    gray[offset] = (byte)((p.x * 54 + p.y * 183 + p.z * 19) >> 8);
  }
}

__global__ void blur(const byte *in, byte *out, int w, int h) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < w && row < h) {
    int pixVal = 0, pixels = 0;
    for (int blurRow = -BLUR_SIZE; blurRow < BLUR_SIZE + 1; ++blurRow)
      for (int blurCol = -BLUR_SIZE; blurCol < BLUR_SIZE + 1; ++blurCol) {
        int curRow = row + blurRow, curCol = col + blurCol;
        if (curRow >= 0 && curRow < h && curCol >= 0 && curCol < w) {
          pixVal += in[curRow * w + curCol];
          ++pixels;
        }
      }
    out[row * w + col] = (byte)(pixVal / pixels);
  }
}

__constant__ signed char sobelX[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
__constant__ signed char sobelY[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};

__global__ void sobel(const byte *in, byte *out, int w, int h) {
  const unsigned int x = blockIdx.x * blockDim.x + threadIdx.x + 1,
                     y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= w - 1 || y >= h - 1) return;
  int gx = 0, gy = 0;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) {
      int v = in[(y + j - 1) * w + (x + i - 1)];
      gx += v * sobelX[j][i];
      gy += v * sobelY[j][i];
    }
  out[y * w + x] = min(abs(gx) + abs(gy), 255);
}

// One thread packs eight pixels into the bits of one byte.
__global__ void threshold(const byte *in, byte *bits, int n, byte limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 8 >= n) return;
  byte b = 0;
  for (int k = 0; k < 8 && i * 8 + k < n; k++) b |= (in[i * 8 + k] > limit) << k;
  bits[i] = b;
}

static unsigned checksum(const byte *data, int n) {
  unsigned c = 0xffffffffu;
  for (int i = 0; i < n; i++) {
    c ^= data[i];
    for (int k = 0; k < 8; k++) c = c >> 1 ^ (0xedb88320u & -(c & 1));
  }
  return ~c;
}

int main(void) {
  const int n = WIDTH * HEIGHT;
  uchar3 *image3 = (uchar3 *)malloc(n * sizeof(uchar3));
  uchar4 *image4 = (uchar4 *)malloc(n * sizeof(uchar4));
  byte *host = (byte *)malloc(n);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      int inside = (x - 50) * (x - 50) + (y - 33) * (y - 33) < 625;
      image3[y * WIDTH + x] = make_uchar3(inside ? 220 : x, (byte)(y * 3), (x ^ y) & 0xff);
      image4[y * WIDTH + x] = make_uchar4(inside ? 220 : x, (byte)(y * 3), (x ^ y) & 0xff, 255);
    }
  uchar3 *d_image3;
  uchar4 *d_image4;
  byte *d_gray, *d_tmp, *d_edges, *d_bits;
  ERR(cudaMalloc((void **)&d_image3, n * sizeof(uchar3)));
  ERR(cudaMalloc((void **)&d_image4, n * sizeof(uchar4)));
  ERR(cudaMalloc((void **)&d_gray, n));
  ERR(cudaMalloc((void **)&d_tmp, n));
  ERR(cudaMalloc((void **)&d_edges, n));
  ERR(cudaMalloc((void **)&d_bits, DIV_UP(n, 8)));
  ERR(cudaMemcpy(d_image3, image3, n * sizeof(uchar3), cudaMemcpyHostToDevice));
  ERR(cudaMemcpy(d_image4, image4, n * sizeof(uchar4), cudaMemcpyHostToDevice));

  dim3 dimBlock(16, 16, 1), dimGrid(DIV_UP(WIDTH, 16), DIV_UP(HEIGHT, 16), 1);
  colorToGray<uchar3><<<dimGrid, dimBlock>>>(d_gray, d_image3, WIDTH, HEIGHT);
  ERR(cudaMemcpy(host, d_gray, n, cudaMemcpyDeviceToHost));
  printf("gray from uchar3 %08x\n", checksum(host, n));
  colorToGray<uchar4><<<dimGrid, dimBlock>>>(d_tmp, d_image4, WIDTH, HEIGHT);
  ERR(cudaMemcpy(host, d_tmp, n, cudaMemcpyDeviceToHost));
  printf("gray from uchar4 %08x\n", checksum(host, n));
  blur<<<dimGrid, dimBlock>>>(d_gray, d_tmp, WIDTH, HEIGHT);
  ERR(cudaMemcpy(host, d_tmp, n, cudaMemcpyDeviceToHost));
  printf("blur             %08x\n", checksum(host, n));
  ERR(cudaMemset(d_edges, 0, n));
  sobel<<<dimGrid, dimBlock>>>(d_tmp, d_edges, WIDTH, HEIGHT);
  ERR(cudaMemcpy(host, d_edges, n, cudaMemcpyDeviceToHost));
  printf("edges            %08x\n", checksum(host, n));
  threshold<<<DIV_UP(DIV_UP(n, 8), 128), 128>>>(d_edges, d_bits, n, 100);
  ERR(cudaMemcpy(host, d_bits, DIV_UP(n, 8), cudaMemcpyDeviceToHost));
  printf("bits             %08x\n", checksum(host, DIV_UP(n, 8)));
  ERR(cudaGetLastError());

  cudaFree(d_image3), cudaFree(d_image4), cudaFree(d_gray), cudaFree(d_tmp), cudaFree(d_edges),
      cudaFree(d_bits);
  free(image3);
  free(image4);
  free(host);
  return 0;
}
