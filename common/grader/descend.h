// Finding the processes that descend from this one.
#ifndef PMPP_DESCEND_H
#define PMPP_DESCEND_H

#include <sys/types.h>

// Fills list with at most max descendants of this process, zombies included, that are in another session than
// ours. What we start calls setsid, and nothing can come back from there, so a descendant in our own session
// (a shell's pipeline that was there before an exec) is not ours to end. Returns their number.
int descendants(pid_t *list, int max);

#endif
