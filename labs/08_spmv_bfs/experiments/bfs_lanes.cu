// Experiment: 4096 vertices go through 65536 edges, a thread a vertex or a thread an edge. How many lanes are active?
//
//   build/bin/emucc labs/08_spmv_bfs/experiments/bfs_lanes.cu -o lanes && ./lanes
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { N = 4096, M = 16 * N, BLOCK = 256 };

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "bfs_lanes: %s\n", cudaGetErrorString(error));
  exit(1);
}

__global__ void thread_a_vertex(const int *row, const int *to, int *seen) {
  int v = blockIdx.x * BLOCK + threadIdx.x, last = 0;
  for (int e = row[v]; e < row[v + 1]; e++) last = to[e];
  seen[v] = last;
}

__global__ void thread_an_edge(const int *to, int *seen) {
  int e = blockIdx.x * BLOCK + threadIdx.x;
  seen[e] = to[e];
}

struct counts {
  double lanes, sectors;
};
static counts take() {
  counts c = {0, 0};
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
  c.lanes = 32 * emu_metric_value(&emu_report_get()->total, EMU_simt_efficiency);
  c.sectors = emu_metric_value(&emu_report_get()->total, EMU_sectors_per_load);
  emu_report_reset();
#endif
  return c;
}

static uint64_t state = 1;
static double uniform() {
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static int drawn(bool skewed) {
  int v = 0;
  for (int bit = N / 2; bit > 0; bit /= 2) v += uniform() < (skewed ? 0.76 : 0.5) ? 0 : bit;
  return v;
}

int main() {
#ifndef __PMPP_EMU__
  printf("On a GPU this program counts nothing itself: run it under ncu.\n");
#endif
  static int row[N + 1], to[M];
  int *device_row, *device_to, *seen;
  check(cudaMalloc(&device_row, sizeof row));
  check(cudaMalloc(&device_to, sizeof to));
  check(cudaMalloc(&seen, sizeof to));
  check(cudaMemset(device_to, 0, sizeof to));
  printf("                              a thread a vertex            a thread an edge\n");
  printf("degrees      largest   active lanes  sectors/load   active lanes  sectors/load\n");
  const char *name[] = {"16 for each", "uniform", "R-MAT", "one vertex"};
  for (int shape = 0; shape < 4; shape++) {
    int degree[N] = {0}, largest = 0;
    for (int e = 0; e < M; e++) degree[shape == 0 ? e / 16 : shape == 3 ? 0 : drawn(shape == 2)]++;
    for (int v = 0; v < N; v++) {
      row[v + 1] = row[v] + degree[v];
      if (degree[v] > largest) largest = degree[v];
    }
    check(cudaMemcpy(device_row, row, sizeof row, cudaMemcpyHostToDevice));
    thread_a_vertex<<<N / BLOCK, BLOCK>>>(device_row, device_to, seen);
    counts vertex = take();
    thread_an_edge<<<M / BLOCK, BLOCK>>>(device_to, seen);
    counts edge = take();
    printf("%-11s %8d %14.1f %13.1f %14.1f %13.1f\n", name[shape], largest, vertex.lanes, vertex.sectors,
           edge.lanes, edge.sectors);
  }
  check(cudaFree(device_row));
  check(cudaFree(device_to));
  check(cudaFree(seen));
}
