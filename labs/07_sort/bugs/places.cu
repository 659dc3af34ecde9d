// Cards with equal keys stay in their order: a card's place is the number of cards that must lie before it.
#include <stdio.h>

__global__ void place(const int *key, int *order, int n) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me >= n) return;
  int before = 0;
  for (int i = 0; i < n; i++) before += key[i] < key[me] || (key[i] == key[me] && i > me);
  order[before] = me;
}

int main() {
  const int n = 300;
  static int cards[n], got[n];
  int differ = 0, at = 0, *key, *order;
  for (int i = 0; i < n; i++) cards[i] = i * 7 % 13;
  cudaMalloc(&key, sizeof cards);
  cudaMalloc(&order, sizeof got);
  cudaMemcpy(key, cards, sizeof cards, cudaMemcpyHostToDevice);
  place<<<(n + 63) / 64, 64>>>(key, order, n);
  cudaMemcpy(got, order, sizeof got, cudaMemcpyDeviceToHost);
  for (int k = 0; k < 13; k++)
    for (int i = 0; i < n; i++)
      if (cards[i] == k) differ += got[at++] != i;
  printf("%d of %d cards are out of place\n", differ, n);
  cudaFree(key);
  cudaFree(order);
  return differ > 0;
}
