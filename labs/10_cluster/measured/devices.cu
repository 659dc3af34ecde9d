// What several GPUs of one process say: strong and weak scaling of a Jacobi step with its residual in each step, and the ring
// of task 8 beside ncclAllReduce. With one GPU it measures that one alone. Names of forms choose: `devices pushed nccl ring`.
//
//     nvcc -arch=native -O3 -std=c++17 -Icommon -Ilabs/10_cluster labs/10_cluster/measured/devices.cu -lnccl -o devices && ./devices
// -DWITHOUT_NCCL leaves out what needs NCCL; `devices check ...` compares the results and measures nothing.
#ifndef WITHOUT_NCCL
#define PMPP_REAL_NCCL
#endif
#include "../solution.cu"
#include "steps.cuh"
#include "rings.cuh"
#include <algorithm>
#include <chrono>
#include <string.h>

enum { REPEATS = 9 };

static double seconds(void) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

static void all_done(int devices) {
  for (int d = 0; d < devices; d++) {
    MUST(cudaSetDevice(d));
    MUST(cudaDeviceSynchronize());
  }
}

// Does each device reach the memory of all others? Without it the forms without NCCL are left out.
static bool permit(int devices) {
  bool all = true;
  for (int d = 0; d < devices; d++) {
    MUST(cudaSetDevice(d));
    for (int other = 0, can = 0; other < devices; other++) {
      if (other == d) continue;
      MUST(cudaDeviceCanAccessPeer(&can, d, other));
      if (can) MUST(enable_access(other));
      all &= can != 0;
    }
  }
  return all;
}

static void open_comms(int devices, ncclComm_t *comm) {
#ifndef WITHOUT_NCCL
  MUST(ncclCommInitAll(comm, devices, NULL));
#else
  memset(comm, 0, devices * sizeof *comm);
#endif
}
static void close_comm(ncclComm_t comm) {
#ifndef WITHOUT_NCCL
  if (comm) MUST(ncclCommDestroy(comm));
#endif
}

// ---- steps ------------------------------------------------------------------------------------------------

// An element of the grid depends on its place in it, so that every cut has the same ones.
__device__ static uint32_t scatter(uint64_t x) {
  x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
  return (uint32_t)(x >> 40);
}
__global__ void fill(float *v, int64_t n, int64_t first, int64_t all) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) v[i] = first + i >= 0 && first + i < all ? (float)scatter(first + i) / (1 << 24) : NAN;
}

static int64_t first_row(int64_t rows, int devices, int d) {
  return cluster_part(rows, devices, d);
}

// f NULL: no form, but one kernel a step on one device.
static void open_team(struct team *t, int devices, int64_t rows, int64_t columns, const struct form *f) {
  ncclComm_t comm[MOST] = {};
  *t = {};
  t->devices = devices;
  t->columns = columns;
  if (f && f->nccl) open_comms(devices, comm);
  for (int d = 0; d < devices; d++) {
    struct member *m = &t->member[d];
    int64_t first = first_row(rows, devices, d), own = first_row(rows, devices, d + 1) - first;
    int64_t elements = (own + 2) * columns;
    int least, most;
    m->slab = {d ? d - 1 : MPI_PROC_NULL, d + 1 < devices ? d + 1 : MPI_PROC_NULL, own, (int)columns};
    MUST(cudaSetDevice(d));
    for (int k = 0; k < 2; k++) {
      MUST(cudaMalloc(&m->slab.room[k], elements * sizeof(float)));
      fill<<<blocks_for(elements), BLOCK>>>(m->slab.room[k], elements, (first - 1) * columns, rows * columns);
      MUST(cudaGetLastError());
    }
    MUST(cudaMalloc(&m->slab.change, BATCH * sizeof(int)));
    MUST(cudaMalloc(&m->grid_change, BATCH * sizeof(int)));
    MUST(cudaMemset(m->slab.change, 0, BATCH * sizeof(int)));
    MUST(cudaMemset(m->grid_change, 0, BATCH * sizeof(int)));
    for (int k = 0; k < 2; k++) {
      MUST(cudaMalloc(&m->told[k], blocks_for(columns) * sizeof(unsigned)));
      MUST(cudaMemset(m->told[k], 0, blocks_for(columns) * sizeof(unsigned)));
    }
    MUST(cudaDeviceGetStreamPriorityRange(&least, &most));
    MUST(cudaStreamCreateWithPriority(&m->plan.outer, cudaStreamNonBlocking, f && f->urgent ? most : least));
    MUST(cudaStreamCreateWithPriority(&m->plan.inner, cudaStreamNonBlocking, least));
    MUST(cudaEventCreateWithFlags(&m->plan.boundary, cudaEventDisableTiming));
    MUST(cudaEventCreateWithFlags(&m->plan.interior, cudaEventDisableTiming));
    MUST(cudaEventCreateWithFlags(&m->pushed, cudaEventDisableTiming));
    m->plan.comm = comm[d];
  }
  all_done(devices);
}

