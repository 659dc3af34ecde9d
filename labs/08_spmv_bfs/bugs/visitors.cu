// Everybody has some friends, and each friend is invited once. The guests' names are written one behind the other.
#include <stdio.h>

__global__ void invite(const int *first, const int *friends, int people, int *invited, int *guest,
                       int *guests) {
  int who = blockIdx.x * blockDim.x + threadIdx.x;
  if (who >= people) return;
  for (int f = first[who]; f < first[who + 1]; f++) {
    int name = friends[f];
    if (atomicAdd(&invited[name], 0) == 0) {
      atomicExch(&invited[name], 1);
      guest[atomicAdd(guests, 1)] = name;
    }
  }
}

int main() {
  const int people = 256, each = 4;
  static int first[people + 1], friends[people * each], invited[people];
  int expected = 0, got = 0;
  for (int i = 0; i <= people; i++) first[i] = i * each;
  for (int f = 0; f < people * each; f++) {
    friends[f] = (f * 5 + f / 32) % people / 2 * 2;
    expected += !invited[friends[f]]++;
  }
  int *dev_first, *dev_friends, *dev_invited, *guest, *guests;
  cudaMalloc(&dev_first, sizeof first);
  cudaMalloc(&dev_friends, sizeof friends);
  cudaMalloc(&dev_invited, sizeof invited);
  cudaMalloc(&guest, sizeof friends);
  cudaMalloc(&guests, sizeof got);
  cudaMemcpy(dev_first, first, sizeof first, cudaMemcpyHostToDevice);
  cudaMemcpy(dev_friends, friends, sizeof friends, cudaMemcpyHostToDevice);
  cudaMemset(dev_invited, 0, sizeof invited);
  cudaMemset(guests, 0, sizeof got);
  invite<<<people / 64, 64>>>(dev_first, dev_friends, people, dev_invited, guest, guests);
  cudaMemcpy(&got, guests, sizeof got, cudaMemcpyDeviceToHost);
  printf("%d guests, expected %d\n", got, expected);
  cudaFree(dev_first);
  cudaFree(dev_friends);
  cudaFree(dev_invited);
  cudaFree(guest);
  cudaFree(guests);
  return got != expected;
}
