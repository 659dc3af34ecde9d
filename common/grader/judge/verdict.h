// What a verdict depends on: judges, in order of precedence.
#ifndef PMPP_VERDICT_H
#define PMPP_VERDICT_H

#include "grader/judge/trial.h"

// Judges an answer, or that there is none. True: no judge found a fault that precedes what earlier answers had; false: verdict
// and message of the result are those of the first that did.
bool judge_answer(struct trial *x);

// Judges the whole task after its last case, and adds the hint at the first gate that a right result misses.
void judge_task(struct trial *x);

// A judge returns whether it found its fault, and then sets the result's verdict and words. It knows nothing of the judges
// before and behind it.
typedef bool judge(struct trial *x);
judge judge_process_left, judge_no_answer, judge_todo, judge_hazard, judge_failure, judge_leak, judge_changed,
    judge_output, judge_gate, judge_host_work, judge_pace;

// After an answer without a fault: remembers a result that no kernel can have made, for judge_host_work.
void suspect_host_work(struct trial *x);

// The first output that differs, into the result; true where none does.
bool outputs_right(struct trial *x);

// After judge_output: a hint at what may be wrong with the output that differs. It asks the worker again.
void hint_at_output(struct trial *x, int schedule);

// What is said where there is no answer, or one that is not DONE.
void describe_no_answer(enum worker_answer answer, const struct text *why, struct task_result *r);

// Has the emulator noted this of one of the task's cases?
bool has_note(const struct task_result *r, enum emu_note_kind kind);

// Adds a hazard that the emulator did not find, and sets the verdict.
void add_hazard(struct task_result *r, enum emu_hazard_kind kind, const char *what, const char *advice);

#endif
