// Two streams add to a sum by atomics, which do not race among themselves; it is read behind one of them.
// expect: race-stream what~"kernel add (launched" what~"in stream 1" what~"nothing to order the two" advice~"record an event after the first (cudaEventRecord)"
// fixed: It is read behind both.
// prints: 64
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *sum) {
  atomicAdd(sum, 1);
}

int main() {
  int *sum, host;
  cudaStream_t s[2];
  cudaEvent_t done;
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  for (int k = 0; k < 2; k++) cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking);
  cudaEventCreate(&done);
  cudaDeviceSynchronize();
  add<<<1, 32, 0, s[0]>>>(sum);
  cudaEventRecord(done, s[0]);
  add<<<1, 32, 0, s[1]>>>(sum);
#ifdef FIXED
  cudaStreamWaitEvent(s[1], done, 0);
#endif
  cudaMemcpyAsync(&host, sum, sizeof host, cudaMemcpyDeviceToHost, s[1]);
  cudaStreamSynchronize(s[1]);
  cudaDeviceSynchronize();
#ifdef FIXED
  printf("%d\n", host);
#endif
  cudaFree(sum);
  for (int k = 0; k < 2; k++) cudaStreamDestroy(s[k]);
  cudaEventDestroy(done);
  return 0;
}
