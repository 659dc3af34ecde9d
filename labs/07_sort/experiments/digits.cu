// Experiment: a tile of 6144 random keys is stored by the digits of one pass, as the keys come and sorted first. How
// many sectors does it touch?
//
//   build/bin/emucc labs/07_sort/experiments/digits.cu -o digits && ./digits
//
// The output has 16 tiles' worth of keys; this tile's keys of each digit go behind those of the tiles before it, as in
// a pass of a radix sort. Only places matter, so the keys are not even stored: their numbers are.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { THREADS = 256, TILE = 6144, TILES = 16 };

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "digits: %s\n", cudaGetErrorString(error));
  exit(1);
}

// out[place[k]] = k for all keys of the tile, side by side.
__global__ void scatter(const int *place, int *out) {
  for (int k = threadIdx.x; k < TILE; k += THREADS) out[place[k]] = k;
}

static double store_sectors(const int *place, int *device_place, int *out) {
  check(cudaMemcpy(device_place, place, TILE * sizeof *place, cudaMemcpyHostToDevice));
  scatter<<<1, THREADS>>>(device_place, out);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
  double sectors = emu_metric_value(&emu_report_get()->total, EMU_sectors_per_store);
  emu_report_reset();
  return sectors;
#else
  return 0;
#endif
}

static uint32_t key_of(uint32_t k) { // any hash will do
  k = (k ^ k >> 16) * 0x7feb352du;
  k = (k ^ k >> 15) * 0x846ca68bu;
  return k ^ k >> 16;
}

int main() {
  static int as_they_come[TILE], sorted[TILE];
  int *device_place, *out;
  check(cudaMalloc(&device_place, sizeof sorted));
  check(cudaMalloc(&out, TILES * sizeof sorted));
#ifndef __PMPP_EMU__
  printf("On a GPU this program counts nothing itself: run it under ncu.\n");
#endif
  printf("sectors a store, 32 keys; 4 is the least\n");
  printf("bits  digits  as they come  sorted first  keys a digit\n");
  for (int bits = 1; bits <= 8; bits++) {
    int digits = 1 << bits, count[256] = {0}, begin[257] = {0}, next[256];
    for (int k = 0; k < TILE; k++) count[key_of(k) % digits]++;
    for (int d = 0; d < digits; d++) begin[d + 1] = begin[d] + count[d];
    for (int d = 0; d < digits; d++) next[d] = 0;
    for (int k = 0; k < TILE; k++) {
      int d = key_of(k) % digits, in_tile = begin[d] + next[d]++;
      as_they_come[k] = TILES * begin[d] + 5 * count[d] + in_tile - begin[d];
      sorted[in_tile] = as_they_come[k];
    }
    double unsorted_sectors = store_sectors(as_they_come, device_place, out);
    printf("%4d %7d %13.1f %13.1f %13.1f\n", bits, digits, unsorted_sectors,
           store_sectors(sorted, device_place, out), (double)TILE / digits);
  }
  check(cudaFree(device_place));
  check(cudaFree(out));
}
