// Experiment: the threads of a warp load elements `stride` apart. How many sectors does one request touch?
//
//   build/bin/emucc labs/01_vecadd/experiments/stride.cu -o stride && ./stride
//
// The emulator counts. On a GPU, compile the same file with nvcc and let Nsight Compute count:
//
//   nvcc -o stride labs/01_vecadd/experiments/stride.cu
//   METRIC=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
//   ncu --metrics $METRIC,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum ./stride
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

static const int THREADS = 1024, MAX_STRIDE = 64;

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "stride: %s\n", cudaGetErrorString(error));
  exit(1);
}

// Thread i loads element i * stride; the store keeps the load alive and is always coalesced.
template <typename T> __global__ void load_strided(const T *x, T *out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = x[i * stride];
}

// Sectors a request, and what share of the bytes in those sectors the threads asked for.
static void print_counts(int stride) {
#ifdef __PMPP_EMU__
  const struct emu_counters *c = &emu_report_get()->total;
  printf("%8d %14.0f %11.1f %%\n", stride, emu_metric_value(c, EMU_sectors_per_load),
         100 * emu_metric_value(c, EMU_load_efficiency));
  emu_report_reset();
#else
  printf("%8d   launched\n", stride);
#endif
}

template <typename T> static void run(const char *type) {
  T *x, *out;
  check(cudaMalloc(&x, THREADS * MAX_STRIDE * sizeof(T)));
  check(cudaMalloc(&out, THREADS * sizeof(T)));
  check(cudaMemset(x, 0, THREADS * MAX_STRIDE * sizeof(T)));
  printf("%s, %d byte%s\n  stride  sectors/load   efficiency\n", type, (int)sizeof(T),
         sizeof(T) > 1 ? "s" : "");
  for (int stride = 1; stride <= MAX_STRIDE; stride *= 2) {
    load_strided<<<THREADS / 256, 256>>>(x, out, stride);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    print_counts(stride);
  }
  check(cudaFree(x));
  check(cudaFree(out));
}

int main() {
#ifndef __PMPP_EMU__
  printf("On a GPU this program counts nothing itself: run it under ncu (see its first lines).\n");
#endif
  run<unsigned char>("unsigned char");
  run<float>("float");
  run<double>("double");
}
