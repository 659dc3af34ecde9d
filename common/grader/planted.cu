// Three faults that the emulator must find, and a right kernel: what shows that the detector is on (cli/planted.c).
#include <cstdio>

__global__ void planted_race(int *sum) {
  *sum += threadIdx.x; // all threads, without an atomic
}

__global__ void planted_bounds(int *a, int n) {
  if (threadIdx.x == 0) a[n] = 1;
}

__global__ void planted_barrier(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  a[threadIdx.x] = s[63 - threadIdx.x]; // the barrier between the two lines is lost
}

__global__ void planted_nothing(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMemset(a, 0, 64 * sizeof(int));
  planted_nothing<<<1, 64>>>(a);
  planted_race<<<1, 64>>>(a);
  planted_barrier<<<1, 64>>>(a);
  planted_bounds<<<1, 64>>>(a, 64);
  cudaDeviceSynchronize(); // the error of the last kernel is asked for
  cudaFree(a);
}
