// A job of ranks as on a device: what its ranks do right and wrong. Messages have to name the lines with a mark behind them.
#include "worker/ranks.h"
#include "worker/worker.h"
#include <cuda_runtime_api.h>
#include <stdlib.h>

static int left(void) {
  return (pmpp_rank() + pmpp_ranks() - 1) % pmpp_ranks();
}
static int right(void) {
  return (pmpp_rank() + 1) % pmpp_ranks();
}

// Each rank adds 1 to its share of the elements, and all know how many have done so; a number goes around the ring meanwhile.
int job_right(const int *in, int *out, int64_t n) {
  int share = (int)n / pmpp_ranks(), bytes[8], sum = 0, one = 1, token = pmpp_rank(), come = -1;
  int *own = malloc((size_t)(share + 1) * sizeof *own);
  MPI_Request request[2];
  MPI_Irecv(&come, 1, MPI_INT, left(), 7, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(&token, 1, MPI_INT, right(), 7, MPI_COMM_WORLD, &request[1]);
  for (int i = 0; i < share; i++) own[i] = in[pmpp_rank() * share + i] + 1;
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int r = 0; r < pmpp_ranks(); r++) bytes[r] = share * (int)sizeof *own;
  int error = pmpp_ranks_return(sum == pmpp_ranks() && come == left() ? 0 : cudaErrorUnknown);
  pmpp_ranks_gather(own, bytes, out);
  free(own);
  return error;
}

int job_receives(const int *in, int *out, int64_t n) {
  int come;
  (void)in, (void)out, (void)n;
  MPI_Recv(&come, 1, MPI_INT, right(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // receives
  return pmpp_ranks_return(0);
}

int job_early(const int *in, int *out, int64_t n) {
  (void)in, (void)out, (void)n;
  if (pmpp_rank() != 1) MPI_Barrier(MPI_COMM_WORLD); // early
  return pmpp_ranks_return(0);
}

int job_exits(const int *in, int *out, int64_t n) {
  (void)in, (void)out, (void)n;
  if (pmpp_rank() == 1) exit(3); // exits
  MPI_Barrier(MPI_COMM_WORLD);
  return pmpp_ranks_return(0);
}

int job_faults(const int *in, int *out, int64_t n) {
  volatile int *nowhere = NULL;
  (void)in, (void)out, (void)n;
  if (pmpp_rank() == 1) *nowhere = 1; // faults
  MPI_Barrier(MPI_COMM_WORLD);
  return pmpp_ranks_return(0);
}

int job_device(const int *in, int *out, int64_t n) {
  int *device, come;
  (void)in, (void)out, (void)n;
  cudaMalloc((void **)&device, sizeof *device);
  if (pmpp_rank() == 0) MPI_Send(device, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // device
  if (pmpp_rank() == 1) MPI_Recv(&come, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return pmpp_ranks_return(0);
}

#define RUN(name)                                                                                            \
  static int run_##name(const struct pmpp_io *io) {                                                          \
    return job_##name(io->arg[0], io->arg[1], io->param[0]);                                                 \
  }
RUN(right)
RUN(receives)
RUN(early)
RUN(exits)
RUN(faults)
RUN(device)

#define ROW(name) PMPP_CALL(#name, job_##name, run_##name)
const struct pmpp_call pmpp_calls[] = {ROW(right), ROW(receives), ROW(early),
                                       ROW(exits), ROW(faults),   ROW(device)};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof *pmpp_calls;
