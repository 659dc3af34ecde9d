// What the experiments here share: errors, and the emulator's counts.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

// COUNTED(global_load_requests): counted since the last forget(), of one counter or metric. A GPU counts for ncu alone: NAN.
#ifdef __PMPP_EMU__
#define COUNTED(name) emu_metric_value(&emu_report_get()->total, EMU_##name)
static inline void forget() {
  emu_report_reset();
}
#else
#define COUNTED(name) ((double)NAN)
static inline void forget() {}
#endif

static inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s\n", cudaGetErrorString(error));
  exit(1);
}

// Memory for n floats on the device, each of them 1.
static inline float *ones(int n) {
  float *host = (float *)malloc(n * sizeof *host), *device;
  for (int i = 0; i < n; i++) host[i] = 1;
  check(cudaMalloc(&device, n * sizeof *device));
  check(cudaMemcpy(device, host, n * sizeof *device, cudaMemcpyHostToDevice));
  free(host);
  return device;
}

static inline int attribute(cudaDeviceAttr what) {
  int value;
  check(cudaDeviceGetAttribute(&value, what, 0));
  return value;
}
