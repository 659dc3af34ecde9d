// A rank of a job: a process that mpirun has started, with devices of its own. It makes the calls that the worker asks for.
#define _GNU_SOURCE
#include "emu/emu.h"
#include "worker/backend.h"
#include "worker/call.h"
#include "worker/job.h"
#include "worker/messages.h"
#include "worker/rank_self.h"
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

static MPI_Comm ours; // our messages never meet the submission's

const struct job_parts job_parts = {job_run, rank_main};

// ---- for a lab's calls.c ----

int pmpp_ranks_return(int result) {
  int of_rank[JOB_MOST_RANKS], there = 0;
  MPI_Request request;
  if (!this_rank.job) return result;
  requests_end();
  beside_mpi_end();
  rank_self()->result = result;
  atomic_store(&rank_self()->state, JOB_RETURNED);
  PMPI_Iallgather(&result, 1, MPI_INT, of_rank, 1, MPI_INT, ours, &request);
  for (unsigned looks = 0; PMPI_Test(&request, &there, MPI_STATUS_IGNORE), !there; looks++) rank_pause(looks);
  atomic_store(&rank_self()->state, JOB_RUNS);
  for (int r = 0; r < this_rank.of; r++)
    if (of_rank[r]) return of_rank[r];
  return 0;
}

void pmpp_ranks_gather(const void *own, const int *bytes, void *all) {
  int begin[JOB_MOST_RANKS] = {0};
  if (!this_rank.job) return;
  for (int r = 1; r < this_rank.of; r++) begin[r] = begin[r - 1] + bytes[r - 1];
  PMPI_Gatherv(own, bytes[this_rank.number], MPI_BYTE, all, bytes, begin, MPI_BYTE, 0, ours);
}

// ---- its course ----

static void on_abort(int signal) {
  (void)signal;
  rank_dies(NULL, "was ended by abort(), or by an assert that failed");
}

static void on_exit_called(void) {
  rank_dies(NULL, "called exit(), which a submission must not do");
}

static void start_rank(void) {
  emu_foreign_threads(); // MPI's, which wait in the system
  PMPI_Init(NULL, NULL);
  PMPI_Comm_rank(MPI_COMM_WORLD, &this_rank.number);
  PMPI_Comm_size(MPI_COMM_WORLD, &this_rank.of);
  PMPI_Comm_dup(MPI_COMM_WORLD, &ours);
  beside_mpi_start();
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  struct memory *m = &this_rank.memory;
  this_rank.job = job_of(m);
  m->rank = this_rank.number;
  m->report = &rank_self()->report;
  backend_start(rank_stops);
  signal(SIGABRT, on_abort);
  atexit(on_exit_called);
}

int rank_main(const char *path) {
  static struct pmpp_request request;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0 || worker_map(fd, &this_rank.memory)) {
    fprintf(stderr, "a rank is started by a worker, which names its memory file\n");
    return 99;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL); // with mpirun, which ends with the worker
  start_rank();
  for (;;) {
    struct job_rank *self = rank_self();
    while (sem_wait(&self->go)) continue;
    request = this_rank.job->request;
    if (backend_leak_repeats) // a rank cannot call again alone: the calls of ranks wait for each other
      request.check_leaks = PMPP_LEAKS_OF_NOTHING;
    atomic_store(&self->state, JOB_RUNS);
    call_run(&request, &this_rank.memory, &self->reply);
    rank_finish(JOB_DONE);
  }
}
