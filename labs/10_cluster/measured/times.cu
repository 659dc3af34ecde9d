// What one GPU says about tasks 1 and 4: copies and kernels alone and in chunks on streams, and a Jacobi step with its residual.
//
//     nvcc -arch=native -O3 -std=c++17 -Icommon -Ilabs/10_cluster labs/10_cluster/measured/times.cu -o times && ./times
#include "../solution.cu"
#include <algorithm>
#include <stdio.h>
#include <vector>

enum { REPEATS = 21, IN = 1, KERNEL = 2, OUT = 4 };

#define MUST(call)                                                                                           \
  do {                                                                                                       \
    cudaError_t error_ = (call);                                                                             \
    if (error_ != cudaSuccess) {                                                                             \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error_));                                \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

static double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

// ---- task 1 -----------------------------------------------------------------------------------------------

// Task 1's kernel, so many times over: copies are slow, and a kernel as long as they are shows more.
__global__ void map_again(float *v, int64_t n, int times) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  float x = v[i];
  for (int k = 0; k < times; k++) x = cluster_map(x);
  v[i] = x;
}

// The reference's calls, or some of them. Returns milliseconds.
static double chunks(const float *x, int64_t n, int64_t chunk, float *y, int parts, int times, int lanes,
                     const struct lane *lane) {
  cudaEvent_t begin, end, behind;
  float ms;
  MUST(cudaEventCreate(&begin));
  MUST(cudaEventCreate(&end));
  MUST(cudaEventCreate(&behind));
  MUST(cudaDeviceSynchronize());
  MUST(cudaEventRecord(begin, lane[0].stream));
  for (int k = 1; k < lanes; k++) MUST(cudaStreamWaitEvent(lane[k].stream, begin, 0));
  for (int64_t first = 0, k = 0; first < n; first += chunk, k++) {
    const struct lane *l = &lane[k % lanes];
    int64_t count = std::min(chunk, n - first);
    size_t bytes = count * sizeof(float);
    if (parts & IN) MUST(cudaMemcpyAsync(l->room, x + first, bytes, cudaMemcpyHostToDevice, l->stream));
    if (parts & KERNEL) map_again<<<blocks_for(count), BLOCK, 0, l->stream>>>(l->room, count, times);
    if (parts & OUT) MUST(cudaMemcpyAsync(y + first, l->room, bytes, cudaMemcpyDeviceToHost, l->stream));
  }
  for (int k = 1; k < lanes; k++) {
    MUST(cudaEventRecord(behind, lane[k].stream));
    MUST(cudaStreamWaitEvent(lane[0].stream, behind, 0));
  }
  MUST(cudaEventRecord(end, lane[0].stream));
  MUST(cudaDeviceSynchronize());
  MUST(cudaEventElapsedTime(&ms, begin, end));
  MUST(cudaEventDestroy(begin));
  MUST(cudaEventDestroy(end));
  MUST(cudaEventDestroy(behind));
  return ms;
}

// The four kinds of run take turns, so that a machine that drifts moves all of them.
static void overlap(const float *x, int64_t n, int64_t chunk, float *y, int times, int lanes,
                    const struct lane *lane) {
  static const int kinds[4] = {IN | OUT, KERNEL, IN | KERNEL | OUT, IN | KERNEL | OUT};
  std::vector<double> ms[4];
  for (int r = -2; r < REPEATS; r++)
    for (int k = 0; k < 4; k++) {
      double t = chunks(x, n, chunk, y, kinds[k], times, k == 3 ? 1 : lanes, lane);
      if (r >= 0) ms[k].push_back(t);
    }
  double copy = median(ms[0]), kernel = median(ms[1]), both = median(ms[2]), one = median(ms[3]);
  printf("overlap n=2^26 chunk=2^%d streams=%d times=%-4d copies %8.3f ms kernel %8.3f ms both %8.3f ms (one "
         "stream "
         "%8.3f) hidden %.3f of the shorter\n",
         (int)log2((double)chunk), lanes, times, copy, kernel, both, one,
         (copy + kernel - both) / std::min(copy, kernel));
}

