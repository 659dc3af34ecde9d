// Experiment: the lanes of a warp take different paths of 16 loads each. How many load instructions does the warp execute?
//
//   build/bin/emucc labs/ideas/experiments/divergence.cu -o divergence && ./divergence
#include "../count.cuh"

enum { LOADS = 16, THREADS = 256, WARP = 32 };
enum rule { SAME, ODD_LANES, FOUR_WAYS, ODD_WARPS, ONE_LANE, LONGER_LOOPS };

// A path: some loads, of places that no other path reads.
template <int PATH> static __device__ float walk(const float *x, int lane, int loads) {
  float sum = 0;
  for (int i = 0; i < loads; i++) sum += x[(PATH * LOADS + i) * WARP + lane];
  return sum * (PATH + 1);
}

template <rule R> __global__ void branch(const float *x, float *out) {
  const int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  float sum = 0;
  if (R == SAME) sum = walk<0>(x, lane, LOADS);
  if (R == ODD_LANES) sum = lane % 2 ? walk<1>(x, lane, LOADS) : walk<0>(x, lane, LOADS);
  if (R == ODD_WARPS) sum = warp % 2 ? walk<1>(x, lane, LOADS) : walk<0>(x, lane, LOADS);
  if (R == ONE_LANE && lane == 0) sum = walk<0>(x, lane, LOADS);
  if (R == LONGER_LOOPS) sum = walk<0>(x, lane, lane % LOADS + 1);
  if (R == FOUR_WAYS) switch (lane % 4) {
    case 0:
      sum = walk<0>(x, lane, LOADS);
      break;
    case 1:
      sum = walk<1>(x, lane, LOADS);
      break;
    case 2:
      sum = walk<2>(x, lane, LOADS);
      break;
    default:
      sum = walk<3>(x, lane, LOADS);
    }
  out[t] = sum;
}

template <rule R> static void run(const char *name, const float *x, float *out) {
  forget();
  branch<R><<<1, THREADS>>>(x, out);
  check(cudaDeviceSynchronize());
  double requests = COUNTED(global_load_requests), lanes = COUNTED(global_load_bytes) / sizeof *x;
  printf("%-30s %12.0f %14.0f %17.1f\n", name, lanes, requests, lanes / requests);
}

int main() {
  float *x = ones(4 * LOADS * WARP), *out = ones(THREADS);
  printf("8 warps                          lane loads   instructions   lanes each\n");
  run<SAME>("all lanes the same path", x, out);
  run<ODD_WARPS>("if (warp % 2)", x, out);
  run<ODD_LANES>("if (lane % 2)", x, out);
  run<FOUR_WAYS>("switch (lane % 4)", x, out);
  run<ONE_LANE>("if (lane == 0)", x, out);
  run<LONGER_LOOPS>("loops of 1 to 16 turns", x, out);
  check(cudaFree(x));
  check(cudaFree(out));
}
