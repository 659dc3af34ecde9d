// A text in capitals: two streams take its pieces in turn, each with room for one piece on the device.
#include <stdio.h>
#include <string.h>

enum { PIECE = 100, STREAMS = 2 };

__global__ void capitals(char *text, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length && text[i] >= 'a' && text[i] <= 'z') text[i] -= 'a' - 'A';
}

int main() {
  const int n = 730;
  char *text, *room[STREAMS];
  cudaStream_t stream[STREAMS];
  cudaMallocHost(&text, n);
  for (int i = 0; i < n; i++) text[i] = i % 7 == 6 ? ' ' : 'a' + i * 11 % 26;
  for (int s = 0; s < STREAMS; s++) {
    cudaStreamCreate(&stream[s]);
    cudaMalloc(&room[s], PIECE);
  }
  for (int begin = 0, s = 0; begin + PIECE <= n; begin += PIECE, s = (s + 1) % STREAMS) {
    int length = n - begin < PIECE ? n - begin : PIECE;
    cudaMemcpyAsync(room[s], text + begin, length, cudaMemcpyHostToDevice, stream[s]);
    capitals<<<(length + 31) / 32, 32, 0, stream[s]>>>(room[s], length);
    cudaMemcpyAsync(text + begin, room[s], length, cudaMemcpyDeviceToHost, stream[s]);
  }
  cudaDeviceSynchronize();
  int differ = 0;
  for (int i = 0; i < n; i++) differ += text[i] != (i % 7 == 6 ? ' ' : 'A' + i * 11 % 26);
  printf("%d of %d letters differ\n", differ, n);
  for (int s = 0; s < STREAMS; s++) {
    cudaStreamDestroy(stream[s]);
    cudaFree(room[s]);
  }
  cudaFreeHost(text);
  return differ > 0;
}