static void close_team(struct team *t) {
  for (int d = 0; d < t->devices; d++) {
    struct member *m = &t->member[d];
    MUST(cudaSetDevice(d));
    close_comm(m->plan.comm);
    m->plan.comm = NULL;
    close_7_nccl(&m->plan);
    MUST(cudaEventDestroy(m->pushed));
    for (int k = 0; k < 2; k++) MUST(cudaFree(m->slab.room[k]));
    for (int k = 0; k < 2; k++) MUST(cudaFree(m->told[k]));
    MUST(cudaFree(m->slab.change));
    MUST(cudaFree(m->grid_change));
  }
}

// The grid after `steps` of its steps, and what each device says of the changes behind it.
static std::vector<float> result_of(struct team *t, void (*run)(struct team *, int), int steps,
                                    bool in_change) {
  std::vector<float> all;
  run(t, steps);
  all_done(t->devices);
  for (int part = 0; part < 2; part++)
    for (int d = 0; d < t->devices; d++) {
      const struct slab_4 *s = &t->member[d].slab;
      std::vector<float> own(part ? steps : s->rows * t->columns);
      const float *from = part ? (const float *)(in_change ? s->change : t->member[d].grid_change)
                               : s->room[steps % 2] + t->columns;
      MUST(cudaMemcpy(own.data(), from, own.size() * sizeof(float), cudaMemcpyDeviceToHost));
      all.insert(all.end(), own.begin(), own.end());
    }
  return all;
}

// Is it the grid of one device, bit by bit, and does each device know its changes?
static bool is_right(const struct form *f, int devices) {
  const int64_t rows = 1031, columns = 1025, n = rows * columns;
  const int steps = 9;
  struct team one, many;
  open_team(&one, 1, rows, columns, NULL);
  open_team(&many, devices, rows, columns, f);
  std::vector<float> want = result_of(&one, steps_alone, steps, true),
                     got = result_of(&many, f->run, steps, f->nccl);
  int64_t wrong = 0, first = -1;
  for (int64_t i = 0; i < (int64_t)got.size(); i++)
    if (memcmp(&got[i], &want[i < n ? i : n + (i - n) % steps], sizeof(float)) && !wrong++) first = i;
  if (wrong)
    printf("step %d devices, %s: WRONG: %lld differ, the first is %lld: expected %g, got %g\n", devices,
           f->name, (long long)wrong, (long long)first, want[first < n ? first : n + (first - n) % steps],
           got[first]);
  close_team(&many);
  close_team(&one);
  return !wrong;
}

static double time_of_steps(struct team *t, void (*run)(struct team *, int)) {
  for (int d = 0; d < t->devices; d++) {
    MUST(cudaSetDevice(d));
    MUST(cudaMemset(t->member[d].slab.change, 0, BATCH * sizeof(int)));
  }
  all_done(t->devices);
  double begin = seconds();
  run(t, BATCH);
  all_done(t->devices);
  return (seconds() - begin) * 1e3 / BATCH;
}

