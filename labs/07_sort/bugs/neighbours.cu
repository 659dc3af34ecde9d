// Neighbours change places until all are in order: even pairs, odd pairs, in turn. One block, one pair a thread.
#include <stdio.h>

__global__ void sort(int *a, int n) {
  for (int turn = 0; turn < n; turn++) {
    int left = 2 * threadIdx.x + turn % 2;
    if (left + 1 < n) {
      int small = min(a[left], a[left + 1]), large = max(a[left], a[left + 1]);
      a[left] = small;
      a[left + 1] = large;
      __syncthreads();
    }
  }
}

int main() {
  const int n = 200;
  int key[n], differ = 0, *a;
  for (int i = 0; i < n; i++) key[i] = i * 73 % n;
  cudaMalloc(&a, sizeof key);
  cudaMemcpy(a, key, sizeof key, cudaMemcpyHostToDevice);
  sort<<<1, n / 2>>>(a, n);
  cudaMemcpy(key, a, sizeof key, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) differ += key[i] != i;
  printf("%d of %d keys are out of place\n", differ, n);
  cudaFree(a);
  return differ > 0;
}
