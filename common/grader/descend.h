// Finding processes by their descent, and what processor time they took.
#ifndef PMPP_DESCEND_H
#define PMPP_DESCEND_H

#include <stdbool.h>
#include <sys/types.h>

// Fills list with at most max descendants of this process, zombies included, that are in another session than
// ours. What we start calls setsid, and nothing can come back from there, so a descendant in our own session
// (a shell's pipeline that was there before an exec) is not ours to end. Returns their number.
int descendants(pid_t *list, int max);

struct processor_use {
  double seconds; // of the process, of all that descend from it, and of those among them that ended
  bool runnable;  // one of them is running, waits for a processor, or for a disk
};

// Reads all of /proc: milliseconds.
struct processor_use processor_use(pid_t root);
// The same of one process and the children it waited for; 0 where there is no such process.
double processor_seconds(pid_t pid);

#endif
