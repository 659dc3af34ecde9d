// What the compiler warned of, kept beside a worker: it often explains why the worker ended.
#ifndef PMPP_WARNINGS_H
#define PMPP_WARNINGS_H

#include "grader/config.h"
#include "base/text.h"

// Keeps the first warnings in a compiler's output for the executable at `worker`, paths shortened; none: forgets old ones.
void warnings_keep(const struct grader_config *config, const char *worker, const char *output);

// Adds them, a line or more each; nothing where there are none.
void warnings_read(const char *worker, struct text *out);

#endif
