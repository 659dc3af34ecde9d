// A rank of a job: a process that mpirun has started, with devices of its own. It makes the calls that the worker asks for.
#define _GNU_SOURCE
#include "emu/emu.h"
#include "worker/backend.h"
#include "worker/call.h"
#include "worker/job.h"
#include "worker/messages.h"
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct memory m;
static struct job *job;
static int rank, ranks = 1;
static MPI_Comm ours; // our messages never meet the submission's

const struct job_parts job_parts = {job_run, rank_main};

struct job *rank_job(void) {
  return job;
}

struct job_rank *rank_self(void) {
  return job ? &job->rank[rank] : NULL;
}

void rank_pause(unsigned looks) {
  enum { SOON = 20, LATER = 200 };
  if (looks < SOON) {
    syscall(SYS_sched_yield); // the emulator's own looks after the program's threads
    return;
  }
  atomic_fetch_add(&rank_self()->looks, 1);
  usleep(looks < LATER ? 100 : 500);
}

// ---- for a lab's calls.c ----

int pmpp_rank(void) {
  return rank;
}

int pmpp_ranks(void) {
  return ranks;
}

int pmpp_ranks_return(int result) {
  int of_rank[JOB_MOST_RANKS], there = 0;
  MPI_Request request;
  if (!job) return result;
  requests_end();
  beside_mpi_end();
  rank_self()->result = result;
  atomic_store(&rank_self()->state, JOB_RETURNED);
  PMPI_Iallgather(&result, 1, MPI_INT, of_rank, 1, MPI_INT, ours, &request);
  for (unsigned looks = 0; PMPI_Test(&request, &there, MPI_STATUS_IGNORE), !there; looks++) rank_pause(looks);
  atomic_store(&rank_self()->state, JOB_RUNS);
  for (int r = 0; r < ranks; r++)
    if (of_rank[r]) return of_rank[r];
  return 0;
}

void pmpp_ranks_gather(const void *own, const int *bytes, void *all) {
  int begin[JOB_MOST_RANKS] = {0};
  if (!job) return;
  for (int r = 1; r < ranks; r++) begin[r] = begin[r - 1] + bytes[r - 1];
  PMPI_Gatherv(own, bytes[rank], MPI_BYTE, all, bytes, begin, MPI_BYTE, 0, ours);
}

// ---- ends ----

static void finish(enum job_state state) {
  atomic_store(&rank_self()->state, state);
  sem_post(&job->done);
}

// The worker ends the job. Would this process end by itself, mpirun would speak first.
static _Noreturn void stay(void) {
  for (;;) pause();
}

void rank_stops(void) {
  struct pmpp_reply *reply = &rank_self()->reply;
  backend_report(&m);
  reply->status = PMPP_STATUS_CUDA_ERROR;
  snprintf(reply->error, sizeof reply->error, "the host code was stopped: see the hazard");
  finish(JOB_ENDED);
  stay();
}

void rank_dies(const void *caller, const char *why, ...) {
  struct pmpp_reply *reply = &rank_self()->reply;
  struct emu_place at;
  char words[120];
  va_list arguments;
  va_start(arguments, why);
  vsnprintf(words, sizeof words, why, arguments);
  va_end(arguments);
  emu_place_of(caller, &at);
  const char *slash = strrchr(at.file, '/');
  int n = snprintf(reply->error, sizeof reply->error, "rank %d %.100s", rank, words);
  if (at.line)
    snprintf(reply->error + n, sizeof reply->error - (size_t)n, " (%.30s:%d)", slash ? slash + 1 : at.file,
             (int)at.line);
  reply->status = PMPP_STATUS_RANK;
  finish(JOB_ENDED);
  stay();
}

static void on_abort(int signal) {
  (void)signal;
  rank_dies(NULL, "was ended by abort(), or by an assert that failed");
}

static void on_exit_called(void) {
  rank_dies(NULL, "called exit(), which a submission must not do");
}

// ---- its course ----

static void start_rank(void) {
  emu_foreign_threads(); // MPI's, which wait in the system
  PMPI_Init(NULL, NULL);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  PMPI_Comm_dup(MPI_COMM_WORLD, &ours);
  beside_mpi_start();
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  job = job_of(&m);
  m.rank = rank;
  m.report = &rank_self()->report;
  backend_start(rank_stops);
  signal(SIGABRT, on_abort);
  atexit(on_exit_called);
}

int rank_main(const char *path) {
  static struct pmpp_request request;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0 || worker_map(fd, &m)) {
    fprintf(stderr, "a rank is started by a worker, which names its memory file\n");
    return 99;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL); // with mpirun, which ends with the worker
  start_rank();
  for (;;) {
    struct job_rank *self = rank_self();
    while (sem_wait(&self->go)) continue;
    request = job->request;
    if (backend_leak_repeats) // a rank cannot call again alone: the calls of ranks wait for each other
      request.check_leaks = PMPP_LEAKS_OF_NOTHING;
    atomic_store(&self->state, JOB_RUNS);
    call_run(&request, &m, &self->reply);
    finish(JOB_DONE);
  }
}
