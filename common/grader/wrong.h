// Implementations that must be caught: the verdict that a file's first line states.
#ifndef PMPP_WRONG_H
#define PMPP_WRONG_H

#include "grader/result.h"

struct expectation {
  enum verdict verdict;
  const struct pmpp_task *task;
  bool on[BACKEND_COUNT];
};

// Parses `// expect: VERDICT TASK [on emu|gpu]`. False: `why` says what is wrong with the line.
bool expectation_parse(const char *line, const struct pmpp_lab *lab, struct expectation *e, struct text *why);

#endif
