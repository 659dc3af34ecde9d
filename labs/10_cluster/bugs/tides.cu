// The height of the tide above the mean of its day: one stream brings the days in, another one computes.
#include <stdio.h>

enum { DAYS = 12, HOURS = 64 };

__global__ void above_mean(const float *height, float *above) {
  __shared__ float sum[HOURS];
  int t = threadIdx.x;
  float mine = height[t];
  sum[t] = mine;
  for (int n = HOURS / 2; n > 0; n /= 2) {
    __syncthreads();
    if (t < n) sum[t] += sum[t + n];
  }
  __syncthreads();
  above[t] = mine - sum[0] / HOURS;
}

int main() {
  const size_t day = HOURS * sizeof(float), all = DAYS * day;
  float *height, *above, *in, *out;
  cudaMallocHost(&height, all);
  cudaMallocHost(&above, all);
  cudaMalloc(&in, all);
  cudaMalloc(&out, all);
  for (int i = 0; i < DAYS * HOURS; i++) height[i] = i / HOURS + i % 5 - 2 + (i % 16 < 8 ? 1 : -1);
  cudaStream_t bring, compute;
  cudaEvent_t there;
  cudaStreamCreate(&bring);
  cudaStreamCreate(&compute);
  cudaEventCreate(&there);
  for (int d = 0; d < DAYS; d++) {
    float *from = height + d * HOURS, *to = in + d * HOURS;
    cudaEventRecord(there, bring);
    cudaMemcpyAsync(to, from, day, cudaMemcpyHostToDevice, bring);
    cudaStreamWaitEvent(compute, there, 0);
    above_mean<<<1, HOURS, 0, compute>>>(to, out + d * HOURS);
  }
  cudaMemcpyAsync(above, out, all, cudaMemcpyDeviceToHost, compute);
  cudaStreamSynchronize(compute);
  int differ = 0;
  for (int d = 0; d < DAYS; d++) {
    float sum = 0;
    for (int h = 0; h < HOURS; h++) sum += height[d * HOURS + h];
    for (int h = 0; h < HOURS; h++) differ += above[d * HOURS + h] != height[d * HOURS + h] - sum / HOURS;
  }
  printf("%d of %d heights differ\n", differ, DAYS * HOURS);
  cudaEventDestroy(there);
  cudaStreamDestroy(bring);
  cudaStreamDestroy(compute);
  cudaFree(in);
  cudaFree(out);
  cudaFreeHost(height);
  cudaFreeHost(above);
  return differ > 0;
}
