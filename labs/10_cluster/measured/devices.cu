// What several GPUs of one process say: strong and weak scaling of a Jacobi step with its residual in each step, and the ring
// of task 8 beside ncclAllReduce. With one GPU it measures that one alone.
//
//     nvcc -arch=native -O3 -std=c++17 -Icommon -Ilabs/10_cluster labs/10_cluster/measured/devices.cu -lnccl -o devices && ./devices
#define PMPP_REAL_NCCL
#include "../solution.cu"
#include <algorithm>
#include <chrono>
#include <stdio.h>
#include <vector>

enum { REPEATS = 9, STEPS = 200, MOST = CLUSTER_MOST_DEVICES };

#define MUST(call)                                                                                           \
  do {                                                                                                       \
    int error_ = (int)(call);                                                                                \
    if (error_) {                                                                                            \
      fprintf(stderr, "line %d: %s: error %d\n", __LINE__, #call, error_);                                   \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

static int devices; // in use: 0 to devices - 1
static ncclComm_t comm[MOST];

static double seconds(void) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

static void all_done(void) {
  for (int d = 0; d < devices; d++) {
    MUST(cudaSetDevice(d));
    MUST(cudaDeviceSynchronize());
  }
}

// ---- the step, as task 7 does it --------------------------------------------------------------------------

static struct part {
  struct slab_4 slab;
  struct plan_7 plan;
} part[MOST];

static void open_part(int d, int64_t rows, int columns) {
  struct part *p = &part[d];
  *p = {};
  p->slab = {d ? d - 1 : MPI_PROC_NULL, d + 1 < devices ? d + 1 : MPI_PROC_NULL, rows, columns};
  size_t bytes = (rows + 2) * columns * sizeof(float);
  MUST(cudaSetDevice(d));
  std::vector<float> random((rows + 2) * columns);
  uint32_t state = d + 1;
  for (float &f : random) f = (float)((state = state * 1664525u + 1013904223u) >> 8) / (1 << 24);
  for (int k = 0; k < 2; k++) {
    MUST(cudaMalloc(&p->slab.room[k], bytes));
    MUST(cudaMemcpy(p->slab.room[k], random.data(), bytes, cudaMemcpyHostToDevice));
  }
  MUST(cudaMalloc(&p->slab.change, sizeof(int)));
  MUST(cudaMemset(p->slab.change, 0, sizeof(int)));
  MUST(cudaStreamCreateWithFlags(&p->plan.outer, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&p->plan.inner, cudaStreamNonBlocking));
  MUST(cudaEventCreateWithFlags(&p->plan.boundary, cudaEventDisableTiming));
  MUST(cudaEventCreateWithFlags(&p->plan.interior, cudaEventDisableTiming));
  p->plan.comm = comm[d];
}

static void close_part(int d) {
  struct part *p = &part[d];
  MUST(cudaSetDevice(d));
  p->plan.comm = NULL; // it stays
  close_7_nccl(&p->plan);
  for (int k = 0; k < 2; k++) MUST(cudaFree(p->slab.room[k]));
  MUST(cudaFree(p->slab.change));
}

// One thread asks for the work of all devices: so the calls of NCCL of a step are one group for all of them.
static void step(int s) {
  for (int turn = 0; turn < 2; turn++) { // the exchange; the residual of the step before
    MUST(ncclGroupStart());
    for (int d = 0; d < devices; d++) {
      struct part *p = &part[d];
      MUST(cudaSetDevice(d));
      if (turn == 0) {
        MUST(exchange_7_nccl(&p->slab, p->slab.room[s % 2], &p->plan));
        MUST(cudaStreamWaitEvent(p->plan.outer, p->plan.interior, 0));
      } else {
        MUST(ncclAllReduce(p->slab.change, p->slab.change, 1, ncclInt, ncclMax, comm[d], p->plan.outer));
      }
    }
    MUST(ncclGroupEnd());
  }
  for (int d = 0; d < devices; d++) {
    struct part *p = &part[d];
    float *from = p->slab.room[s % 2], *to = p->slab.room[1 - s % 2];
    MUST(cudaSetDevice(d));
    MUST(interior_5_mpi_overlap(&p->slab, from, to, p->slab.change, p->plan.inner));
    MUST(cudaEventRecord(p->plan.interior, p->plan.inner));
    MUST(boundary_5_mpi_overlap(&p->slab, from, to, p->slab.change, p->plan.outer));
    MUST(cudaEventRecord(p->plan.boundary, p->plan.outer));
    MUST(cudaStreamWaitEvent(p->plan.inner, p->plan.boundary, 0));
  }
}

// Milliseconds of a step of rows x columns elements in all.
static double time_of_step(int64_t rows, int columns) {
  std::vector<double> ms;
  for (int d = 0; d < devices; d++)
    open_part(d, cluster_part(rows, devices, d + 1) - cluster_part(rows, devices, d), columns);
  all_done();
  for (int r = -1; r < REPEATS; r++) {
    double begin = seconds();
    for (int s = 0; s < STEPS; s++) step(s);
    all_done();
    if (r >= 0) ms.push_back((seconds() - begin) * 1e3 / STEPS);
  }
  for (int d = 0; d < devices; d++) close_part(d);
  return median(ms);
}

// ---- the ring ---------------------------------------------------------------------------------------------

static void ring(int64_t n) {
  float *vector[MOST], *scratch[MOST];
  struct node_8 node[MOST] = {};
  struct ring_8 r = {devices, n, (n + devices - 1) / devices, node};
  for (int d = 0; d < devices; d++) {
    MUST(open_8_ring_all_reduce(&node[d], d));
    MUST(cudaMalloc(&vector[d], n * sizeof(float)));
    MUST(cudaMalloc(&scratch[d], cluster_ring_scratch(devices, n) * sizeof(float)));
    MUST(cudaMemset(vector[d], 0, n * sizeof(float)));
    node[d].vector = vector[d];
    node[d].scratch = scratch[d];
  }
  link_8_ring_all_reduce(devices, enable_access);
  all_done();
  std::vector<double> ms[2];
  for (int k = -2; k < REPEATS; k++) { // they take turns
    double begin = seconds();
    MUST(reduce_8_ring_all_reduce(&r));
    MUST(gather_8_ring_all_reduce(&r));
    all_done();
    double between = seconds();
    MUST(ncclGroupStart());
    for (int d = 0; d < devices; d++)
      MUST(ncclAllReduce(vector[d], vector[d], n, ncclFloat, ncclSum, comm[d], node[d].stream));
    MUST(ncclGroupEnd());
    all_done();
    if (k >= 0) ms[0].push_back((between - begin) * 1e3), ms[1].push_back((seconds() - between) * 1e3);
  }
  double bytes = 2.0 * (devices - 1) / devices * (double)n * sizeof(float); // that each link carries
  for (int k = 0; k < 2; k++)
    printf("ring %d devices, %lld MiB: %-14s %.3f ms, bus bandwidth %.0f GB/s\n", devices,
           (long long)(n >> 18), k ? "ncclAllReduce" : "task 8", median(ms[k]), bytes * 1e-6 / median(ms[k]));
  for (int d = 0; d < devices; d++) {
    MUST(cudaSetDevice(d));
    MUST(cudaFree(vector[d]));
    MUST(cudaFree(scratch[d]));
    close_8_ring_all_reduce(&node[d]);
  }
  link_8_ring_all_reduce(devices, cudaDeviceDisablePeerAccess);
}

int main() {
  static const int sides[] = {8192, 16384};
  int there;
  double alone[2];
  MUST(cudaGetDeviceCount(&there));
  for (devices = 1; devices <= there && devices <= MOST; devices *= 2) {
    MUST(ncclCommInitAll(comm, devices, NULL));
    for (int k = 0; k < 2; k++) {
      double strong = time_of_step(sides[k], sides[k]);
      if (devices == 1) alone[k] = strong;
      printf("step %d devices, strong, %d x %d in all: %.4f ms, efficiency %.3f\n", devices, sides[k],
             sides[k], strong, alone[k] / devices / strong);
    }
    double weak = time_of_step((int64_t)sides[1] * devices, sides[1]);
    printf("step %d devices, weak, %d x %d each: %.4f ms, efficiency %.3f\n", devices, sides[1], sides[1],
           weak, alone[1] / weak);
    if (devices > 1) ring(1 << 26);
    for (int d = 0; d < devices; d++) MUST(ncclCommDestroy(comm[d]));
  }
  if (there < 2) printf("one GPU: scaling and the ring need two or more\n");
  return 0;
}
