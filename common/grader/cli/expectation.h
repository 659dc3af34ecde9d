// Implementations that must be caught: the verdict that a file's first line states.
#ifndef PMPP_EXPECTATION_H
#define PMPP_EXPECTATION_H

#include "grader/result.h"

struct expectation {
  enum verdict verdict;
  const struct pmpp_task *task;
  // Of hazard: a hazard's kind; of inefficient, and of rejected work on the host: the metric of a gate; of pass: of a distinction that is not
  // reached; "": none stated.
  char reason[64];
  bool on[BACKEND_COUNT];
};

// Parses `// expect: VERDICT TASK [REASON] [on emu|gpu]`. False: `why` says what is wrong with the line.
bool expectation_parse(const char *line, const struct pmpp_lab *lab, struct expectation *e, struct text *why);

// Whether the stated reason is among the reported hazards or unmet gates; true where none is stated.
bool expectation_reason_found(const struct expectation *e, const struct task_result *r);

#endif
