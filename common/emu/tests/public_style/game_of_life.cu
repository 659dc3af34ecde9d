// Life on a torus: a glider after 4 generations stands one cell further; buffers change places.
// shows: textbook listings | game of life, pitched memory and `cudaMemcpy2D`, buffers that change places
// compared: H200, CUDA 13.0, 2026-11-24
#include <stdio.h>
#include <string.h>

__global__ void step(const unsigned char *now, unsigned char *next, size_t pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy) alive += *((now + ((y + dy + h) % h) * pitch) + (x + dx + w) % w);
  unsigned char *row = (unsigned char *)((char *)next + y * pitch);
  row[x] = alive == 3 || (alive == 2 && now[y * pitch + x]);
}

int main() {
  const int w = 10, h = 7;
  unsigned char board[h][w] = {{0, 1, 0}, {0, 0, 1}, {1, 1, 1}}, *a, *b;
  size_t pitch, same;
  cudaMallocPitch(&a, &pitch, w, h);
  cudaMallocPitch(&b, &same, w, h);
  cudaMemcpy2D(a, pitch, board, w, w, h, cudaMemcpyHostToDevice);
  for (int generation = 0; generation < 12; generation++) {
    step<<<dim3(2, 2), dim3(8, 4)>>>(a, b, pitch, w, h);
    unsigned char *kept = a;
    a = b;
    b = kept;
  }
  memset(board, 0, sizeof board);
  cudaMemcpy2D(board, w, a, pitch, w, h, cudaMemcpyDeviceToHost);
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) putchar(board[y][x] ? '#' : '.');
    putchar('\n');
  }
  printf("%s\n", pitch == same && pitch % 32 == 0 ? "pitched" : "not pitched");
  cudaFree(a);
  cudaFree(b);
}
