// Experiment: how long do the lanes of a warp wait for each other, for which samples, with which layout of counters?
//
//   build/bin/emucc labs/06_hist/experiments/contention.cu -o contention && ./contention
//   nvcc -arch=native -o contention labs/06_hist/experiments/contention.cu && ./contention
//
// On the emulator it prints the serial steps of an atomic instruction: the lanes that add to its busiest address, on
// average. 1: no lane waits; 32: all wait for one address. On a GPU it prints the milliseconds for 2^28 samples.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
static const int N = 1 << 16, BLOCKS = 4;
#else
static const int N = 1 << 28, BLOCKS = 264; // two blocks for each of an H200's multiprocessors
#endif

static const int PERIOD = 1 << 16, THREADS = 1024, BINS = 256; // the samples repeat after 2^16

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "contention: %s\n", cudaGetErrorString(error));
  exit(1);
}

// COPIES counters for each bin. BY_LANE: one for each lane or every few, in columns, so that a lane's are in banks of
// its own. BY_WARP: a whole histogram for each warp. LEADERS: the first lane of those that have the same bin adds for
// them all.
enum how { BY_LANE, BY_WARP, LEADERS };
template <int COPIES, enum how HOW> __global__ void count(const uint4 *in, unsigned *hist) {
  __shared__ unsigned counts[BINS * COPIES];
  const int first = HOW == BY_WARP ? threadIdx.x / 32 * BINS : threadIdx.x % COPIES;
  const int step = HOW == BY_WARP ? 1 : COPIES;
  for (int i = threadIdx.x; i < BINS * COPIES; i += THREADS) counts[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < N / 16; i += gridDim.x * THREADS) {
    uint4 v = in[i];
#pragma unroll
    for (int s = 0; s < 16; s++) {
      unsigned word = s < 4 ? v.x : s < 8 ? v.y : s < 12 ? v.z : v.w, x = word >> s % 4 * 8 & 0xff;
      unsigned peers = HOW == LEADERS ? __match_any_sync(0xffffffff, x) : 0;
      if (HOW != LEADERS)
        atomicAdd(&counts[first + x * step], 1);
      else if ((int)threadIdx.x % 32 == __ffs(peers) - 1)
        atomicAdd(&counts[x], __popc(peers));
    }
  }
  __syncthreads();
  if (threadIdx.x >= BINS) return;
  unsigned sum = 0;
  for (int c = 0; c < COPIES; c++)
    sum += counts[HOW == BY_WARP ? c * BINS + threadIdx.x : threadIdx.x * COPIES + c];
  if (sum > 0) atomicAdd(&hist[threadIdx.x], sum);
}

static unsigned *hist;

#ifdef __PMPP_EMU__
// The sums of the blocks, one step for each atomic instruction, are not what is asked for.
static double measure(void (*kernel)(const uint4 *, unsigned *), const uint4 *in) {
  kernel<<<BLOCKS, THREADS>>>(in, hist);
  check(cudaDeviceSynchronize());
  const struct emu_counters *c = &emu_report_get()->total;
  double sums = (double)c->v[EMU_global_atomic_requests];
  double steps = ((double)c->v[EMU_atomic_serial_steps] - sums) / (double)c->v[EMU_shared_atomic_requests];
  emu_report_reset();
  return steps;
}
#else
static double measure(void (*kernel)(const uint4 *, unsigned *), const uint4 *in) {
  cudaEvent_t begin, end;
  float best = 1e9f;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  for (int run = 0; run < 10; run++) {
    float ms;
    check(cudaEventRecord(begin));
    kernel<<<BLOCKS, THREADS>>>(in, hist);
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    check(cudaEventElapsedTime(&ms, begin, end));
    if (ms < best) best = ms;
  }
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  return best;
}
#endif

static uint4 *inputs[3]; // uniform, Zipf, one value

static void row(const char *name, void (*kernel)(const uint4 *, unsigned *)) {
  printf("%-24s", name);
  for (int k = 0; k < 3; k++) printf("%11.3f", measure(kernel, inputs[k]));
  printf("\n");
}

// Value v has weight 1 / (v + 1).
static int zipf(double chance) {
  double sum = 0;
  for (int v = 0; v < BINS; v++) sum += 1.0 / (v + 1);
  double so_far = 1 / sum;
  int v = 0;
  while (v < BINS - 1 && so_far < chance) so_far += 1 / (sum * (++v + 1));
  return v;
}

int main() {
  static unsigned char host[3][PERIOD];
  unsigned random = 1;
  for (int i = 0; i < PERIOD; i++) {
    random = random * 1664525 + 1013904223;
    host[0][i] = (unsigned char)(random >> 24);
    host[1][i] = (unsigned char)zipf((random >> 8) * 0x1p-24);
    host[2][i] = 77;
  }
  check(cudaMalloc(&hist, BINS * sizeof *hist));
  check(cudaMemset(hist, 0, BINS * sizeof *hist));
  for (int k = 0; k < 3; k++) {
    check(cudaMalloc(&inputs[k], N));
    for (int i = 0; i < N; i += PERIOD)
      check(cudaMemcpy((char *)inputs[k] + i, host[k], PERIOD, cudaMemcpyHostToDevice));
  }
  printf("%-24s%11s%11s%11s\n", "counters", "uniform", "Zipf", "one value");
  row("one copy", count<1, BY_LANE>);
  row("a copy for each warp", count<32, BY_WARP>);
  row("4 columns", count<4, BY_LANE>);
  row("8 columns", count<8, BY_LANE>);
  row("16 columns", count<16, BY_LANE>);
  row("32 columns", count<32, BY_LANE>);
  row("one copy, leaders add", count<1, LEADERS>);
  for (int k = 0; k < 3; k++) check(cudaFree(inputs[k]));
  check(cudaFree(hist));
}
