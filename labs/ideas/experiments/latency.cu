// Experiment: how much must be in flight so that the memory is never idle (Little's law), and how many warps does that take?
//
//   build/bin/emucc labs/ideas/experiments/latency.cu -o latency && ./latency
//   ./latency 600                      # with a latency of 600 ns
//   EMU_DEVICE=h200 ./latency          # for another device
//
// The latency is an assumption, no measurement: give the program the one that you measured or read.
#include "../count.cuh"

enum { N = 16384, BLOCK = 256, WARP = 32 };

// Each thread issues LOADS loads that do not wait for each other, and only then uses what they bring.
template <typename T, int LOADS> __global__ void sum_of(const T *x, float *out) {
  const int t = blockIdx.x * BLOCK + threadIdx.x, threads = gridDim.x * BLOCK;
  T value[LOADS];
#pragma unroll
  for (int i = 0; i < LOADS; i++) value[i] = x[i * threads + t];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < LOADS; i++) sum += reinterpret_cast<const float *>(&value[i])[0];
  out[t] = sum;
}

template <typename T, int LOADS> static void run(double needed) {
  const int threads = N * (int)sizeof(float) / (int)sizeof(T) / LOADS;
  float *x = ones(N), *out = ones(threads);
  forget();
  sum_of<T, LOADS><<<threads / BLOCK, BLOCK>>>(reinterpret_cast<T *>(x), out);
  check(cudaDeviceSynchronize());
  double bytes = COUNTED(global_load_bytes) / threads;
  if (std::isnan(bytes)) bytes = (double)(LOADS * sizeof(T));
  const int most = attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / WARP;
  const double warps = std::ceil(needed / (bytes * WARP));
  printf("%2d of %2d bytes %20.0f %16.0f %15.1f %%%s\n", LOADS, (int)sizeof(T), bytes, warps,
         100 * warps / most, warps > most ? "  more than there are" : "");
  check(cudaFree(x));
  check(cudaFree(out));
}

int main(int argc, char **argv) {
  const double latency = argc > 1 ? atof(argv[1]) : 400;
  if (latency <= 0) {
    fprintf(stderr, "latency: expected a latency in ns, got '%s'\n", argv[1]);
    return 2;
  }
  const double bandwidth =
      2e3 * attribute(cudaDevAttrMemoryClockRate) * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8;
  const double flight = bandwidth * latency * 1e-9, each = flight / attribute(cudaDevAttrMultiProcessorCount);
  printf("%.0f GB/s x %.0f ns (assumed) = %.0f bytes in flight, %.0f for each of %d multiprocessors\n",
         bandwidth / 1e9, latency, flight, each, attribute(cudaDevAttrMultiProcessorCount));
  printf("loads a thread   bytes in flight     warps needed       occupancy\n");
  run<float, 1>(each);
  run<float, 2>(each);
  run<float, 4>(each);
  run<float, 8>(each);
  run<float4, 1>(each);
  run<float4, 2>(each);
  run<float4, 4>(each);
}
