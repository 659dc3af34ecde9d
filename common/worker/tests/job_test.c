// Test of a job of ranks on the gpu backend, without a GPU: starts the fixture's worker for each case and checks what it says.
// job_test WORKER FIXTURE.c
#define _GNU_SOURCE
#include "harness.h"
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *worker, *fixture;

// "(job_fixture.c:N)", of the line that ends with this mark.
static const char *place_of(const char *mark) {
  static char place[64];
  char line[400], end[40];
  FILE *f = fopen(fixture, "r");
  snprintf(end, sizeof end, "// %s\n", mark);
  for (int n = 1; f && fgets(line, sizeof line, f); n++)
    if (strlen(line) > strlen(end) && !strcmp(line + strlen(line) - strlen(end), end))
      snprintf(place, sizeof place, "(job_fixture.c:%d)", n);
  if (f) fclose(f);
  return place;
}

static void start(const char *task, int ranks) {
  harness_start(worker, 1000 * sizeof(int32_t));
  request("info", PMPP_OP_INFO);
  expect_status(PMPP_DONE);
  struct pmpp_request *r = case_of(task, PMPP_OP_RUN, task, 120, PMPP_HOST);
  r->ranks = ranks;
  r->check_leaks = PMPP_LEAKS_OF_MEMORY; // what another rank allocates is no leak of this one's
}

static void say(const char *told, const char *wanted) {
  EXPECT(strstr(told, wanted), "\"%s\" in \"%s\"", wanted, told);
}

static void one_hazard(int kind, const char *what, const char *mark) {
  const struct emu_hazard *h = &wire->report.hazard[0];
  EXPECT(wire->report.n_hazards == 1 && h->kind == (uint32_t)kind, "%u hazards, the first one %s",
         wire->report.n_hazards, emu_hazard_name((int)h->kind));
  say(h->what, what);
  EXPECT(strstr(h->at.file, "job_fixture.c") &&
             h->at.line == atoi(place_of(mark) + strlen("(job_fixture.c:")),
         "%s:%d, and the line is %s", h->at.file, (int)h->at.line, place_of(mark));
}

static void right(void) {
  static const int ranks[] = {1, 2, 3, 4, 8};
  for (int i = 0; i < 5; i++) {
    start("right", ranks[i]);
    for (int again = 0; again < 2; again++) { // the job stays
      expect_status(PMPP_DONE);
      expect_outputs(120);
    }
    EXPECT(!wire->report.n_hazards, "%s", wire->report.hazard[0].what);
    if (i < 4) harness_finish();
  }
}

static void receives(void) {
  char what[200];
  start("receives", 2);
  expect_status(PMPP_STATUS_CUDA_ERROR);
  snprintf(what, sizeof what,
           "rank 0 waits in MPI_Recv %s for rank 1 to send tag 3; rank 1 waits in MPI_Recv",
           place_of("receives"));
  one_hazard(EMU_HAZARD_DEADLOCK, what, "receives");
}

static void early(void) {
  start("early", 3);
  expect_status(PMPP_STATUS_CUDA_ERROR);
  one_hazard(EMU_HAZARD_DEADLOCK, "for all ranks; rank 1 has returned", "early");
}

static void ended(const char *task, const char *why) {
  start(task, 2);
  expect_status(PMPP_STATUS_RANK);
  say(wire->reply.error, why);
  say(wire->reply.error, place_of(task));
}
static void exits(void) {
  ended("exits", "rank 1 called exit()");
}
static void faults(void) {
  ended("faults", "rank 1 was ended by a signal: Segmentation fault");
}

static void device(void) {
  start("device", 2);
  expect_status(PMPP_STATUS_CUDA_ERROR);
  one_hazard(EMU_HAZARD_DEVICE_POINTER, "rank 0: this MPI takes no pointers to device memory", "device");
}

// A job that is killed leaves files behind.
static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at) {
  (void)st, (void)kind, (void)at;
  return remove(path);
}
static int remove_folder(const char *path) {
  return nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

int main(int argc, char **argv) {
  static void (*const tests[])(void) = {right, receives, early, exits, faults, device};
  int failed = 0;
  if (argc != 3) return 2;
  char folder[] = "/tmp/pmpp-job-XXXXXX"; // of the job's files
  worker = realpath(argv[1], NULL), fixture = realpath(argv[2], NULL);
  if (!worker || !fixture || !mkdtemp(folder) || chdir(folder)) return 2;
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    pid_t child = fork(); // a worker whose job has ended starts no other one
    int status = 1;
    if (child == 0) {
      tests[i]();
      exit(harness_finish());
    }
    if (child > 0) waitpid(child, &status, 0);
    failed |= status != 0;
  }
  return remove_folder(folder) || failed;
}
