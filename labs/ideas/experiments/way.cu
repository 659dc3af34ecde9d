// Experiment: four loads of a thread in a loop. What does nvcc make of the loop, and what does the emulator count of it?
//
//   build/bin/emucc --explain labs/ideas/experiments/way.cu -o way && ./way
#include "../count.cuh"

enum { THREADS = 32, EACH = 4 };

__global__ void sum_each(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < EACH; k++) sum += in[k * THREADS + threadIdx.x];
  out[threadIdx.x] = sum;
}

int main() {
  float *in = ones(EACH * THREADS), *out = ones(THREADS), sum;
  forget();
  sum_each<<<1, THREADS>>>(in, out);
  check(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost));
  printf("load requests of a warp: %.0f; sum: %.0f\n", COUNTED(global_load_requests), sum);
  check(cudaFree(in));
  check(cudaFree(out));
}
