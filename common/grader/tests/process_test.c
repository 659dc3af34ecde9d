// The limits of a compiler's process, and the working directories that graders leave behind.
#define _GNU_SOURCE
#include "grader/sandbox/process.h"
#include "check.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// A compiler's limits: processor time of all its processes; what sleeps for ever is not the submission's fault.
static void test_run(void) {
  static const struct {
    const char *command;
    enum run_outcome outcome;
    const char *words;
  } table[] = {{"exit 3", RUN_ENDED, ""},
               {"sleep 0.2", RUN_ENDED, ""},
               {"while :; do :; done", RUN_TIME_UP, "0.1 s of processor time"},
               {"(while :; do :; done); exit 3", RUN_TIME_UP, "0.1 s of processor time"},
               {"sleep 100", RUN_STARVED, "too busy"}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    struct process p;
    struct text why = {0};
    const char *argv[] = {"/bin/sh", "-c", table[i].command, NULL};
    CHECK(process_run(&p, argv, NULL, 0.1, &why) == table[i].outcome);
    CHECK_TEXT(strstr(shown, table[i].words), text_get(&why));
    text_free(&why);
    text_free(&p.kept);
  }
  struct process p;
  struct text why = {0};
  CHECK(process_run(&p, (const char *[]){"/nonexistent/compiler", NULL}, NULL, 1, &why) == RUN_NOT_STARTED);
  CHECK_TEXT(strstr(shown, "/nonexistent/compiler"), text_get(&why));
  text_free(&why);
}

// Directories of dead graders go away. Others stay, and so does a locked one: its grader lives in another container.
static void test_stale_directories(void) {
  pid_t dead = fork();
  if (dead == 0) _exit(0);
  waitpid(dead, NULL, 0);
  char *stale = must_print("/tmp/pmpp-%d-abcDEF", (int)dead), *inside = must_print("%s/left-behind", stale);
  char *own = must_print("/tmp/pmpp-%d-abcDEF", (int)getpid()),
       *other = must_print("/tmp/pmpp-%d-x.txt", (int)dead),
       *locked = must_print("/tmp/pmpp-%d-locked", (int)dead);
  for (char *const *d = (char *const[]){stale, inside, own, other, locked, NULL}; *d; d++)
    CHECK(mkdir(*d, 0700) == 0);
  int lock = open(locked, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  CHECK(lock >= 0 && flock(lock, LOCK_EX) == 0);
  process_setup();
  CHECK(access(stale, F_OK) && access(own, F_OK) == 0 && access(other, F_OK) == 0);
  CHECK(access(locked, F_OK) == 0);
  close(lock);
  process_setup();
  CHECK(access(locked, F_OK));
  rmdir(own), rmdir(other);
  free(stale), free(inside), free(own), free(other), free(locked);
}

int main(void) {
  process_setup();
  test_run();
  test_stale_directories();
  return CHECK_STATUS();
}
