// What a contained process may see, as the command line of bubblewrap.
#ifndef PMPP_SANDBOX_H
#define PMPP_SANDBOX_H

#include "base/text.h"
#include <stdint.h>

struct sandbox {
  bool gpu;              // NVIDIA's devices are let in, and threads
  bool compiler;         // it may start programs
  bool job;              // of ranks: mpirun, processes, and sockets, which reach nothing outside
  uint64_t memory_bytes; // resident, of all its processes together
  int max_tasks;         // processes and threads
  int n_shown;
  const char *shown[64]; // files and folders that it sees, read-only, where they are; NULL is skipped
  const char *writable;  // the one folder or file that it may write to, besides its own /tmp; or NULL
};

// The limits of a compiler or of a worker.
struct sandbox sandbox_of(bool gpu, bool compiler);
struct sandbox sandbox_of_job(bool gpu); // of a worker that starts a job of ranks
void sandbox_show(struct sandbox *j, const char *path);

struct words { // a NULL-terminated argument list; its words are allocated
  char **word;
  int n;
};
void words_free(struct words *w);

// bwrap and its options in front of argv. status_fd: where bwrap says that the command was started and how it ended;
// filter_fd: where it reads the filter of sandbox_filter.
struct words sandbox_command(const struct sandbox *j, const char *const *argv, int status_fd, int filter_fd);

// A descriptor of a file with the system calls' filter. Ends the grader where there is no memory.
int sandbox_filter(const struct sandbox *j);

// True where what bwrap wrote to status_fd says that the command itself was started.
bool sandbox_was_started(const char *status);

// False, with what to do about it in `why`, where bubblewrap is missing. Whether it works shows when it is tried.
bool sandbox_installed(struct text *why);

#endif
