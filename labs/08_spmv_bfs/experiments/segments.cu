// Experiment: 16384 nonzeros in rows of 1 to 31. How many atomic additions do columns, coordinates and segments cost?
//
//   build/bin/emucc labs/08_spmv_bfs/experiments/segments.cu -o segments && ./segments
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { ROWS = 1024, COLUMNS = 1024, NONZEROS = 16384, BLOCK = 256 };

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "segments: %s\n", cudaGetErrorString(error));
  exit(1);
}

// CSC: a thread has a column. It reads x once, and each of its nonzeros belongs to another y.
__global__ void by_columns(const int *offset, const int *row, const float *value, const float *x, float *y) {
  const int column = blockIdx.x * BLOCK + threadIdx.x;
  const float factor = x[column];
  for (int k = offset[column]; k < offset[column + 1]; k++) atomicAdd(&y[row[k]], value[k] * factor);
}

// Coordinates: a thread has a nonzero.
__global__ void by_coordinates(const int *row, const int *column, const float *value, const float *x,
                               float *y) {
  const int k = blockIdx.x * BLOCK + threadIdx.x;
  atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

// The same, sorted by rows. A warp scans its 32 products; a sum goes no further than its row. The last lane of each row adds.
__global__ void by_segments(const int *row, const int *column, const float *value, const float *x, float *y) {
  const int k = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32, mine = row[k];
  float sum = value[k] * x[column[k]];
  for (int d = 1; d < 32; d *= 2) {
    const float left = __shfl_up_sync(0xffffffff, sum, d);
    const int whose = __shfl_up_sync(0xffffffff, mine, d);
    if (lane >= d && whose == mine) sum += left;
  }
  const int next = __shfl_down_sync(0xffffffff, mine, 1);
  if (lane == 31 || next != mine) atomicAdd(&y[mine], sum);
}

static void *to_device(const void *from, size_t bytes) {
  void *to;
  check(cudaMalloc(&to, bytes));
  check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
  return to;
}

// y must be the sum of the row's columns; prints what was counted and clears y.
static void done(const char *name, float *y, const float *expected) {
  static float got[ROWS];
  check(cudaMemcpy(got, y, sizeof got, cudaMemcpyDeviceToHost));
  for (int r = 0; r < ROWS; r++)
    if (got[r] != expected[r]) printf("row %d is wrong\n", r);
#ifdef __PMPP_EMU__
  const uint64_t *v = emu_report_get()->total.v;
  printf("%-28s %11d %14d %10d\n", name, (int)v[EMU_global_atomics], (int)v[EMU_atomic_serial_steps],
         (int)v[EMU_warp_exchanges]);
  emu_report_reset();
#else
  printf("%-28s launched\n", name);
#endif
  check(cudaMemset(y, 0, sizeof got));
}

int main() {
  static int row[NONZEROS], column[NONZEROS], row_of[NONZEROS], offset[COLUMNS + 1];
  static float value[NONZEROS], x[COLUMNS], expected[ROWS];
  int n = 0;
  for (int r = 0; r < ROWS;
       r++) { // rows of 1 and 31, of 2 and 30, ..., moved by 8, so that few begin with a warp
    const int more = r == 0          ? 8
                     : r == ROWS - 1 ? -8
                                     : 0,
              length = more + (r % 2 ? 31 - r / 2 % 31 : 1 + r / 2 % 31);
    for (int k = 0; k < length; k++, n++) {
      row[n] = r;
      column[n] = (r * 37 + k * 29) % COLUMNS;
    }
  }
  if (n != NONZEROS) return 1;
  for (int c = 0; c < COLUMNS; c++) x[c] = (float)(c % 8);
  for (int k = 0; k < n; k++) {
    value[k] = 1;
    expected[row[k]] += x[column[k]];
    offset[column[k] + 1]++;
  }
  for (int c = 0; c < COLUMNS; c++) offset[c + 1] += offset[c];
  static int place[COLUMNS];
  for (int k = 0; k < n; k++) row_of[offset[column[k]] + place[column[k]]++] = row[k];

  int *d_row = (int *)to_device(row, sizeof row), *d_column = (int *)to_device(column, sizeof column);
  int *d_row_of = (int *)to_device(row_of, sizeof row_of),
      *d_offset = (int *)to_device(offset, sizeof offset);
  float *d_value = (float *)to_device(value, sizeof value), *d_x = (float *)to_device(x, sizeof x), *y;
  check(cudaMalloc(&y, sizeof expected));
  check(cudaMemset(y, 0, sizeof expected));
  printf("                               atomics   serial steps  exchanges\n");
  by_columns<<<COLUMNS / BLOCK, BLOCK>>>(d_offset, d_row_of, d_value, d_x, y);
  done("CSC, a thread a column", y, expected);
  by_coordinates<<<NONZEROS / BLOCK, BLOCK>>>(d_row, d_column, d_value, d_x, y);
  done("COO, a thread a nonzero", y, expected);
  by_segments<<<NONZEROS / BLOCK, BLOCK>>>(d_row, d_column, d_value, d_x, y);
  done("COO, a segmented scan", y, expected);
  void *all[] = {d_row, d_column, d_row_of, d_offset, d_value, d_x, y};
  for (void *one : all) check(cudaFree(one));
}
