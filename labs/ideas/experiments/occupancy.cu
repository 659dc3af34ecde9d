// Experiment: how many blocks of a kernel fit onto a multiprocessor, and which resource is the first that is used up?
//
//   build/bin/emucc labs/ideas/experiments/occupancy.cu -o occupancy && ./occupancy
//   ./occupancy 256 49152 40           # of your kernel: threads a block, bytes of shared memory, registers a thread
//   EMU_DEVICE=t4 ./occupancy          # on another device
#include "../count.cuh"

enum { WARP = 32, LIMITS = 4, SCHEDULERS = 4, REGISTERS_AT_ONCE = 256 };
static const char *const limit_names[LIMITS] = {"threads", "blocks", "shared", "registers"};

__global__ void kernel_of_few_registers(float *out) {
  extern __shared__ float s[];
  s[threadIdx.x % WARP] = 1;
  if (out) out[threadIdx.x] = s[threadIdx.x % WARP];
}

static int rounded_up(int n, int unit) {
  return (n + unit - 1) / unit * unit;
}

// How many blocks each resource has room for. Each of the four schedulers has a quarter of the registers, and a warp gets them
// in pieces of 256, so 8 a thread.
static void room(int threads, int shared, int registers, int fit[LIMITS]) {
  const int warps = rounded_up(threads, WARP) / WARP;
  const int a_warp = rounded_up(registers * WARP, REGISTERS_AT_ONCE);
  fit[0] = attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / (warps * WARP);
  fit[1] = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  const int a_block = shared + attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  fit[2] = a_block ? attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / a_block : fit[1];
  fit[3] = attribute(cudaDevAttrMaxRegistersPerMultiprocessor) / SCHEDULERS / a_warp * SCHEDULERS / warps;
}

// Prints a row. Returns the blocks that fit if only registers have no limit.
static int row(int threads, int shared, int registers) {
  int fit[LIMITS], least = 0;
  room(threads, shared, registers, fit);
  for (int i = 1; i < LIMITS; i++)
    if (fit[i] < fit[least]) least = i;
  const int resident = fit[least] * rounded_up(threads, WARP);
  printf("%7d %8d %9d |", threads, shared, registers);
  for (int i = 0; i < LIMITS; i++) printf(" %9d", fit[i]);
  printf(" | %6d %10.1f %%  %s\n", fit[least],
         100.0 * resident / attribute(cudaDevAttrMaxThreadsPerMultiProcessor), limit_names[least]);
  int others = fit[0] < fit[1] ? fit[0] : fit[1];
  return fit[2] < others ? fit[2] : others;
}

int main(int argc, char **argv) {
  static const int kernels[][3] = {{32, 0, 32},      {256, 0, 32},    {768, 0, 32},  {1024, 0, 32},
                                   {1024, 0, 40},    {256, 0, 64},    {256, 0, 128}, {256, 16384, 32},
                                   {256, 49152, 32}, {128, 24576, 64}};
  if (argc != 1 && argc != 4) {
    fprintf(stderr, "usage: occupancy [THREADS SHARED REGISTERS]\n");
    return 2;
  }
  printf(
      "threads   shared registers |   threads    blocks    shared registers | blocks    occupancy  limit\n");
  if (argc == 4) {
    const int threads = atoi(argv[1]), shared = atoi(argv[2]), registers = atoi(argv[3]);
    if (threads < 1 || threads > 1024 || shared < 0 || registers < 1 || registers > 255) {
      fprintf(stderr, "occupancy: expected 1 to 1024 threads, 0 bytes or more, 1 to 255 registers\n");
      return 2;
    }
    row(threads, shared, registers);
    return 0;
  }
  int agree = 0, rows = 0;
  for (const int *k : kernels) {
    int without_registers = row(k[0], k[1], k[2]), told;
    if (k[2] > 32) continue; // the runtime takes the kernel's own registers, which are few
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&told, kernel_of_few_registers, k[0], (size_t)k[1]));
    agree += told == without_registers;
    rows++;
  }
  printf("cudaOccupancyMaxActiveBlocksPerMultiprocessor says the same in %d of %d rows of 32 registers\n",
         agree, rows);
  return agree != rows;
}
