// Finding processes by their descent, and what they take of the machine.
#ifndef PMPP_DESCEND_H
#define PMPP_DESCEND_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Fills list with at most max descendants of this process, zombies included, that are in another session than
// ours. What we start calls setsid, and nothing can come back from there, so a descendant in our own session
// (a shell's pipeline that was there before an exec) is not ours to end. Returns their number.
int descendants(pid_t *list, int max);

struct tree_use { // of a process and all that descend from it
  double seconds; // processor time, that of those among them that ended included
  bool runnable;  // one of them is running, waits for a processor, or for a disk
  uint64_t bytes; // resident memory; what several share counts for each
  int tasks;      // processes and threads
};

// Reads all of /proc: milliseconds.
struct tree_use tree_use(pid_t root);
// Processor time of one process and the children it waited for; 0 where there is no such process.
double processor_seconds(pid_t pid);

#endif
