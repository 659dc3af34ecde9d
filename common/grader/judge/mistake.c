// Makes a case anew with each of a task's known mistakes, and compares what comes of it with a wrong output.
#include "grader/judge/mistake.h"
#include "grader/judge/case.h"
#include "grader/judge/compare.h"
#include "base/text.h"
#include <string.h>

// Golden results take one core: a large case would have its student wait for the hint.
enum { MOST_ELEMENTS = 1 << 22, MOST_OPS = 1 << 28 };

static bool small(const struct pmpp_case *c) {
  int64_t elements = 0;
  for (int i = 0; i < c->n_bufs; i++) elements += c->buf[i].arg.count;
  return elements <= MOST_ELEMENTS && c->floor_ops <= MOST_OPS;
}

static bool same_golden(const struct pmpp_buf *a, const struct pmpp_buf *b) {
  size_t size = pmpp_type_is_float(a->arg.type) ? sizeof(double) : (size_t)pmpp_type_size(a->arg.type);
  return a->accept == b->accept && a->arg.count == b->arg.count &&
         memcmp(a->golden, b->golden, (size_t)a->arg.count * size) == 0;
}

// The bounds are those of the right result; a wrong value is rounded like it. Where the result is exact, so is what a mistake makes of it.
static void allow_rounding(struct pmpp_buf *b) {
  bool exact = !b->bounds && b->abs_bound == 0 && b->rel_bound == 0;
  if (exact || !pmpp_type_is_float(b->arg.type)) return;
  b->rel_bound += b->arg.type == PMPP_BF16 ? 0x1p-8 : b->arg.type == PMPP_F16 ? 0x1p-10 : 0x1p-20;
}

uint64_t mistakes_that_fit(const struct pmpp_task *task, const struct pmpp_case *c, int arg,
                           const void *output, uint64_t *silent, uint64_t *loose) {
  uint64_t found = 0;
  if (silent) *silent = 0;
  if (loose) *loose = 0;
  for (int k = 0; k < task->n_mistakes && k < 64 && small(c); k++) {
    struct pmpp_case *twin = must_alloc(sizeof *twin);
    twin->spec = c->spec;
    twin->seed = c->seed;
    task->make(twin);
    task->mistakes[k].golden(twin);
    struct difference d;
    struct pattern p;
    if (arg < twin->n_bufs) allow_rounding(&twin->buf[arg]);
    if (arg < twin->n_bufs && compare(&twin->buf[arg], output, &d, &p)) found |= UINT64_C(1) << k;
    if (silent && arg < twin->n_bufs && same_golden(&c->buf[arg], &twin->buf[arg]))
      *silent |= UINT64_C(1) << k;
    if (loose && arg < twin->n_bufs && twin->buf[arg].accept != c->buf[arg].accept)
      *loose |= UINT64_C(1) << k;
    case_free(twin);
  }
  return found;
}
