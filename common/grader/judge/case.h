// Cases as the grader handles them: made from a task's table, given to a worker, freed.
#ifndef PMPP_CASE_H
#define PMPP_CASE_H

#include "base/text.h"
#include "grader/result.h"
#include "grader/task.h"

// The inputs of case i under the public seed: another case, task or seed gives other inputs.
uint64_t case_seed(uint64_t seed, const struct pmpp_task *task, int i);

// Allocates case i and lets the task fill its inputs; golden results are still zero.
struct pmpp_case *case_make(const struct pmpp_task *task, int i, uint64_t seed);
void case_free(struct pmpp_case *c);

// Whether this machine has the devices and the room for the case; else `why` says what is missing. device_bytes and devices
// 0: any number.
bool case_fits(const struct pmpp_case_spec *s, uint64_t device_bytes, uint32_t devices, struct text *why);

// What the host has left, in bytes, for this process and its children.
double host_bytes_free(void);

// Whether case `s` is run for correctness on the backend.
bool case_runs_on(const struct pmpp_case_spec *s, enum backend backend);

// The same, as --large has it: without it, none of the large cases on a GPU.
bool case_is_wanted(const struct pmpp_case_spec *s, enum backend backend, bool large);

bool case_is_listed(const struct pmpp_case_spec *s); // gated, and its counters are those of the table

bool buf_has_input(const struct pmpp_buf *b);  // IN, INOUT
bool buf_has_output(const struct pmpp_buf *b); // OUT, INOUT
int64_t buf_bytes(const struct pmpp_buf *b);

// emu: under how many of the schedules that were asked for this case runs, which executed so many basic blocks under the
// first. A large case has many blocks in every order; three schedules are enough for it. One with much work has many
// warps that take turns: four, one for each way in which the emulator runs queued work. A case that costs little runs under all.
int case_schedules(const struct pmpp_case *c, uint64_t warp_blocks, int asked);

#endif
