// Makes a case anew with each of a task's known mistakes, and compares what comes of it with a wrong output.
#include "grader/judge/mistake.h"
#include "grader/judge/case.h"
#include "grader/judge/compare.h"
#include "base/text.h"

// Golden results take one core: a large case would have its student wait for the hint.
enum { MOST_ELEMENTS = 1 << 22, MOST_OPS = 1 << 28 };

static bool small(const struct pmpp_case *c) {
  int64_t elements = 0;
  for (int i = 0; i < c->n_bufs; i++) elements += c->buf[i].arg.count;
  return elements <= MOST_ELEMENTS && c->floor_ops <= MOST_OPS;
}

const char *mistake_hint(const struct pmpp_task *task, const struct pmpp_case *c, int arg,
                         const void *output) {
  const char *hint = NULL;
  for (int k = 0; k < task->n_mistakes && !hint && small(c); k++) {
    struct pmpp_case *twin = must_alloc(sizeof *twin);
    twin->spec = c->spec;
    twin->seed = c->seed;
    task->make(twin);
    task->mistakes[k].golden(twin);
    struct difference d;
    struct pattern p;
    if (compare(&twin->buf[arg], output, &d, &p)) hint = task->mistakes[k].hint;
    case_free(twin);
  }
  return hint;
}
