// How far two parts of the device work at the same time: kernels that keep two of them equally busy, and each alone.
#include "bench.cuh"

enum { THREADS = 256, PER_THREAD = 16, TILE = THREADS * 4 };

// Reads 16 floats (LOADS), does `work` multiply-adds with each, in no block's phases.
template <bool LOADS> __global__ void stream(const float *in, float *out, int work) {
  float sum = 0, x = (float)threadIdx.x;
  size_t at = (size_t)blockIdx.x * THREADS * PER_THREAD + threadIdx.x;
  for (int i = 0; i < PER_THREAD; i++) {
    float v = LOADS ? in[at + i * THREADS] : x;
    for (int w = 0; w < work; w++) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(v) : "f"(x));
    sum += v;
  }
  if (sum == 1.5f) *out = sum;
}

// The same by a block in phases: a tile goes to shared memory, a barrier, the work, a barrier.
template <bool LOADS> __global__ void phases(const float *in, float *out, int work) {
  __shared__ float tile[TILE];
  float sum = 0, x = (float)threadIdx.x;
  size_t at = (size_t)blockIdx.x * THREADS * PER_THREAD + threadIdx.x;
  for (int i = 0; i < PER_THREAD; i += 4) {
    for (int k = 0; k < 4; k++) tile[k * THREADS + threadIdx.x] = LOADS ? in[at + (i + k) * THREADS] : x;
    __syncthreads();
    for (int k = 0; k < 4; k++) {
      float v = tile[k * THREADS + (threadIdx.x ^ 1)];
      for (int w = 0; w < work; w++) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(v) : "f"(x));
      sum += v;
    }
    __syncthreads();
  }
  if (sum == 1.5f) *out = sum;
}

// Loads from shared memory (LOADS) beside `work` multiply-adds each.
template <bool LOADS> __global__ void shared_and_work(float *out, int rounds, int work) {
  __shared__ float s[TILE];
  for (int k = 0; k < 4; k++) s[k * THREADS + threadIdx.x] = 0;
  __syncthreads();
  volatile float *v = s;
  float sum = 0, x = (float)threadIdx.x;
  for (int r = 0; r < rounds; r++) {
    float got = LOADS ? v[(r * 32 + threadIdx.x) % TILE] : x;
    for (int w = 0; w < work; w++) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(sum) : "f"(x));
    sum += got;
  }
  if (sum == 1.5f) *out = sum;
}

int main(int argc, char **argv) { // "overlap KIB": of another size, for the emulator
  float *in, *out;
  size_t bytes = argc > 1 ? (size_t)atoi(argv[1]) << 10 : (size_t)1 << 30;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, 4));
  CHECK(cudaMemset(in, 0, bytes));
  int blocks = (int)(bytes / 4 / (THREADS * PER_THREAD));
  for (int work = 0; work <= 64; work += work < 16 ? 8 : 16) {
    char name[64];
    snprintf(name, sizeof name, "stream_and_%d_s", work);
    say(name, seconds([&] { stream<true><<<blocks, THREADS>>>(in, out, work); }));
    snprintf(name, sizeof name, "stream_alone_%d_s", work);
    say(name, seconds([&] { stream<false><<<blocks, THREADS>>>(in, out, work); }));
    snprintf(name, sizeof name, "phases_and_%d_s", work);
    say(name, seconds([&] { phases<true><<<blocks, THREADS>>>(in, out, work); }));
    snprintf(name, sizeof name, "phases_alone_%d_s", work);
    say(name, seconds([&] { phases<false><<<blocks, THREADS>>>(in, out, work); }));
  }
  for (int work = 0; work <= 8; work += 2) {
    char name[64];
    int many = argc > 1 ? 2 : 64 * processors();
    snprintf(name, sizeof name, "shared_and_%d_s", work);
    say(name, seconds([&] { shared_and_work<true><<<many, THREADS>>>(out, 1000, work); }));
    snprintf(name, sizeof name, "shared_alone_%d_s", work);
    say(name, seconds([&] { shared_and_work<false><<<many, THREADS>>>(out, 1000, work); }));
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return 0;
}
