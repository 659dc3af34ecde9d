// Experiment: 8 warps share 256 steps evenly, or unevenly, and meet at a barrier. How long do they wait for the busiest one?
//
//   build/bin/emucc labs/ideas/experiments/waiting.cu -o waiting && ./waiting
#include "../count.cuh"

enum { WARP = 32, WARPS = 8, STEPS = 256 };
enum share { EVEN, RISING, ONE_WARP };

static __host__ __device__ int steps_of(share s, int warp) {
  if (s == EVEN) return STEPS / WARPS;
  if (s == ONE_WARP) return warp == 0 ? STEPS : 0;
  return STEPS / WARPS / 2 + warp * STEPS / WARPS / (WARPS - 1) + (warp == WARPS - 1 ? 3 : 0);
}

// A step is a load by a whole warp.
__global__ void work(const float *x, float *out, share s) {
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  float sum = 0;
  for (int i = 0; i < steps_of(s, warp); i++) sum += x[i * WARP + lane];
  __syncthreads(); // here the block waits for its busiest warp
  out[threadIdx.x] = sum;
}

static void run(const char *name, share s, const float *x, float *out) {
  forget();
  work<<<1, WARPS * WARP>>>(x, out, s);
  check(cudaDeviceSynchronize());
  int all = 0, most = 0;
  for (int w = 0; w < WARPS; w++) {
    all += steps_of(s, w);
    most = steps_of(s, w) > most ? steps_of(s, w) : most;
  }
  printf("%-22s %6.0f %14d %14.1f %% %16.1f\n", name, COUNTED(global_load_requests), most,
         100.0 * (WARPS * most - all) / (WARPS * most), COUNTED(warp_balance));
}

int main() {
  float *x = ones(STEPS * WARP), *out = ones(WARPS * WARP);
  printf("a block of 8 warps      loads   busiest warp     lost waiting   warp balance\n");
  run("32 steps each", EVEN, x, out);
  run("16 to 51 steps", RISING, x, out);
  run("one warp does all", ONE_WARP, x, out);
  check(cudaFree(x));
  check(cudaFree(out));
}
