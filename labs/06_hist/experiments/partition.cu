// Experiment: which samples does a thread take? The same 2^16 bytes of a picture, dealt out in three ways.
//
//   build/bin/emucc labs/06_hist/experiments/partition.cu -o partition && ./partition
//
// Prints load requests, sectors a request, and shared atomics where a run of equal samples is added once. On a GPU
// let Nsight Compute count requests and sectors: l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum and
// l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

static const int N = 1 << 16, THREADS = 256, BLOCKS = 4, EACH = N / (BLOCKS * THREADS);

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "partition: %s\n", cudaGetErrorString(error));
  exit(1);
}

struct run { // of equal samples, not added yet
  unsigned value, length;
  __device__ void add(unsigned sample, unsigned *counts) {
    if (length && sample != value) {
      atomicAdd(&counts[value], length);
      length = 0;
    }
    value = sample;
    length++;
  }
};

enum way { INTERLEAVED, CONTIGUOUS, VECTORS };

__global__ void count(const unsigned char *in, enum way way) {
  __shared__ unsigned counts[256];
  int thread = blockIdx.x * THREADS + threadIdx.x;
  struct run r = {0, 0};
  counts[threadIdx.x] = 0;
  __syncthreads();
  if (way == INTERLEAVED)
    for (int k = 0; k < EACH; k++) r.add(in[k * BLOCKS * THREADS + thread], counts);
  if (way == CONTIGUOUS)
    for (int k = 0; k < EACH; k++) r.add(in[thread * EACH + k], counts);
  if (way == VECTORS)
    for (int k = 0; k < EACH / 16; k++) {
      uint4 v = ((const uint4 *)in)[k * BLOCKS * THREADS + thread];
      unsigned word[4] = {v.x, v.y, v.z, v.w};
      for (int s = 0; s < 16; s++) r.add(word[s / 4] >> s % 4 * 8 & 0xff, counts);
    }
  atomicAdd(&counts[r.value], r.length);
}

static void row(const char *name, const unsigned char *in, enum way way) {
  count<<<BLOCKS, THREADS>>>(in, way);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
  const struct emu_counters *c = &emu_report_get()->total;
  printf("%-34s%10.0f%18.2f%17.0f\n", name, (double)c->v[EMU_global_load_requests],
         emu_metric_value(c, EMU_sectors_per_load), (double)c->v[EMU_shared_atomics]);
  emu_report_reset();
#else
  printf("%-34s  launched\n", name);
#endif
}

int main() {
  static unsigned char host[N];
  for (int i = 0; i < N; i++)
    host[i] = (unsigned char)(i % 256 / 9 + i / 4096); // rows of 256, steps 9 pixels wide
  unsigned char *in;
  check(cudaMalloc(&in, N));
  check(cudaMemcpy(in, host, N, cudaMemcpyHostToDevice));
  printf("%-34s%10s%18s%17s\n", "a thread's samples", "requests", "sectors/request", "shared atomics");
  row("interleaved: a grid apart", in, INTERLEAVED);
  row("contiguous: side by side", in, CONTIGUOUS);
  row("16 at a time, vectors a grid apart", in, VECTORS);
  check(cudaFree(in));
}
