// Makes the next cases, golden results included, on other processors while the device runs this one.
#ifndef PMPP_AHEAD_H
#define PMPP_AHEAD_H

#include "grader/task.h"

struct ahead;

// Case `which` of the task; -1: none.
struct ahead_item {
  const struct pmpp_task *task;
  int which;
};

// Begins with the cases of `items`, which must stay until ahead_end, under the seed. `threads` make one each at a time; 0: as many
// as processors and memory allow. No thread is more than `window` items ahead of the one taken last, nor are more than `threads`
// large cases made or under way.
struct ahead *ahead_start(uint64_t seed, const struct ahead_item *items, int n, int threads, int window);

// The case of item i, for the caller to free; NULL if the item has none. Items must be taken in order: those left out are not made,
// or freed. The call waits until the case is made.
struct pmpp_case *ahead_take(struct ahead *a, int i);

// The case of this task, if one of the items after those taken is it: as ahead_take; else NULL, and nothing is left out.
struct pmpp_case *ahead_find(struct ahead *a, const struct pmpp_task *task, int which);

// Waits until nothing is being made; no thread begins another case before the next ahead_take.
void ahead_rest(struct ahead *a);

// Waits for what is begun, and frees what was not taken.
void ahead_end(struct ahead *a);

#endif
