// Timed samples: after each patch of the inputs `update` has golden as `golden` computes it anew, and the numbers of every
// input change, for what is kept from one sample to the next would else be right. Tried on the gated cases; and on SpMV's with
// an `update` and a `patch_value` that do nothing, which must be told.
#include "grader/tests/check.h"
#include "grader/judge/case.h"
#include "grader/bench/patch.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 4 };

static void *copy_of(const struct pmpp_buf *b) {
  int64_t bytes = b->arg.count * (pmpp_type_is_float(b->arg.type) ? 8 : pmpp_type_size(b->arg.type));
  return memcpy(malloc(bytes + 1), b->golden, bytes);
}

// Sums that are updated are rounded otherwise than new ones: by far less than what the comparison allows.
static bool same(const struct pmpp_buf *b, const void *updated, int64_t i) {
  if (!pmpp_type_is_float(b->arg.type))
    return memcmp((const char *)updated + i * pmpp_type_size(b->arg.type),
                  (const char *)b->golden + i * pmpp_type_size(b->arg.type),
                  pmpp_type_size(b->arg.type)) == 0;
  double got = ((const double *)updated)[i], want = ((const double *)b->golden)[i];
  double allowed = (b->bounds ? b->bounds[i] : b->abs_bound) + b->rel_bound * fabs(want);
  return got == want || (isnan(got) && isnan(want)) || fabs(got - want) <= 0.01 * allowed;
}

static bool quiet;
static int complaints;

static void complain(const struct pmpp_task *task, const struct pmpp_case *c, const char *format, ...) {
  va_list list;
  complaints++;
  if (quiet) return;
  va_start(list, format);
  fprintf(stderr, "%s, %s: ", task->name, c->spec->label);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
}

static void try_case(const struct pmpp_task *task, int i) {
  uint64_t random = 7;
  bool changed[PMPP_MAX_ARGS] = {false};
  struct pmpp_case *c = case_make(task, i, 1);
  task->golden(c);
  for (int s = 0; s < SAMPLES; s++) {
    struct sample_plan p;
    void *before[PMPP_MAX_ARGS] = {NULL}, *updated[PMPP_MAX_ARGS] = {NULL};
    for (int a = 0; a < c->n_bufs; a++)
      if (buf_has_input(&c->buf[a]))
        before[a] = memcpy(malloc(buf_bytes(&c->buf[a]) + 1), c->buf[a].data, buf_bytes(&c->buf[a]));
    plan_make(&p, task, c, &random);
    for (int a = 0; a < c->n_bufs; a++) {
      if (before[a]) changed[a] |= memcmp(before[a], c->buf[a].data, buf_bytes(&c->buf[a])) != 0;
      if (buf_has_output(&c->buf[a])) updated[a] = copy_of(&c->buf[a]);
      free(before[a]);
    }
    task->golden(c);
    for (int a = 0; a < c->n_bufs; a++) {
      for (int64_t k = 0; updated[a] && k < c->buf[a].arg.count; k++) {
        if (c->buf[a].accept || same(&c->buf[a], updated[a], k)) continue;
        complain(task, c, "update leaves another %s[%lld] than golden", c->buf[a].arg.name, (long long)k);
        break;
      }
      free(updated[a]);
    }
    plan_free(&p);
  }
  for (int a = 0; a < c->n_bufs; a++) {
    const struct pmpp_buf *b = &c->buf[a];
    if (buf_has_input(b) && pmpp_type_is_float(b->arg.type) && b->arg.count > 64)
      if (!changed[a]) complain(task, c, "%s is the same in all samples", b->arg.name);
  }
  case_free(c);
}

static void no_update(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)c, (void)arg, (void)i, (void)old;
}

static uint64_t no_patch(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  (void)random;
  return read_bits(c->buf[arg].data, (int)c->buf[arg].arg.type, i);
}

static int complaints_about(const struct pmpp_task *task, int i) {
  complaints = 0;
  try_case(task, i);
  return complaints;
}

// Both twins must be told of every case of a task whose inputs are numbers.
static void try_twins(struct pmpp_task task, int i) {
  struct pmpp_task kept = task;
  task.update = no_update;
  kept.patch_value = no_patch;
  quiet = true;
  CHECK(complaints_about(&task, i) > 0);
  CHECK(complaints_about(&kept, i) > 0);
  quiet = false;
}

int main(void) {
  for (int t = 0; t < pmpp_lab.n_tasks; t++) {
    const struct pmpp_task *task = &pmpp_lab.tasks[t];
    for (int i = 0; i < task->n_cases; i++)
      if (task->cases[i].where & PMPP_GATED) {
        CHECK(complaints_about(task, i) == 0);
        if (strncmp(task->prefix, "spmv", 4) == 0) try_twins(*task, i);
      }
  }
  return CHECK_STATUS();
}
