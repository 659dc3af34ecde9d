// Experiment: 32 lanes read a table of 64 words; how many different words do they ask for at a time?
//
//   build/bin/emucc labs/03_conv/experiments/broadcast.cu -o broadcast && ./broadcast
//
// Lane l reads word l / group. In constant memory each different word is a wavefront of its own; in shared
// memory 32 words in 32 banks are one; in global memory the sectors count.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

__constant__ float in_constant[64];

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "broadcast: %s\n", cudaGetErrorString(error));
  exit(1);
}

__global__ void read(const float *in_global, int group, float *out) {
  __shared__ float in_shared[64];
  int lane = threadIdx.x;
  in_shared[lane] = in_shared[lane + 32] = 1;
  __syncwarp();
  out[lane] = in_constant[lane / group] + in_shared[lane / group] + in_global[lane / group];
}

static void print_counts(int group) {
  printf("%15d", 32 / group);
#ifdef __PMPP_EMU__
  const struct emu_counters *c = &emu_report_get()->total;
  printf(" %12d %10d %9d", (int)c->v[EMU_constant_load_wavefronts], (int)c->v[EMU_shared_load_wavefronts],
         (int)c->v[EMU_global_load_sectors]);
  emu_report_reset();
#endif
  printf("\n");
}

int main() {
  float ones[64], *in_global, *out;
  for (float &x : ones) x = 1;
  check(cudaMemcpyToSymbol(in_constant, ones, sizeof ones));
  check(cudaMalloc(&in_global, sizeof ones));
  check(cudaMalloc(&out, 32 * sizeof(float)));
  check(cudaMemcpy(in_global, ones, sizeof ones, cudaMemcpyHostToDevice));
  printf("different words     constant     shared    global\n"
         "                  wavefronts wavefronts   sectors\n");
  for (int group = 32; group >= 1; group /= 2) {
    read<<<1, 32>>>(in_global, group, out);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    print_counts(group);
  }
  check(cudaFree(in_global));
  check(cudaFree(out));
}
