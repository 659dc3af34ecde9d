// Loads from constant memory: a request whose lanes want one word, one with two words, one with 32.
// prints: constant: ok
#include "check.h"
#include <emu/emu.h>

__constant__ float table[64];

__global__ void read(float *out, int step) {
  out[threadIdx.x] = table[threadIdx.x / 16 * step];
}

__global__ void read_each(float *out) {
  out[threadIdx.x] = table[threadIdx.x];
}

static void counted(long launch, uint64_t requests, uint64_t wavefronts) {
  const struct emu_counters *c = &emu_report_get()->total;
  expect("constant_load_requests", launch, c->v[EMU_constant_load_requests], requests);
  expect("constant_load_wavefronts", launch, c->v[EMU_constant_load_wavefronts], wavefronts);
  expect("global_load_requests", launch, c->v[EMU_global_load_requests], (uint64_t)0);
  emu_report_reset();
}

int main() {
  float h[64] = {1, 2, 3}, *out;
  CUDA(cudaMemcpyToSymbol(table, h, sizeof h));
  CUDA(cudaMalloc(&out, sizeof h));
  read<<<1, 64>>>(out, 0);
  counted(0, 2, 2);
  read<<<1, 32>>>(out, 3);
  counted(1, 1, 2);
  read_each<<<1, 64>>>(out);
  counted(2, 2, 64);
  CUDA(cudaFree(out));
  return finish("constant");
}
