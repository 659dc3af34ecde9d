// Speed of counting and checking by the pattern of the accesses: patterns NAME runs one kernel, all its warps full.
#include <cstdio>
#include <cstring>

const int blocks = 16, threads = 256, columns = 256, launches = 32;

// Neighbouring lanes touch neighbouring words, each once: 64 loads and stores a thread.
__global__ void consecutive(float *y, const float *x) {
  int n = blocks * threads;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 64 * n; i += n) y[i] = x[i] + 1;
}

// Neighbouring lanes touch words that are 1 KiB apart: a thread copies a row of 128.
__global__ void strided(float *y, const float *x) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < columns / 2; i++) y[row * columns + i] = x[row * columns + i];
}

// Words of global memory that are read again and again: 64 dot products of a row, the same for a warp, with a column.
__global__ void repeated(float *y, const float *x) {
  int column = threadIdx.x % 32, row = threadIdx.x / 32;
  for (int times = 0; times < 2; times++) {
    float sum = 0;
    for (int k = 0; k < 64; k++) sum += x[row * 64 + k] * x[k * 32 + column];
    y[(times * blocks + blockIdx.x) * threads + threadIdx.x] = sum;
  }
}

// A reduction tree in shared memory, of which half of the threads take part in each step.
__global__ void shared(float *y, const float *x) {
  __shared__ float s[threads];
  for (int times = 0; times < 16; times++) {
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    for (int half = threads / 2; half >= 32; half /= 2) {
      if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
      __syncthreads();
    }
  }
  if (threadIdx.x < 32) y[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}

// A histogram in shared memory, added to one in global memory.
__global__ void atomic(float *y, const float *x) {
  __shared__ unsigned count[threads];
  count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < 16; i++) atomicAdd(&count[(threadIdx.x * 7 + i * (int)x[i]) % 64], 1u);
  __syncthreads();
  atomicAdd((unsigned *)y + threadIdx.x, count[threadIdx.x]);
}

// Rows of 0 to 31 elements, one a lane: lanes leave the loop one after another, and gather.
__global__ void divergent(float *y, const float *x) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, length = threadIdx.x * 7 % 32;
  float sum = 0;
  for (int times = 0; times < 4; times++)
    for (int i = 0; i < length; i++) sum += x[(row * 32 + i * 37) % (1024 * columns)];
  y[row] = sum;
}

int main(int, char **argument) {
  const struct {
    const char *name;
    void (*kernel)(float *, const float *);
  } all[] = {{"consecutive", consecutive}, {"strided", strided}, {"repeated", repeated},
             {"shared", shared},           {"atomic", atomic},   {"divergent", divergent}};
  const size_t bytes = (size_t)blocks * threads * columns * sizeof(float);
  float *x, *y;
  cudaMalloc(&x, bytes);
  cudaMalloc(&y, bytes);
  cudaMemset(x, 0, bytes);
  cudaMemset(y, 0, bytes);
  for (const auto &each : all)
    if (!argument[1] || !strcmp(argument[1], each.name))
      for (int i = 0; i < launches; i++) each.kernel<<<blocks, threads>>>(y, x);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
