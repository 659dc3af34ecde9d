// A party's seats as a share of all, and of the largest party's: a block counts one town, a thread has one party.
#include <stdio.h>

enum { PARTIES = 64 };

__global__ void shares(const int *seats, int *of_all, int *of_largest) {
  __shared__ int s[PARTIES];
  int t = threadIdx.x, mine = seats[blockIdx.x * PARTIES + t];
  s[t] = mine;
  for (int n = PARTIES / 2; n > 0; n /= 2) {
    __syncthreads();
    if (t < n) s[t] += s[t + n];
  }
  __syncthreads();
  int all = s[0];
  s[t] = mine;
  for (int n = PARTIES / 2; n > 0; n /= 2) {
    __syncthreads();
    if (t < n) s[t] = max(s[t], s[t + n]);
  }
  __syncthreads();
  int largest = s[0];
  of_all[blockIdx.x * PARTIES + t] = 1000 * mine / all;
  of_largest[blockIdx.x * PARTIES + t] = 1000 * mine / largest;
}

int main() {
  const int towns = 5, n = towns * PARTIES;
  static int seats[n], of_all[n], of_largest[n];
  for (int i = 0; i < n; i++) seats[i] = 1 + i * 29 % 37;
  int *in, *out, differ = 0;
  cudaMalloc(&in, sizeof seats);
  cudaMalloc(&out, 2 * sizeof seats);
  cudaMemcpy(in, seats, sizeof seats, cudaMemcpyHostToDevice);
  shares<<<towns, PARTIES>>>(in, out, out + n);
  cudaMemcpy(of_all, out, sizeof of_all, cudaMemcpyDeviceToHost);
  cudaMemcpy(of_largest, out + n, sizeof of_largest, cudaMemcpyDeviceToHost);
  for (int town = 0; town < n; town += PARTIES) {
    int all = 0, largest = 0;
    for (int i = town; i < town + PARTIES; i++) {
      all += seats[i];
      largest = seats[i] > largest ? seats[i] : largest;
    }
    for (int i = town; i < town + PARTIES; i++)
      differ += of_all[i] != 1000 * seats[i] / all || of_largest[i] != 1000 * seats[i] / largest;
  }
  printf("%d of %d shares differ\n", differ, n);
  cudaFree(in);
  cudaFree(out);
  return differ > 0;
}
