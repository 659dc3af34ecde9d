// The worker's side of a job of ranks: starts it through mpirun, hands it a case, watches it, and puts the ranks' answers
// together.
#define _GNU_SOURCE
#include "worker/job.h"
#include "worker/deadlock.h"
#include "worker/merge.h"
#include "pmpp_config.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t mpirun; // 0: not started; -1: it has ended

static void stop(void) {
  if (mpirun > 0) kill(mpirun, SIGKILL); // and the ranks with it
  mpirun = -1;
}

// Messages go through shared memory and nothing else; all files of the job lie in the working directory, which the grader
// removes. Open MPI would busy the processors with waiting; MPI's own calls are short here, because messages.c waits.
static int start(struct job *job, int ranks) {
  char count[12], memory[40], here[400], program[400];
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  if (n < 0 || !getcwd(here, sizeof here)) return errno;
  program[n] = 0;
  snprintf(count, sizeof count, "%d", ranks);
  snprintf(memory, sizeof memory, "/proc/%d/fd/%d", (int)getpid(), PMPP_FD_MEMORY);
  char *const argv[] = {"mpirun",
                        "--allow-run-as-root",
                        "--oversubscribe",
                        "--bind-to",
                        "none",
                        "--mca",
                        "plm",
                        "isolated", // this machine alone: a machine without ssh starts jobs, too
                        "--mca",
                        "btl",
                        "self,vader",
                        "--mca",
                        "btl_vader_single_copy_mechanism",
                        "none",
                        "--mca",
                        "btl_vader_backing_directory",
                        here,
                        "--mca",
                        "orte_tmpdir_base",
                        here,
                        "--mca",
                        "pml",
                        "ob1",
                        "--mca",
                        "coll",
                        "self,basic,libnbc,tuned,inter", // without those that have to be asked for to be used
                        "--mca",
                        "osc",
                        "sm",
                        "--mca",
                        "shmem",
                        "mmap",
                        "--mca",
                        "opal_signal",
                        "",
                        "--mca",
                        "oob_tcp_if_include",
                        "lo",
                        "-n",
                        count,
                        program,
                        "--rank",
                        memory,
                        NULL};
  setenv("PMIX_MCA_gds", "hash", 1);
  setenv("TMPDIR", here, 1);
  setenv("HWLOC_HIDE_ERRORS", "2", 1); // a sandbox does not show the processors
  // Each process of the job would load hwloc's plugins (X11, OpenCL, PCI, libxml2) and look for devices to bind to: nobody binds.
  setenv("HWLOC_PLUGINS_PATH", here, 1);
  setenv("HWLOC_COMPONENTS", "-linuxio", 1);
  memset(job, 0, sizeof *job);
  job->ranks = ranks;
  sem_init(&job->done, 1, 0);
  for (int r = 0; r < ranks; r++) sem_init(&job->rank[r].go, 1, 0);
  fcntl(PMPP_FD_SOCKET, F_SETFD, FD_CLOEXEC);
  fcntl(PMPP_FD_MEMORY, F_SETFD, FD_CLOEXEC);
  atexit(stop); // a worker whose grader has gone ends by itself
  return posix_spawn(&mpirun, PMPP_MPIRUN, NULL, NULL, argv, environ);
}

static int has_ended(void) {
  return mpirun > 0 && waitpid(mpirun, NULL, WNOHANG) == mpirun;
}

static void begin_case(struct job *job, const struct pmpp_request *request) {
  job->request = *request;
  for (int r = 0; r < job->ranks; r++) {
    struct job_rank *rank = &job->rank[r];
    memset(&rank->reply, 0, sizeof rank->reply);
    memset(&rank->report, 0, sizeof rank->report);
    memset(&rank->call, 0, sizeof rank->call);
    rank->result = 0;
    atomic_store(&rank->state, JOB_STARTS);
    sem_post(&rank->go);
  }
}

enum outcome { ALL_DONE, ONE_ENDED, DEADLOCK, GONE };

// Until each rank has answered or there is no hope. What the ranks do meanwhile stands in the reply, for the grader's time limit.
static enum outcome watch(struct job *job, struct pmpp_wire *wire) {
  struct deadlock deadlock = {.begun = false};
  for (int done = 0; done < job->ranks;) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 20000000;
    if (until.tv_nsec >= 1000000000) until.tv_nsec -= 1000000000, until.tv_sec++;
    if (sem_timedwait(&job->done, &until) == 0) {
      done++;
      for (int r = 0; r < job->ranks; r++)
        if (atomic_load(&job->rank[r].state) == JOB_ENDED) return ONE_ENDED;
      continue;
    }
    if (has_ended()) return GONE;
    if (deadlock_found(&deadlock, job)) return DEADLOCK;
    deadlock_states(job, wire->reply.ranks, sizeof wire->reply.ranks);
  }
  return ALL_DONE;
}

void job_run(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  struct job *job = job_of(m);
  if (request->ranks < 1 || request->ranks > JOB_MOST_RANKS || (mpirun && job->ranks != request->ranks)) {
    infra(reply, "a job has 1 to %d ranks, and a worker one job: this one cannot go on with %d",
          JOB_MOST_RANKS, (int)request->ranks);
    return;
  }
  int error = mpirun ? 0 : start(job, request->ranks);
  if (error || mpirun < 0) {
    infra(reply, "cannot start %s: %s", PMPP_MPIRUN, error ? strerror(error) : "the job has ended before");
    return;
  }
  begin_case(job, request);
  enum outcome outcome = watch(job, m->wire);
  merge_replies(job, reply, &m->wire->report);
  // A rank that could not make the call is no fault of what the others wait for.
  if (outcome == DEADLOCK && reply->status != PMPP_STATUS_INFRA) deadlock_tell(job, reply, &m->wire->report);
  if (outcome == GONE) {
    reply->status = PMPP_STATUS_RANK;
    snprintf(reply->error, sizeof reply->error,
             "a rank was ended from outside, or mpirun could not start them");
  }
  if (outcome != ALL_DONE) stop();
}
