// Experiment: 65536 nonzeros in rows of several lengths, a thread a row or a warp a row. What does a nonzero cost?
//
//   build/bin/emucc labs/08_spmv_bfs/experiments/spmv_rows.cu -o rows && ./rows
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { NONZEROS = 65536, MOST_ROWS = NONZEROS, BLOCK = 256 };

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "spmv_rows: %s\n", cudaGetErrorString(error));
  exit(1);
}

__global__ void thread_a_row(const int *offset, int rows, const float *value, float *y) {
  int row = blockIdx.x * BLOCK + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = offset[row], end = offset[row + 1]; k < end; k++) sum += value[k];
  y[row] = sum;
}

__global__ void warp_a_row(const int *offset, int rows, const float *value, float *y) {
  int row = (blockIdx.x * BLOCK + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = offset[row] + lane, end = offset[row + 1]; k < end; k += 32) sum += value[k];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (lane == 0) y[row] = sum;
}

struct counts {
  double lanes, sectors; // for each nonzero: 32 times the loads of a warp, sectors
};
static counts take() {
  counts c = {0, 0};
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
  const emu_counters *total = &emu_report_get()->total;
  c.lanes = 32.0 * total->v[EMU_global_load_requests] / NONZEROS;
  c.sectors = (double)total->v[EMU_global_load_sectors] / NONZEROS;
  emu_report_reset();
#endif
  return c;
}

static uint64_t state = 1;
static uint64_t random_bits() {
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Row lengths as R-MAT draws them: each bit of a row's number is 0 with probability 0.76.
static int rmat_row(int rows) {
  int row = 0;
  for (int bit = rows / 2; bit > 0; bit /= 2) row += random_bits() % 100 < 76 ? 0 : bit;
  return row;
}

int main() {
#ifndef __PMPP_EMU__
  printf("On a GPU this program counts nothing itself: run it under ncu.\n");
#endif
  static int offset[MOST_ROWS + 1], length[MOST_ROWS];
  int *device_offset;
  float *value, *y;
  check(cudaMalloc(&device_offset, sizeof offset));
  check(cudaMalloc(&value, NONZEROS * sizeof *value));
  check(cudaMalloc(&y, MOST_ROWS * sizeof *y));
  check(cudaMemset(value, 0, NONZEROS * sizeof *value));
  printf("                              a thread a row           a warp a row     ELLPACK:\n");
  printf("rows                  longest  lanes  sectors         lanes  sectors      places\n");
  static const struct {
    const char *name;
    int rows;
  } shape[] = {{"65536 of 1", 65536}, {"8192 of 8", 8192},        {"2048 of 32", 2048},
               {"256 of 256", 256},   {"4096 as in R-MAT", 4096}, {"32768 of 1, 1 of 32768", 32769}};
  for (auto s : shape) {
    for (int r = 0; r < s.rows; r++) length[r] = s.rows == 4096 || s.rows == 32769 ? 0 : NONZEROS / s.rows;
    for (int k = 0; s.rows == 4096 && k < NONZEROS; k++) length[rmat_row(s.rows)]++;
    for (int r = 0; s.rows == 32769 && r < s.rows; r++) length[r] = r == 16384 ? 32768 : 1;
    int longest = 0;
    for (int r = 0; r < s.rows; r++) {
      offset[r + 1] = offset[r] + length[r];
      if (length[r] > longest) longest = length[r];
    }
    check(cudaMemcpy(device_offset, offset, (s.rows + 1) * sizeof *offset, cudaMemcpyHostToDevice));
    thread_a_row<<<(s.rows + BLOCK - 1) / BLOCK, BLOCK>>>(device_offset, s.rows, value, y);
    counts thread = take();
    warp_a_row<<<(s.rows + BLOCK / 32 - 1) / (BLOCK / 32), BLOCK>>>(device_offset, s.rows, value, y);
    counts warp = take();
    printf("%-22s %6d %6.1f %8.2f %13.1f %8.2f %11.1f\n", s.name, longest, thread.lanes, thread.sectors,
           warp.lanes, warp.sectors, (double)longest * s.rows / NONZEROS);
  }
  check(cudaFree(device_offset));
  check(cudaFree(value));
  check(cudaFree(y));
}