static double time_of_copy(const struct team *t) {
  enum { COPIES = 20 };
  const struct slab_4 *s = &t->member[0].slab;
  size_t bytes = s->rows * t->columns * sizeof(float);
  MUST(cudaSetDevice(0));
  MUST(cudaDeviceSynchronize());
  double begin = seconds();
  for (int k = 0; k < COPIES; k++)
    MUST(cudaMemcpyAsync(s->room[1 - k % 2], s->room[k % 2], bytes, cudaMemcpyDeviceToDevice,
                         t->member[0].plan.outer));
  MUST(cudaDeviceSynchronize());
  return (seconds() - begin) * 1e3 / COPIES;
}

// One device by one kernel a step, and 1, 2, 4, ... devices by the form, take turns.
static void scaling(const struct form *f, int there, int64_t side) {
  std::vector<double> copy, alone, ms[2][5];
  static struct team one, strong[5], weak[5];
  int sizes = 0;
  open_team(&one, 1, side, side, NULL);
  for (int devices = 1; devices <= there && devices <= MOST; devices *= 2, sizes++) {
    open_team(&strong[sizes], devices, side, side, f);
    if (devices > 1) open_team(&weak[sizes], devices, side * devices, side, f);
  }
  for (int r = -1; r < REPEATS; r++) {
    double c = time_of_copy(&one), a = time_of_steps(&one, steps_alone);
    if (r >= 0) copy.push_back(c), alone.push_back(a);
    for (int k = 0; k < sizes; k++)
      for (int w = 0; w < (k ? 2 : 1); w++) {
        double t = time_of_steps(w ? &weak[k] : &strong[k], f->run);
        if (r >= 0) ms[w][k].push_back(t);
      }
  }
  double best = median(alone);
  printf("step %-22s %5lld: copy %.4f ms; one kernel on 1 device %.4f ms, %.3f of a copy\n", f->name,
         (long long)side, median(copy), best, median(copy) / best);
  for (int k = 0; k < sizes; k++) {
    double s = median(ms[0][k]);
    printf("step %-22s %5lld: strong, %d devices %.4f ms, efficiency %.3f (of one kernel on one device)",
           f->name, (long long)side, 1 << k, s, best / (1 << k) / s);
    if (k) printf("; weak %.4f ms, efficiency %.3f", median(ms[1][k]), best / median(ms[1][k]));
    printf("\n");
    fflush(stdout);
  }
  for (int k = 0; k < sizes; k++) {
    close_team(&strong[k]);
    if (k) close_team(&weak[k]);
  }
  close_team(&one);
}

// ---- the ring ---------------------------------------------------------------------------------------------

__global__ void fill_whole(float *v, int64_t n, int device) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) v[i] = (float)(scatter(i * MOST + device) >> 6) - (1 << 17);
}

static void open_vectors(struct vectors *v, int devices, int64_t n) {
  *v = {};
  v->devices = devices;
  v->n = n;
  open_comms(devices, v->comm);
  for (int d = 0; d < devices; d++) {
    MUST(open_8_ring_all_reduce(&v->node[d], d));
    MUST(cudaMalloc(&v->vector[d], n * sizeof(float)));
    MUST(cudaMalloc(&v->scratch[d], cluster_ring_scratch(devices, n) * sizeof(float)));
    MUST(cudaStreamCreateWithFlags(&v->adds[d], cudaStreamNonBlocking));
    for (int p = 0; p < MOST_PIECES; p++) {
      MUST(cudaEventCreateWithFlags(&v->come[d][p], cudaEventDisableTiming));
      MUST(cudaEventCreateWithFlags(&v->own[d][p], cudaEventDisableTiming));
    }
    v->node[d].vector = v->vector[d];
    v->node[d].scratch = v->scratch[d];
  }
}

static void close_vectors(struct vectors *v) {
  for (int d = 0; d < v->devices; d++) {
    MUST(cudaSetDevice(d));
    close_comm(v->comm[d]);
    for (int p = 0; p < MOST_PIECES; p++) {
      MUST(cudaEventDestroy(v->come[d][p]));
      MUST(cudaEventDestroy(v->own[d][p]));
    }
    MUST(cudaStreamDestroy(v->adds[d]));
    MUST(cudaFree(v->vector[d]));
    MUST(cudaFree(v->scratch[d]));
    close_8_ring_all_reduce(&v->node[d]);
  }
}

