// Experiment: how long do the lanes of a warp wait for each other, for which samples, with which layout of counters?
//
//   build/bin/emucc labs/06_hist/experiments/contention.cu -o contention && ./contention
//
// Prints the serial steps of an atomic instruction: the lanes that add to its busiest address, on average. 1: no lane
// waits; 32: all wait for one address. Only the emulator counts them; on a GPU compare times.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

static const int N = 1 << 16, THREADS = 256, BLOCKS = 8, BINS = 256;

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "contention: %s\n", cudaGetErrorString(error));
  exit(1);
}

// Column `column` of `columns` of each bin's counters.
__global__ void count_in_columns(const unsigned char *in, int columns, int by_warp) {
  __shared__ unsigned counts[BINS * 32];
  int column = (by_warp ? threadIdx.x / 32 : threadIdx.x) % columns;
  for (int i = threadIdx.x; i < BINS * columns; i += THREADS) counts[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < N; i += BLOCKS * THREADS)
    atomicAdd(&counts[in[i] * columns + column], 1);
}

// One copy; the first lane of those that have the same bin adds for them all.
__global__ void count_by_leaders(const unsigned char *in) {
  __shared__ unsigned counts[BINS];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < N; i += BLOCKS * THREADS) {
    unsigned peers = __match_any_sync(0xffffffff, in[i]);
    if (threadIdx.x % 32 == __ffs(peers) - 1) atomicAdd(&counts[in[i]], __popc(peers));
  }
}

static void print_steps() {
#ifdef __PMPP_EMU__
  const struct emu_counters *c = &emu_report_get()->total;
  printf("%11.2f", (double)c->v[EMU_atomic_serial_steps] / (double)c->v[EMU_shared_atomic_requests]);
  emu_report_reset();
#else
  printf("   launched");
#endif
}

static unsigned char *inputs[3]; // uniform, Zipf, one value

static void row(const char *name, int columns, int by_warp) {
  printf("%-24s", name);
  for (int k = 0; k < 3; k++) {
    if (columns)
      count_in_columns<<<BLOCKS, THREADS>>>(inputs[k], columns, by_warp);
    else
      count_by_leaders<<<BLOCKS, THREADS>>>(inputs[k]);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    print_steps();
  }
  printf("\n");
}

// Value v + 1 of the Zipf input has weight 1 / (v + 1).
static int zipf(double chance) {
  double sum = 0, so_far = 0;
  for (int r = 1; r <= BINS; r++) sum += 1.0 / r;
  int v = 0;
  for (so_far = 1 / sum; v < BINS - 1 && so_far < chance; so_far += 1 / (sum * (v + 1))) v++;
  return v;
}

int main() {
  static unsigned char host[3][N];
  unsigned random = 1;
  for (int i = 0; i < N; i++) {
    random = random * 1664525 + 1013904223;
    host[0][i] = (unsigned char)(random >> 24);
    host[1][i] = (unsigned char)zipf((random >> 8) * 0x1p-24);
    host[2][i] = 77;
  }
  for (int k = 0; k < 3; k++) {
    check(cudaMalloc(&inputs[k], N));
    check(cudaMemcpy(inputs[k], host[k], N, cudaMemcpyHostToDevice));
  }
  printf("%-24s%11s%11s%11s\n", "counters", "uniform", "Zipf", "one value");
  row("one copy", 1, 0);
  row("a copy for each warp", THREADS / 32, 1);
  row("2 columns", 2, 0);
  row("4 columns", 4, 0);
  row("8 columns", 8, 0);
  row("16 columns", 16, 0);
  row("32 columns", 32, 0);
  row("one copy, leaders add", 0, 0);
  for (int k = 0; k < 3; k++) check(cudaFree(inputs[k]));
}
