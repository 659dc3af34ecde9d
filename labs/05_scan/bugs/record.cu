// The record so far: element i becomes the largest of elements 0 to i. One block, one element a thread.
#include <stdio.h>

enum { N = 512 };

__global__ void records(const int *in, int *out) {
  __shared__ int best[N];
  int t = threadIdx.x;
  best[t] = in[t];
  for (int reach = 1; reach < N; reach *= 2) {
    __syncthreads();
    int before = t >= reach ? best[t - reach] : best[t];
    best[t] = max(best[t], before);
  }
  out[t] = best[t];
}

int main() {
  static int jump[N], best[N];
  for (int i = 0; i < N; i++) jump[i] = i * 2654435761u >> 20;
  int *in, *out;
  cudaMalloc(&in, sizeof jump);
  cudaMalloc(&out, sizeof best);
  cudaMemcpy(in, jump, sizeof jump, cudaMemcpyHostToDevice);
  records<<<1, N>>>(in, out);
  cudaMemcpy(best, out, sizeof best, cudaMemcpyDeviceToHost);
  int differ = 0;
  for (int i = 0, most = 0; i < N; i++) {
    most = jump[i] > most ? jump[i] : most;
    differ += best[i] != most;
  }
  printf("%d of %d records differ\n", differ, N);
  cudaFree(in);
  cudaFree(out);
  return differ > 0;
}
