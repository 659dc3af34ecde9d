// A kernel in a second stream reads what the first stream writes.
// expect: race-stream at=@bad other=@first advice~"record an event after the first"
// fixed: An event.
// prints: 10
#include <cstdio>
__global__ void set(int *a) {
  *a = 9; // @first
}
__global__ void more(int *a) {
  *a += 1; // @bad
}
int main() {
  int *a, r = 0;
  cudaStream_t s, t;
  cudaEvent_t done;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEventCreate(&done);
  cudaMalloc(&a, 4);
  cudaMemset(a, 0, 4);
  cudaDeviceSynchronize();
  set<<<1, 1, 0, s>>>(a);
#ifdef FIXED
  cudaEventRecord(done, s);
  cudaStreamWaitEvent(t, done, 0);
#endif
  more<<<1, 1, 0, t>>>(a);
  cudaDeviceSynchronize();
  cudaMemcpy(&r, a, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(a), cudaEventDestroy(done), cudaStreamDestroy(s), cudaStreamDestroy(t);
}
