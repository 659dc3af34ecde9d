// Makes the cases of the next rows, golden results included, on other processors while the device times this one.
#ifndef PMPP_AHEAD_H
#define PMPP_AHEAD_H

#include "grader/result.h"

struct ahead;

// Begins with the cases of `rows` (timed_case; -1: none) under the seed. `threads` make one each at a time, and are at
// most so many rows ahead; 0: as many as processors and memory allow.
struct ahead *ahead_start(uint64_t seed, const struct task_result *rows, int n, int threads);

// The case of a row, for the caller to free; rows must be taken in order. It waits until the case is made; where the row's
// task does its work on the host, too, until all are made that memory allows, and the threads rest then.
struct pmpp_case *ahead_take(struct ahead *a, int row);

// Waits for what is begun, and frees what was not taken.
void ahead_end(struct ahead *a);

#endif
