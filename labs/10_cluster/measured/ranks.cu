// What ranks of MPI say, each with a GPU of its own: a step of tasks 4 to 7, by the contract's functions. Started by itself it
// starts mpirun, with a rank for each GPU. Without Open MPI it says so, and without NCCL task 7 is left out.
//
//     nvcc -arch=native -O3 -std=c++17 -Icommon -Ilabs/10_cluster $(mpicc --showme:compile && echo -DPMPP_MPI) labs/10_cluster/measured/ranks.cu -lnccl $(mpicc --showme:link) -o ranks && ./ranks
#include <stdio.h>
#ifndef PMPP_MPI
int main() {
  printf("no Open MPI: nothing was measured\n");
}
#else
#define PMPP_REAL_NCCL
#include "../solution.cu"
#include <algorithm>
#include <string.h>
#include <unistd.h>
#include <vector>

// A call takes set-up and steps; two calls with a different number of steps say how long one takes.
enum { REPEATS = 5, FEW = 20, MANY = 120, MOST = CLUSTER_MOST_DEVICES };

#define MUST(call)                                                                                           \
  do {                                                                                                       \
    int error_ = (int)(call);                                                                                \
    if (error_) {                                                                                            \
      fprintf(stderr, "line %d: %s: error %d\n", __LINE__, #call, error_);                                   \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                          \
    }                                                                                                        \
  } while (0)

static int rank, ranks;

typedef int task(const int64_t *, int64_t, int, float *, float *, float *);

static int alone(const int64_t *rows, int64_t columns, int steps, float *a, float *b, float *residual) {
  struct slab_4 s = {MPI_PROC_NULL, MPI_PROC_NULL, rows[rank], (int)columns, {a, b}};
  if (!s.rows) return 0;
  MUST(cudaMalloc(&s.change, steps * sizeof(int)));
  MUST(cudaMemset(s.change, 0, steps * sizeof(int)));
  for (int k = 0; k < steps; k++)
    MUST(launch_4_mpi_staged(&s, s.room[k % 2], s.room[1 - k % 2], 1, s.rows, s.change + k, 0));
  MUST(cudaMemcpy(residual, s.change, steps * sizeof(float), cudaMemcpyDeviceToHost));
  return cudaFree(s.change);
}

// Task 7's steps with a communicator that stays: making one takes longer than the steps, and never as long as the last time.
static struct plan_7 plan;
static int nccl(const int64_t *rows, int64_t columns, int steps, float *a, float *b, float *residual) {
  struct slab_4 s = {};
  MUST(open_slab(&s, rows, columns, steps, a, b));
  MUST(steps_7_nccl(&s, steps, &plan));
  MUST(cudaMemcpyAsync(residual, s.change, steps * sizeof(float), cudaMemcpyDeviceToHost, plan.outer));
  MUST(cudaStreamSynchronize(plan.outer));
  MUST(cudaStreamSynchronize(plan.inner));
  return cudaFree(s.change);
}

static const struct {
  const char *name;
  task *f;
} tasks[] = {{"one kernel, 1 rank", alone},
             {"4_mpi_staged", cluster_4_mpi_staged},
             {"5_mpi_overlap", cluster_5_mpi_overlap},
             {"6_cuda_aware", cluster_6_cuda_aware},
             {"7_nccl", nccl}};
enum { TASKS = sizeof tasks / sizeof *tasks };

static double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

__global__ void fill(float *v, int64_t n, int64_t first) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) v[i] = (float)((uint32_t)((first + i) * 2654435761u) >> 8) / (1 << 24);
}

static double seconds_of(task *f, const int64_t *rows, int64_t columns, int steps, float *a, float *b) {
  float residual[MANY];
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  MUST(f(rows, columns, steps, a, b, residual));
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime() - begin;
}

static double step_of(task *f, const int64_t *rows, int64_t columns, float *a, float *b) {
  double few = seconds_of(f, rows, columns, FEW, a, b);
  return (seconds_of(f, rows, columns, MANY, a, b) - few) * 1e3 / (MANY - FEW);
}

// The first k ranks have all rows: 1 of them, or all. They take turns.
static void scaling(int64_t side, int64_t rows_in_all, const char *what) {
  int64_t one[MOST] = {side}, all[MOST];
  int64_t most = side;
  for (int r = 0; r < ranks; r++) {
    all[r] = cluster_part(rows_in_all, ranks, r + 1) - cluster_part(rows_in_all, ranks, r);
    most = std::max(most, all[r]);
  }
  float *room[2];
  for (int k = 0; k < 2; k++) {
    int64_t n = (most + 2) * side;
    MUST(cudaMalloc(&room[k], n * sizeof(float)));
    fill<<<blocks_for(n), BLOCK>>>(room[k], n, rank * n);
    MUST(cudaDeviceSynchronize());
  }
  std::vector<double> ms[TASKS];
  for (int r = -1; r < REPEATS; r++)
    for (int k = 0; k < TASKS; k++) {
      double t = step_of(tasks[k].f, k ? all : one, side, room[0], room[1]);
      if (r >= 0) ms[k].push_back(t);
    }
  double best = median(ms[0]), share = (double)rows_in_all / side / ranks;
  for (int k = 0; k < TASKS && rank == 0; k++)
    printf("ranks %d, %s, %lld x %lld in all: %-18s %.4f ms, efficiency %.3f\n", k ? ranks : 1, what,
           (long long)(k ? rows_in_all : side), (long long)side, tasks[k].name, median(ms[k]),
           k ? best * share / median(ms[k]) : 1.0);
  fflush(stdout);
  for (int k = 0; k < 2; k++) MUST(cudaFree(room[k]));
}

int main(int n, char **words) {
  int devices = 0, name_length;
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  if (!getenv("OMPI_COMM_WORLD_SIZE")) {
    char count[12];
    cudaGetDeviceCount(&devices);
    if (!devices) printf("no GPU: nothing was measured\n");
    if (!devices) return 0;
    snprintf(count, sizeof count, "%d", std::min(devices, (int)MOST));
    if (geteuid() == 0)
      setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1), setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    execlp("mpirun", "mpirun", "--bind-to", "none", "--mca", "plm", "isolated", "-n", count, words[0], NULL);
    perror("mpirun");
    return 1;
  }
  MPI_Init(&n, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MUST(cudaGetDeviceCount(&devices));
  MUST(cudaSetDevice(rank % devices));
  MPI_Get_library_version(library, &name_length);
  if (strchr(library, ',')) *strchr(library, ',') = 0;
  if (rank == 0)
    printf("%s, device pointers in MPI: %s; NCCL %d.%d.%d\n", library,
           MPIX_Query_cuda_support() ? "yes" : "no", NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH);
  MUST(open_7_nccl(&plan));
  scaling(8192, 8192, "strong");
  scaling(16384, 16384, "strong");
  if (ranks > 1) scaling(16384, (int64_t)16384 * ranks, "weak");
  close_7_nccl(&plan);
  MPI_Finalize();
}
#endif