static void measure_overlap() {
  enum { MOST_LANES = 4 };
  const int64_t n = 1 << 26;
  float *x, *y;
  MUST(cudaMallocHost(&x, n * sizeof(float)));
  MUST(cudaMallocHost(&y, n * sizeof(float)));
  for (int64_t i = 0; i < n; i++) x[i] = (float)(i % 2001 - 1000) / 1000;
  struct lane lane[MOST_LANES] = {};
  for (int k = 0; k < MOST_LANES; k++) MUST(open_lane(&lane[k], 1 << 23));
  static const int log_chunk[3] = {20, 21, 22};
  for (int c = 0; c < 3; c++)
    for (int lanes = 2; lanes <= MOST_LANES; lanes++) {
      overlap(x, n, 1 << log_chunk[c], y, 1, lanes, lane);
      overlap(x, n, 1 << log_chunk[c], y, 150, lanes, lane);
    }
  for (int64_t i = 0; i < n; i += 4099) {
    float want = x[i];
    for (int k = 0; k < 150; k++) want = cluster_map(want);
    if (want != y[i]) printf("WRONG at %lld: expected %g, got %g\n", (long long)i, want, y[i]);
  }
}

// ---- a step with its residual -----------------------------------------------------------------------------

// The greatest change of a block, once to the number of the step.
__device__ static void residual_of_block(float moved, int *change) {
  __shared__ float of_warp[32];
  for (int apart = 16; apart > 0; apart /= 2) moved = fmaxf(moved, __shfl_xor_sync(~0u, moved, apart));
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = moved;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  moved = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0;
  for (int apart = 16; apart > 0; apart /= 2) moved = fmaxf(moved, __shfl_xor_sync(~0u, moved, apart));
  if (threadIdx.x == 0) atomicMax(change, __float_as_int(moved));
}

// A thread has an element, and each warp tells its greatest change.
__global__ void jacobi_elements(const float *from, float *to, int64_t rows, int64_t columns, int *change) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  float moved = 0;
  if (k < rows * columns) {
    int64_t i = k / columns, j = k % columns;
    bool edge = j == 0 || j == columns - 1 || i == 0 || i == rows - 1;
    const float *at = from + columns + k;
    float old = *at, now = old;
    if (!edge) now = 0.25f * ((at[-columns] + at[columns]) + (at[-1] + at[1]));
    to[columns + k] = now;
    moved = fabsf(now - old);
  }
  for (int apart = 16; apart > 0; apart /= 2) moved = fmaxf(moved, __shfl_xor_sync(~0u, moved, apart));
  if (threadIdx.x % 32 == 0) atomicMax(change, __float_as_int(moved));
}

// A block has a piece of one row.
template <bool RESIDUAL>
__global__ void jacobi_rows(const float *from, float *to, int64_t rows, int64_t columns, unsigned pieces,
                            bool first, bool last, int *change) {
  int64_t i = blockIdx.x / pieces, j = (int64_t)(blockIdx.x % pieces) * blockDim.x + threadIdx.x;
  float moved = 0;
  if (j < columns) {
    const float *at = from + (i + 1) * columns + j;
    bool edge = j == 0 || j == columns - 1 || (first && i == 0) || (last && i == rows - 1);
    float old = *at, now = old;
    if (!edge) now = 0.25f * ((at[-columns] + at[columns]) + (at[-1] + at[1]));
    to[(i + 1) * columns + j] = now;
    moved = fabsf(now - old);
  }
  if (RESIDUAL) residual_of_block(moved, change);
}

// A thread has `STRIP` rows of a column, and loads all that it needs before it computes.
template <int STRIP, bool RESIDUAL>
__global__ void jacobi_strips(const float *from, float *to, int64_t rows, int64_t columns, bool first,
                              bool last, int *change) {
  int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, begin = (int64_t)blockIdx.y * STRIP;
  float moved = 0;
  if (j < columns) {
    const float *at = from + begin * columns + j;
    bool side = j == 0 || j == columns - 1;
    float v[STRIP + 2], left[STRIP], right[STRIP];
#pragma unroll
    for (int k = 0; k < STRIP + 2; k++) v[k] = begin + k < rows + 2 ? at[k * columns] : 0;
#pragma unroll
    for (int k = 0; k < STRIP; k++) {
      bool in = begin + k < rows && !side;
      left[k] = in ? at[(k + 1) * columns - 1] : 0;
      right[k] = in ? at[(k + 1) * columns + 1] : 0;
    }
#pragma unroll
    for (int k = 0; k < STRIP; k++) {
      bool edge = side || (first && begin + k == 0) || (last && begin + k == rows - 1);
      float now = edge ? v[k + 1] : 0.25f * ((v[k] + v[k + 2]) + (left[k] + right[k]));
      if (begin + k < rows) {
        to[(begin + k + 1) * columns + j] = now;
        moved = fmaxf(moved, fabsf(now - v[k + 1]));
      }
    }
  }
  if (RESIDUAL) residual_of_block(moved, change);
}

static int64_t side;
static float *a, *b;
static int *change;

