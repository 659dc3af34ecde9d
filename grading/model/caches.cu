// Launches whose demands on the caches are known: test_model.py compares them with what the emulator says.
#include <cuda_runtime.h>

enum { N = 1 << 16, THREADS = 256 };

__global__ void copy(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Each block loads the same 1024 bytes four times, in a loop of constant length.
__global__ void again(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++) sum += in[threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A word of each sector.
__global__ void apart(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * 8] = in[i * 8];
}

__global__ void one_word(unsigned *count) {
  atomicAdd(count, 1u);
}

// A word a lane, over a whole line: four sectors a warp, a step each.
__global__ void one_line(unsigned *count) {
  atomicAdd(&count[threadIdx.x % 32], 1u);
}

// A loop of another length in each warp: nobody unrolls it.
__global__ void uneven(const float *in, float *out) {
  float sum = 0;
  for (unsigned k = 0; k <= threadIdx.x / 32; k++) sum += in[k];
  out[threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  unsigned *count;
  cudaMalloc(&in, N * sizeof *in);
  cudaMalloc(&out, N * sizeof *out);
  cudaMalloc(&count, 128);
  cudaMemset(in, 0, N * sizeof *in);
  cudaMemset(count, 0, 128);
  copy<<<N / THREADS, THREADS>>>(in, out);
  again<<<8, THREADS>>>(in, out);
  copy<<<N / THREADS, THREADS>>>(in, out);
  apart<<<N / 8 / THREADS, THREADS>>>(in, out);
  one_word<<<4, THREADS>>>(count);
  one_line<<<4, THREADS>>>(count);
  uneven<<<1, THREADS>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  return 0;
}
