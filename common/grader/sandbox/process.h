// Child processes: started with nothing but what they need, watched, and ended together with all they began.
#ifndef PMPP_PROCESS_H
#define PMPP_PROCESS_H

#include "grader/sandbox/sandbox.h"
#include "grader/sandbox/stopwatch.h"
#include <stdint.h>
#include <sys/types.h>

enum { PROCESS_KEPT_OUTPUT = 64 * 1024 };

struct process_spec {
  const char *const *argv; // argv[0] is the file to run
  bool limited;            // empty environment and directory, resource limits
  bool gpu;                // limited: let CUDA's own environment through, no CPU limit
  const char *setting;     // limited: a variable of its environment, "EMU_DEVICE=t4"; NULL: none
  double cpu_seconds;      // limited: end it after that much processor time; 0: no limit
  const struct sandbox
      *sandbox;    // limited: what it may see and use of the machine; NULL: as much as the grader
  const int *keep; // descriptors that become 3, 4, ...; all others are closed
  int n_keep;
};

struct process {
  pid_t pid;           // 0: not started or already ended
  int output;          // read end of the pipe that is its standard output and error; -1: closed
  struct text kept;    // the first PROCESS_KEPT_OUTPUT bytes of it
  uint64_t dropped;    // bytes after those
  bool ended;          // it ended by itself (or was killed) and was waited for
  int status;          // as from waitpid, once ended
  char directory[64];  // limited: its empty working directory, removed at the end
  int directory_lock;  // an open descriptor of it, locked as long as it is in use; -1: none
  int sandbox_status;  // read end of the pipe that bubblewrap tells its own state by; -1: none
  bool sandbox_failed; // ended: bubblewrap could not start it, which is nobody's fault but the machine's
  uint64_t memory_bytes, given_bytes; // limit; how much of the shared memory file is not its own doing
  int max_tasks;
  double next_look;
  struct text excess; // it was killed for using more than the limits: the end of a sentence "the worker ..."
};

// Call once, before any other function here: directories of dead graders are removed, orphans become this process's children from now on, and an
// interrupt (SIGINT, SIGTERM, SIGHUP) ends the children before it ends the grader.
void process_setup(void);

// False, with the reason in `why`, where the program cannot be started at all.
bool process_start(struct process *p, const struct process_spec *spec, struct text *why);

// Sleeps until it printed, ended or `fd` (-1: none) can be read, but not longer than 20 ms; reads what was printed
// and notes an end. Returns true if `fd` can be read. Handles a pending interrupt.
bool process_wait(struct process *p, int fd);

// Of one that ended by itself: whether a signal did it that no submission can send itself and no limit of ours sends.
bool process_killed(const struct process *p);

// Kills it and its process group, waits for it, reads what is left of its output without blocking, tidies up.
void process_end(struct process *p);

enum run_outcome {
  RUN_ENDED,
  RUN_NOT_STARTED,
  RUN_TIME_UP,    // it used `seconds` of processor time
  RUN_EXCESS,     // it used too much memory, or started too many processes
  RUN_NO_SANDBOX, // bubblewrap could not start it
  RUN_STARVED,    // it used less, but STARVED_FACTOR times as much of the wall clock has passed
};

// Runs a command and its children to its end or to its time limit, where it is killed; in a sandbox, where one is given.
// The reason of anything but RUN_ENDED is in `why`. Free p->kept afterwards.
enum run_outcome process_run(struct process *p, const char *const *argv, const struct sandbox *sandbox,
                             double seconds, struct text *why);

// True where contained processes can be started here: tries one. False: `why` says what is missing.
bool process_sandbox_works(struct text *why);

// Kills every process that descends from this one and left our session, until there is none. Call when no
// started process is needed any more. Returns how many it had to kill, or -1 if some would not die in 10 s.
int process_sweep(void);

#endif
