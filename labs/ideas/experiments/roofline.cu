// Experiment: is a kernel bound by the memory or by the lanes? The device's own numbers and a kernel's counts decide.
//
//   build/bin/emucc labs/ideas/experiments/roofline.cu -o roofline && ./roofline
//   EMU_DEVICE=t4 ./roofline           # on another device; with nvcc, on your own
#include "../count.cuh"

enum { N = 4096, BLOCK = 256 };

// One multiply-add, 12 bytes.
__global__ void axpy(const float *x, float *y) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  y[i] += 2 * x[i];
}

// DEGREE multiply-adds, 8 bytes.
template <int DEGREE> __global__ void polynomial(const float *x, float *y) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  float value = 1, at = x[i];
  for (int k = 0; k < DEGREE; k++) value = value * at + 1;
  y[i] = value;
}

// The fp32 lanes of a multiprocessor, by compute capability: the "arithmetic instructions" table of the programming guide.
static int lanes() {
  const int capability =
      10 * attribute(cudaDevAttrComputeCapabilityMajor) + attribute(cudaDevAttrComputeCapabilityMinor);
  return capability == 70 || capability == 75 || capability == 80 ? 64 : 128;
}

// Bytes: what the kernel asks for; on a GPU, where only ncu counts, what its source says.
template <typename K>
static void run(const char *name, K k, int operations, int bytes, double peak, double bandwidth) {
  float *x = ones(N), *y = ones(N);
  forget();
  k<<<N / BLOCK, BLOCK>>>(x, y);
  check(cudaDeviceSynchronize());
  const double counted = COUNTED(global_bytes), moved = std::isnan(counted) ? (double)bytes * N : counted;
  const double intensity = (double)operations * N / moved;
  const double roof = intensity * bandwidth < peak ? intensity * bandwidth : peak;
  printf("%-22s %10d %11.1f %10.2f %10.0f %8.1f %%  %s\n", name, operations, moved / N, intensity, roof / 1e9,
         100 * roof / peak, roof < peak ? "memory" : "lanes");
  check(cudaFree(x));
  check(cudaFree(y));
}

int main() {
  const double peak =
      2e3 * attribute(cudaDevAttrClockRate) * attribute(cudaDevAttrMultiProcessorCount) * lanes();
  const double bandwidth =
      2e3 * attribute(cudaDevAttrMemoryClockRate) * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8;
  printf("%d multiprocessors x %d lanes x 2 x %.2f GHz = %.1f TFLOP/s; %d bits x 2 x %.2f GHz = %.0f GB/s\n",
         attribute(cudaDevAttrMultiProcessorCount), lanes(), attribute(cudaDevAttrClockRate) / 1e6,
         peak / 1e12, attribute(cudaDevAttrGlobalMemoryBusWidth), attribute(cudaDevAttrMemoryClockRate) / 1e6,
         bandwidth / 1e9);
  printf("ridge point: %.1f operations for each byte\n\n", peak / bandwidth);
  printf("for each element       operations       bytes  intensity    GFLOP/s     of peak  the roof is\n");
  run("y += a x", axpy, 2, 12, peak, bandwidth);
  run("polynomial, degree 8", polynomial<8>, 16, 8, peak, bandwidth);
  run("polynomial, degree 32", polynomial<32>, 64, 8, peak, bandwidth);
  run("polynomial, degree 64", polynomial<64>, 128, 8, peak, bandwidth);
  run("polynomial, degree 128", polynomial<128>, 256, 8, peak, bandwidth);
}
