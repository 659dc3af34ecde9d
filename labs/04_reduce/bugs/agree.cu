// How often does a text change from one letter to the next? The lanes of a warp hand their letters on.
#include <stdio.h>

__global__ void changes(const char *letter, int n, int *result) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  char here = i < n ? letter[i] : 0;
  bool change = false;
  if (i + 1 < n) {
    char next = __shfl_down_sync(0xffffffff, here, 1);
    if (lane == 31) next = letter[i + 1];
    change = here != next;
  }
  unsigned changed = __ballot_sync(0xffffffff, change);
  if (lane == 0) atomicAdd(result, __popc(changed));
}

int main() {
  const int n = 1000;
  static char text[n];
  int expected = 0, got = 0, *result;
  char *letter;
  for (int i = 0; i < n; i++) text[i] = 'a' + i / 3 % 26;
  for (int i = 0; i + 1 < n; i++) expected += text[i] != text[i + 1];
  cudaMalloc(&letter, n);
  cudaMalloc(&result, sizeof got);
  cudaMemcpy(letter, text, n, cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof got);
  changes<<<(n + 127) / 128, 128>>>(letter, n, result);
  cudaMemcpy(&got, result, sizeof got, cudaMemcpyDeviceToHost);
  printf("changes: %d, expected %d\n", got, expected);
  cudaFree(letter);
  cudaFree(result);
  return got != expected;
}
