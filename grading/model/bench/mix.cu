// Loops as programs have them, run by the device for the time and by the emulator for the basic blocks and requests: how many
// issue slots a counted basic block and a counted request stand for. "mix BLOCKS": so many blocks of each kernel.
#include "bench.cuh"

enum { THREADS = 256, TABLE = 1024 };

// Steps of the Collatz sequence: a loop with a branch, each lane with its own count.
__global__ void collatz(unsigned *out) {
  unsigned x = threadIdx.x + 27, steps = 0;
  for (; x != 1; steps++)
    if (x & 1)
      x = 3 * x + 1;
    else
      x /= 2;
  out[blockIdx.x * blockDim.x + threadIdx.x] = steps;
}

// The greatest common divisor by subtraction.
__global__ void divisor(unsigned *out, unsigned other) {
  unsigned a = threadIdx.x + 1, b = other;
  while (a != b)
    if (a > b)
      a -= b;
    else
      b -= a;
  out[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

// The sum of the numbers below n that a condition picks.
__global__ void picked(unsigned *out, int n, unsigned every) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    if ((threadIdx.x + i) % 8 < every) sum += i ^ threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A polynomial by Horner's rule: no branch but the loop's.
__global__ void horner(float *out, int n) {
  float x = threadIdx.x * 1e-3f, y = 0;
  for (int i = 0; i < n; i++) y = y * x + (float)i;
  out[blockIdx.x * blockDim.x + threadIdx.x] = y;
}

// Bisection in a sorted table that the first-level cache holds.
__global__ void bisect(const unsigned *table, unsigned *out, int times) {
  unsigned sum = 0;
  for (int i = 0; i < times; i++) {
    unsigned wanted = (threadIdx.x * 37 + i * 101) % (3 * TABLE), low = 0, high = TABLE;
    while (low < high) {
      unsigned middle = (low + high) / 2;
      if (table[middle] < wanted)
        low = middle + 1;
      else
        high = middle;
    }
    sum += low;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Sums of a small table's columns: a load and an addition a step.
__global__ void columns(const unsigned *table, unsigned *out, int times) {
  unsigned sum = 0;
  for (int i = 0; i < times; i++) sum += table[(i * 32 + threadIdx.x) % TABLE];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A row times a column, both in shared memory.
__global__ void row_by_column(float *out, int times) {
  __shared__ float a[16][16], b[16][16];
  int x = threadIdx.x % 16, y = threadIdx.x / 16;
  a[y][x] = (float)x;
  b[y][x] = (float)y;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < times; i++)
    for (int k = 0; k < 16; k++) sum += a[y][k] * b[k][(x + i) % 16];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Digits of a number, counted in shared memory, a column each thread.
__global__ void digits(unsigned *out, int times) {
  __shared__ unsigned count[10][THREADS];
  for (int d = 0; d < 10; d++) count[d][threadIdx.x] = 0;
  for (int i = 0; i < times; i++)
    for (unsigned v = threadIdx.x * 7919 + i; v; v /= 10) count[v % 10][threadIdx.x]++;
  out[blockIdx.x * blockDim.x + threadIdx.x] = count[1][threadIdx.x];
}

int main(int argc, char **argv) {
  int blocks = argc > 1 ? atoi(argv[1]) : 64 * processors();
  unsigned *table, *out, sorted[TABLE];
  for (int i = 0; i < TABLE; i++) sorted[i] = 3 * i;
  CHECK(cudaMalloc(&table, sizeof sorted));
  CHECK(cudaMalloc(&out, blocks * THREADS * sizeof *out));
  CHECK(cudaMemcpy(table, sorted, sizeof sorted, cudaMemcpyHostToDevice));
  say("collatz", seconds([&] { collatz<<<blocks, THREADS>>>(out); }) / blocks);
  say("divisor", seconds([&] { divisor<<<blocks, THREADS>>>(out, 97); }) / blocks);
  say("picked", seconds([&] { picked<<<blocks, THREADS>>>(out, 500, 3); }) / blocks);
  say("horner", seconds([&] { horner<<<blocks, THREADS>>>((float *)out, 1000); }) / blocks);
  say("bisect", seconds([&] { bisect<<<blocks, THREADS>>>(table, out, 80); }) / blocks);
  say("columns", seconds([&] { columns<<<blocks, THREADS>>>(table, out, 500); }) / blocks);
  say("row_by_column", seconds([&] { row_by_column<<<blocks, THREADS>>>((float *)out, 80); }) / blocks);
  say("digits", seconds([&] { digits<<<blocks, THREADS>>>(out, 80); }) / blocks);
  CHECK(cudaFree(table));
  CHECK(cudaFree(out));
  return 0;
}