static void step_of_elements(void) {
  jacobi_elements<<<blocks_for(side * side), BLOCK>>>(a, b, side, side, change);
}
static void step_of_4(void) {
  struct slab_4 whole = {MPI_PROC_NULL, MPI_PROC_NULL, side, (int)side};
  MUST(launch_4_mpi_staged(&whole, a, b, 1, side, change, 0));
}
template <int THREADS, bool RESIDUAL> static void step_in_rows(void) {
  unsigned pieces = (unsigned)((side + THREADS - 1) / THREADS);
  jacobi_rows<RESIDUAL><<<pieces *(unsigned)side, THREADS>>>(a, b, side, side, pieces, true, true, change);
}
template <int STRIP, int THREADS, bool RESIDUAL> static void step_in_strips(void) {
  dim3 grid((unsigned)((side + THREADS - 1) / THREADS), (unsigned)((side + STRIP - 1) / STRIP));
  jacobi_strips<STRIP, RESIDUAL><<<grid, THREADS>>>(a, b, side, side, true, true, change);
}
static void copy_of_it(void) {
  cudaMemcpyAsync(b, a, side * side * sizeof(float), cudaMemcpyDeviceToDevice, 0);
}

static double time_of(void (*f)(void)) {
  enum { BATCH = 10 };
  cudaEvent_t begin, end;
  float ms;
  MUST(cudaEventCreate(&begin));
  MUST(cudaEventCreate(&end));
  MUST(cudaEventRecord(begin));
  for (int k = 0; k < BATCH; k++) f();
  MUST(cudaEventRecord(end));
  MUST(cudaDeviceSynchronize());
  MUST(cudaEventElapsedTime(&ms, begin, end));
  MUST(cudaEventDestroy(begin));
  MUST(cudaEventDestroy(end));
  return ms / BATCH;
}

static void measure_steps(int64_t of_side) {
  static const struct kind {
    const char *name;
    void (*f)(void);
  } kinds[] = {{"copy", copy_of_it},
               {"elements, an atomic a warp", step_of_elements},
               {"task 4's kernel", step_of_4},
               {"rows, 128", step_in_rows<128, true>},
               {"rows, 256", step_in_rows<256, true>},
               {"rows, 512", step_in_rows<512, true>},
               {"rows, 1024", step_in_rows<1024, true>},
               {"rows, 256, no residual", step_in_rows<256, false>},
               {"strips of 4, 128", step_in_strips<4, 128, true>},
               {"strips of 4, 256", step_in_strips<4, 256, true>},
               {"strips of 4, 512", step_in_strips<4, 512, true>},
               {"strips of 8, 128", step_in_strips<8, 128, true>},
               {"strips of 8, 256", step_in_strips<8, 256, true>},
               {"strips of 8, 512", step_in_strips<8, 512, true>},
               {"strips of 16, 128", step_in_strips<16, 128, true>},
               {"strips of 16, 256", step_in_strips<16, 256, true>},
               {"strips of 8, 256, no residual", step_in_strips<8, 256, false>}};
  enum { KINDS = sizeof(kinds) / sizeof(struct kind) };
  side = of_side;
  size_t room = (side + 2) * side;
  MUST(cudaMalloc(&a, room * sizeof(float)));
  MUST(cudaMalloc(&b, room * sizeof(float)));
  MUST(cudaMalloc(&change, sizeof(int)));
  std::vector<float> random(room);
  uint32_t state = 1;
  for (float &f : random) f = (float)((state = state * 1664525u + 1013904223u) >> 8) / (1 << 24);
  MUST(cudaMemcpy(a, random.data(), room * sizeof(float), cudaMemcpyHostToDevice));
  std::vector<double> ms[KINDS];
  for (int r = -1; r < REPEATS; r++)
    for (int k = 0; k < KINDS; k++) {
      double t = time_of(kinds[k].f);
      if (r >= 0) ms[k].push_back(t);
    }
  double copy = median(ms[0]);
  for (int k = 0; k < KINDS; k++)
    printf("step %lld x %lld %-29s %.4f ms, %.0f GB/s, %.3f of a copy\n", (long long)side, (long long)side,
           kinds[k].name, median(ms[k]), 8e-6 * (double)(side * side) / median(ms[k]), copy / median(ms[k]));
  MUST(cudaFree(a));
  MUST(cudaFree(b));
  MUST(cudaFree(change));
}

int main() {
  cudaDeviceProp device;
  MUST(cudaGetDeviceProperties(&device, 0));
  printf("%s, %d copy engines\n", device.name, device.asyncEngineCount);
  measure_overlap();
  measure_steps(8192);
  measure_steps(16384);
  MUST(cudaDeviceSynchronize());
  return 0;
}
