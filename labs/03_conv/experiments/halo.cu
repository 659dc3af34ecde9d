// Experiment: what a halo costs. Tiles of T x T pixels and a halo of r; 4 x 4 tiles inside a larger picture.
//
//   build/bin/emucc labs/03_conv/experiments/halo.cu -o halo && ./halo
//
// The emulator counts; nothing here is a time. A pixel has 4 bytes: 4.00 would be no halo at all.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

static const int TILES = 4, MOST_TILE = 64, MOST_RADIUS = 7, MOST_SIDE = MOST_TILE + 2 * MOST_RADIUS;

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "halo: %s\n", cudaGetErrorString(error));
  exit(1);
}

// Each block loads its tile and halo, row by row, and stores one number: only the loads matter here.
__global__ void load_tile(const float *in, int pitch, int tile, int radius, float *out) {
  __shared__ float s[MOST_SIDE * MOST_SIDE];
  int side = tile + 2 * radius;
  const float *corner = in + blockIdx.y * tile * pitch + blockIdx.x * tile;
  for (int i = threadIdx.x; i < side * side; i += blockDim.x) s[i] = corner[i / side * pitch + i % side];
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.y * gridDim.x + blockIdx.x] = s[side * side - 1];
}

static void print_counts(int tile, int radius) {
  double ratio = (double)(tile + 2 * radius) / tile;
  printf("%6d %6d %15.2f", tile, radius, 4 * ratio * ratio);
#ifdef __PMPP_EMU__
  const struct emu_counters *c = &emu_report_get()->total;
  double pixels = (double)TILES * TILES * tile * tile;
  printf(" %11.2f %10.2f %9.2f", c->v[EMU_global_load_bytes] / pixels,
         (c->v[EMU_global_bytes_touched] - 4.0 * TILES * TILES) / pixels,
         32 * c->v[EMU_global_load_sectors] / pixels);
  emu_report_reset();
#endif
  printf("\n");
}

int main() {
  float *in, *out;
  const int pitch = TILES * MOST_TILE + 2 * MOST_RADIUS;
  check(cudaMalloc(&in, pitch * pitch * sizeof(float)));
  check(cudaMalloc(&out, TILES * TILES * sizeof(float)));
  check(cudaMemset(in, 0, pitch * pitch * sizeof(float)));
  printf("  tile radius  4 (T+2r)^2/T^2   requested   distinct   sectors\n");
  for (int tile = 8; tile <= MOST_TILE; tile *= 2)
    for (int radius = 1; radius <= MOST_RADIUS; radius += 3) {
      load_tile<<<dim3(TILES, TILES), 256>>>(in, pitch, tile, radius, out);
      check(cudaGetLastError());
      check(cudaDeviceSynchronize());
      print_counts(tile, radius);
    }
  check(cudaFree(in));
  check(cudaFree(out));
}
