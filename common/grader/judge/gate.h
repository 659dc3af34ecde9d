// Gates: bounds on counters that a right result must meet as well.
#ifndef PMPP_GATE_H
#define PMPP_GATE_H

#include "grader/result.h"

enum { MOST_IMPLIED_GATES = 14 };

// Evaluates the task's gates on a gated case's counters into r, and those that these and the contract imply;
// true where all that are required are met.
bool gates_check(const struct pmpp_task *task, const struct pmpp_case *c, const struct emu_counters *counters,
                 struct task_result *r);

// The i-th gate that the task's own gates and what its contract allows imply; NULL after the last.
const struct pmpp_gate *gate_implied(const struct pmpp_task *task, int i);

// The first unmet gate of a task, a required one before a distinction; or NULL.
const struct gate_result *gates_unmet(const struct task_result *r);

const char *gate_kind(enum pmpp_bound_kind kind); // "at most", "at least"

// A counted value or a bound as text: whole numbers without decimals, no exponent where the digits matter.
void gate_print(char out[32], double value);

#endif
