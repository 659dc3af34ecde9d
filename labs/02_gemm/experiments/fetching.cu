// Experiment: 32 threads copy a tile of 32 x 32 floats to shared memory. Which thread copies which elements?
//
//   build/bin/emucc labs/02_gemm/experiments/fetching.cu -o fetching && ./fetching
#include <cstdio>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { SIDE = 32, N = 256 };
enum who { A_RUN_EACH, NEIGHBOURS, NEIGHBOURS_OF_FOUR };

// A tile of a matrix with rows of N floats. Element e of the tile lies in row e / 32, column e % 32.
template <who W> __global__ void fetch(const float *in, float *out) {
  __shared__ float s[SIDE * SIDE];
  const int t = threadIdx.x;
  if (W == NEIGHBOURS_OF_FOUR) {
    for (int i = 0; i < SIDE / 4; i++) {
      const int e = 4 * (i * SIDE + t);
      *(float4 *)&s[e] = *(const float4 *)&in[e / SIDE * N + e % SIDE];
    }
  } else {
    for (int i = 0; i < SIDE; i++) {
      const int e = W == A_RUN_EACH ? t * SIDE + i : i * SIDE + t;
      s[e] = in[e / SIDE * N + e % SIDE];
    }
  }
  __syncthreads();
  for (int i = 0; i < SIDE; i++) out[i * SIDE + t] = s[i * SIDE + t];
}

template <who W> static void run(const char *name, const float *in, float *out) {
  static float tile[SIDE * SIDE];
  fetch<W><<<1, SIDE>>>(in, out);
  cudaError_t error = cudaMemcpy(tile, out, sizeof tile, cudaMemcpyDeviceToHost);
  for (int e = 0; e < SIDE * SIDE; e++)
    if (tile[e] != (float)(e / SIDE * N + e % SIDE)) printf("element %d is wrong\n", e);
#ifdef __PMPP_EMU__
  const uint64_t *v = emu_report_get()->total.v;
  printf("%-34s %8d %9d %20d\n", name, (int)v[EMU_global_load_requests], (int)v[EMU_global_load_sectors],
         (int)v[EMU_shared_store_wavefronts]);
  emu_report_reset();
#else
  printf("%-34s %s\n", name, cudaGetErrorString(error));
#endif
  (void)error;
}

int main() {
  static float host[N * SIDE];
  float *in, *out;
  for (int i = 0; i < N * SIDE; i++) host[i] = (float)i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, SIDE * SIDE * sizeof *out);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  printf("a tile of 32 x 32                     loads   sectors   wavefronts to store\n");
  run<A_RUN_EACH>("thread t: its own run of 32", in, out);
  run<NEIGHBOURS>("thread t: element 32 i + t", in, out);
  run<NEIGHBOURS_OF_FOUR>("thread t: four, from 128 i + 4 t", in, out);
  cudaFree(in);
  cudaFree(out);
}