static void refill(struct vectors *v) {
  for (int d = 0; d < v->devices; d++) {
    MUST(cudaSetDevice(d));
    fill_whole<<<blocks_for(v->n), BLOCK>>>(v->vector[d], v->n, d);
    MUST(cudaGetLastError());
  }
  all_done(v->devices);
}

static std::vector<float> sums_of(struct vectors *v, const struct ring_form *f) {
  std::vector<float> all;
  refill(v);
  v->pieces = f->pieces;
  f->run(v);
  for (int d = 0; d < v->devices; d++) {
    std::vector<float> own(v->n);
    MUST(cudaMemcpy(own.data(), v->vector[d], v->n * sizeof(float), cudaMemcpyDeviceToHost));
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

static float sum_of(int64_t i, int devices) { // fill_whole's numbers are whole, their sums exact
  float sum = 0;
  for (int d = 0; d < devices; d++) {
    uint64_t x = i * MOST + d;
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    sum += (float)((uint32_t)(x >> 40) >> 6) - (1 << 17);
  }
  return sum;
}

static void ring(int devices, int64_t n, bool check) {
  enum { FORMS = sizeof ring_forms / sizeof *ring_forms };
  struct vectors v;
  std::vector<double> ms[FORMS];
  open_vectors(&v, devices, n);
  for (int k = 0; k < FORMS; k++) {
    std::vector<float> got = sums_of(&v, &ring_forms[k]);
    int64_t wrong = 0;
    for (int64_t i = 0; i<(int64_t)got.size(); i += n> 1 << 20 ? 997 : 1)
      wrong += got[i] != sum_of(i % n, devices);
    if (wrong)
      printf("ring %d devices, n=%lld, %s: WRONG: %lld\n", devices, (long long)n, ring_forms[k].name,
             (long long)wrong);
  }
  if (check) {
    close_vectors(&v);
    return;
  }
  int turns = n > 1 << 22 ? 10 : 50; // a sum doubles in each of them
  for (int r = -1; r < REPEATS; r++) // they take turns
    for (int k = 0; k < FORMS; k++) {
      v.pieces = ring_forms[k].pieces;
      refill(&v);
      double begin = seconds();
      for (int i = 0; i < turns; i++) ring_forms[k].run(&v);
      if (r >= 0) ms[k].push_back((seconds() - begin) * 1e3 / turns);
    }
  double bytes = 2.0 * (devices - 1) / devices * (double)n * sizeof(float),
         of = median(ms[FORMS - 1]); // of each link
  for (int k = 0; k < FORMS; k++)
    printf("ring %d devices, %8.3f MiB: %-18s %.4f ms, bus bandwidth %5.1f GB/s, %.3f of the last one's\n",
           devices, n / 262144.0, ring_forms[k].name, median(ms[k]), bytes * 1e-6 / median(ms[k]),
           of / median(ms[k]));
  fflush(stdout);
  close_vectors(&v);
}

int main(int n_names, char **names) {
  int there;
  MUST(cudaGetDeviceCount(&there));
  bool check = n_names > 1 && !strcmp(names[1], "check");
  int first = check ? 2 : 1;
  auto wanted = [&](const char *name) {
    for (int k = first; k < n_names; k++)
      if (!strcmp(names[k], name)) return true;
    return n_names == first;
  };
  bool reached = permit(std::min(there, (int)MOST));
  if (!reached)
    printf("a device cannot reach another one's memory: forms without NCCL and the ring are left out\n");
  for (const struct form &f : forms) {
    if (!wanted(f.name) || (!reached && !f.nccl)) continue;
    bool right = true;
    for (int devices = 1; devices <= there && devices <= MOST; devices *= 2) right &= is_right(&f, devices);
    printf("step %s: %s\n", f.name, right ? "right" : "WRONG");
    if (!right || check) continue;
    scaling(&f, there, 8192);
    scaling(&f, there, 16384);
  }
  for (int devices = 2; devices <= there && devices <= MOST && reached && wanted("ring"); devices *= 2)
    for (int log2 = 14; log2 <= (check ? 16 : 26); log2 += 2) ring(devices, 1 << log2, check);
  if (there < 2) printf("one GPU: scaling and the ring need two or more\n");
  return 0;
}
