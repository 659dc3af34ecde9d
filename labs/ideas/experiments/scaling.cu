// Experiment: one thread does 16 additions alone, then all threads share 1024. What do more threads gain?
//
//   build/bin/emucc labs/ideas/experiments/scaling.cu -o scaling && ./scaling
#include "../count.cuh"

enum { SERIAL = 16, PARALLEL = 1024, MOST = 1024 };

// Each thread counts its own additions. Thread 0 has the most.
__global__ void sum_up(const float *x, int n, float *out, int *additions) {
  const int t = threadIdx.x, threads = blockDim.x;
  float sum = 0;
  int steps = 0;
  if (t == 0)
    for (; steps < SERIAL; steps++) sum += x[steps];
  __syncthreads(); // nobody begins before
  for (int i = SERIAL + t; i < SERIAL + n; i += threads, steps++) sum += x[i];
  out[t] = sum;
  additions[t] = steps;
}

// The most additions of a thread.
static int steps_of(int n, int threads) {
  static float sums[MOST];
  static int additions[MOST];
  float *x = ones(SERIAL + n), *out = ones(MOST);
  int *device, most = 0;
  check(cudaMalloc(&device, sizeof additions));
  sum_up<<<1, threads>>>(x, n, out, device);
  check(cudaMemcpy(additions, device, threads * sizeof *additions, cudaMemcpyDeviceToHost));
  check(cudaMemcpy(sums, out, threads * sizeof *sums, cudaMemcpyDeviceToHost));
  float sum = 0;
  for (int t = 0; t < threads; t++) {
    sum += sums[t];
    most = additions[t] > most ? additions[t] : most;
  }
  if (sum != (float)(SERIAL + n)) exit(1);
  check(cudaFree(x));
  check(cudaFree(out));
  check(cudaFree(device));
  return most;
}

int main() {
  const double all = SERIAL + PARALLEL, p = PARALLEL / all;
  printf("           the same 1040 additions          1024 more for each thread\n");
  printf("threads    steps   speedup   Amdahl         steps   speedup   Gustafson\n");
  for (int threads = 1; threads <= MOST; threads *= 4) {
    const int strong = steps_of(PARALLEL, threads), weak = steps_of(PARALLEL * threads, threads);
    printf("%7d %8d %9.1f %8.1f %13d %9.1f %11.1f\n", threads, strong, all / strong,
           1 / (1 - p + p / threads), weak, (SERIAL + (double)PARALLEL * threads) / weak,
           1 - p + p * threads);
  }
}
