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

// A nest of 4 x 8 iterations; which side of the choice is taken hangs on their numbers alone.
__global__ void nest(const float *in, float *out) {
  float sum = in[threadIdx.x], x = sum;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++)
      if (i % 2)
        sum += x * j;
      else
        sum -= x;
  out[threadIdx.x] = sum;
}

// Every second lane leaves the loop an iteration before the others, but each warp's runs are of the same length.
__global__ void frayed(const float *in, float *out) {
  float sum = 0;
  for (unsigned k = 0; k < 7 + threadIdx.x % 2; k++) sum += in[k];
  out[threadIdx.x] = sum;
}

// Each thread reads four neighbouring words of shared memory, one after another: nvcc makes one load of them.
__global__ void neighbours(float *out) {
  __shared__ __align__(16) float s[4 * THREADS];
  for (int k = 0; k < 4; k++) s[k * THREADS + threadIdx.x] = 1;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 4; k++) sum += s[4 * threadIdx.x + k];
  out[threadIdx.x] = sum;
}

// All lanes add 1 to one word of shared memory: the device counts them, but where they want the old value.
__global__ void counts(unsigned *count) {
  __shared__ unsigned n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  atomicAdd(&n, 1u);
  __syncthreads();
  if (threadIdx.x == 0) *count = n;
}

__global__ void tickets(unsigned *ticket) {
  __shared__ unsigned n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  ticket[threadIdx.x] = atomicAdd(&n, 1u);
}

__global__ void sum_up(float *sum) {
  atomicAdd(sum, 1.f);
}

// From barrier to barrier another warp alone has a request, in one bank: the others wait for it.
__global__ void one_at_a_time(float *out) {
  __shared__ float s[1024];
  for (int k = 0; k < 4; k++) s[k * THREADS + threadIdx.x] = 1;
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < THREADS / 32; k++) {
    if (threadIdx.x / 32 == k) sum += s[threadIdx.x % 32 * 32];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// Two buffers. AHEAD: what is stored after the work was loaded before it.
template <bool AHEAD> __global__ void two_buffers(const float *in, float *out) {
  __shared__ float s[2][THREADS];
  float sum = 0, next = 0;
  s[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = 1; k <= 4; k++) {
    if (AHEAD) next = in[k * THREADS + threadIdx.x];
    for (int j = 0; j < 32; j++) sum += s[(k - 1) % 2][(threadIdx.x + j) % THREADS];
    if (!AHEAD) next = in[k * THREADS + threadIdx.x];
    s[k % 2][threadIdx.x] = next;
    __syncthreads();
  }
  out[threadIdx.x] = sum + s[0][threadIdx.x];
}

__global__ void swaps(unsigned *out) {
  atomicCAS(&out[threadIdx.x], 0u, 1u);
}

// Eight blocks after each other add to one word, the next eight to one far away.
__global__ void wandering(unsigned *out) {
  if (threadIdx.x == 0) atomicAdd(&out[blockIdx.x / 8 * 1024], 1u);
}

// Each word is the number of another one. A walk along them, beside one through the words in their order: four steps of each at a time.
__global__ void ring(unsigned *next) {
  next[threadIdx.x] = (threadIdx.x * 5 + 1) % blockDim.x;
}

__global__ void walk(const unsigned *next, unsigned *out) {
  unsigned at = 0, sum = 0;
  for (int k = 0; k < 100; k++) {
    sum += next[k % 64];
    at = next[at];
  }
  out[threadIdx.x] = sum + at;
}

// One thread waits for the others.
__global__ void waits(volatile unsigned *flag) {
  if (threadIdx.x == 0)
    while (*flag < 1) continue;
  if (threadIdx.x == 32) *flag = 1;
}

// A line that all blocks load, and one of each block's own.
__global__ void one_for_all(const float *table, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[threadIdx.x] + in[i];
}

// Of 64 sorted numbers the last that is not above a thread's own: each step needs what the one before it found.
__global__ void search(unsigned *out) {
  __shared__ unsigned sorted[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x) sorted[i] = i * i;
  __syncthreads();
  unsigned wanted = threadIdx.x * 97 % 32 * 100, at = 0;
  for (int step = 32; step > 0; step /= 2)
    if (sorted[at + step] <= wanted) at += step;
  out[threadIdx.x] = at;
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
  nest<<<1, THREADS>>>(in, out);
  frayed<<<1, THREADS>>>(in, out);
  neighbours<<<1, THREADS>>>(out);
  counts<<<1, THREADS>>>(count);
  tickets<<<1, THREADS>>>((unsigned *)out);
  tickets<<<1, THREADS>>>((unsigned *)out);
  sum_up<<<1, THREADS>>>(out);
  one_at_a_time<<<1, THREADS>>>(out);
  two_buffers<true><<<1, THREADS>>>(in, out);
  two_buffers<false><<<1, THREADS>>>(in, out);
  swaps<<<1, THREADS>>>((unsigned *)out);
  ring<<<1, 64>>>((unsigned *)in);
  walk<<<1, 32>>>((unsigned *)in, (unsigned *)out);
  walk<<<1, 1>>>((unsigned *)in, (unsigned *)out);
  cudaMemset(out, 0, 4);
  waits<<<1, 64>>>((unsigned *)out);
  one_for_all<<<140, 32>>>(in, in + N / 2, out);
  search<<<1, 32>>>((unsigned *)out);
  wandering<<<16, THREADS>>>((unsigned *)out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  return 0;
}
