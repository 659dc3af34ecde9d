// Timed samples of a lab, which is linked in: after each sample's patches `update` has left golden and its bounds as `golden`
// makes them anew, and inputs change, for what is kept from one sample to the next would else be right: one of numbers at
// least, and where the task has a plan, which may hold a copy, all but short ones such as filters. Tried on the timed cases,
// made small, and on the gated ones of tasks that take a file. An `update` that does nothing, one that leaves the bounds, and
// inputs that stay must be told.
#include "check.h"
#include "grader/bench/patch.h"
#include "grader/judge/case.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 4, MOST_CASES = 200, FEW_ELEMENTS = 1 << 16, MANY = 256 };
static const double BOUND_MAY_DIFFER =
    0.4; // relatively: small cases have few terms, and one bound may serve for a whole matrix
static const double SHARE_OF_BOUND = 0.01; // so much may an updated sum be rounded otherwise than a new one

static bool quiet;
static int complaints;
static bool bounds_moved, inputs_moved; // from one sample to the next, bounds by more than they may differ

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

static bool near(double got, double want) {
  return got == want || fabs(got - want) <= BOUND_MAY_DIFFER * fmax(got, want);
}

static bool same_bound(const struct pmpp_buf *a, const struct pmpp_buf *b, int64_t i) {
  bool own = !a->bounds || (b->bounds && near(a->bounds[i], b->bounds[i]));
  return own && near(a->abs_bound, b->abs_bound) && near(a->rel_bound, b->rel_bound);
}

static bool same(const struct pmpp_buf *updated, const struct pmpp_buf *anew, int64_t i) {
  int size = pmpp_type_size(anew->arg.type);
  if (!pmpp_type_is_float(anew->arg.type))
    return memcmp((const char *)updated->golden + i * size, (const char *)anew->golden + i * size, size) == 0;
  double got = ((const double *)updated->golden)[i], want = ((const double *)anew->golden)[i];
  double allowed = (anew->bounds ? anew->bounds[i] : anew->abs_bound) + anew->rel_bound * fabs(want);
  return got == want || (isnan(got) && isnan(want)) || fabs(got - want) <= SHARE_OF_BOUND * allowed;
}

static void compare_output(const struct pmpp_task *task, const struct pmpp_case *c,
                           const struct pmpp_case *anew, int a) {
  const struct pmpp_buf *updated = &c->buf[a], *b = &anew->buf[a];
  for (int64_t k = 0; k < b->arg.count; k++) {
    bool value = updated->accept || same(updated, b, k), bound = same_bound(updated, b, k);
    if (value && bound) continue;
    complain(task, c, "update leaves another %s%s[%lld] than golden", value ? "bound of " : "", b->arg.name,
             (long long)k);
    return;
  }
}

// A case of the same inputs whose golden result is made anew.
static struct pmpp_case *made_anew(const struct pmpp_task *task, int i, const struct pmpp_case *c) {
  struct pmpp_case *anew = case_make(task, i, 1);
  for (int a = 0; a < c->n_bufs; a++)
    if (buf_has_input(&c->buf[a])) memcpy(anew->buf[a].data, c->buf[a].data, buf_bytes(&c->buf[a]));
  task->golden(anew);
  return anew;
}

static void see_bounds(const struct pmpp_case *before, const struct pmpp_case *after) {
  for (int a = 0; a < after->n_bufs; a++)
    for (int64_t k = 0; buf_has_output(&after->buf[a]) && k < after->buf[a].arg.count; k++)
      bounds_moved |= !same_bound(&before->buf[a], &after->buf[a], k);
}

static bool has_numbers(const struct pmpp_buf *b) {
  return buf_has_input(b) && pmpp_type_is_float(b->arg.type) && b->arg.count > MANY;
}

static bool has_plan(const struct pmpp_case *c) {
  bool plan = false;
  for (int a = 0; a < c->n_bufs; a++) plan |= c->buf[a].arg.role == PMPP_PLAN;
  return plan;
}

static void try_case(const struct pmpp_task *task, int i) {
  uint64_t random = 7;
  bool changed[PMPP_MAX_ARGS] = {false};
  struct pmpp_case *c = case_make(task, i, 1), *before;
  task->golden(c);
  before = made_anew(task, i, c);
  for (int s = 0; s < SAMPLES; s++) {
    struct sample_plan p;
    plan_make(&p, task, c, &random);
    struct pmpp_case *anew = made_anew(task, i, c);
    for (int a = 0; a < c->n_bufs; a++) {
      if (buf_has_input(&c->buf[a]))
        changed[a] |= memcmp(before->buf[a].data, c->buf[a].data, buf_bytes(&c->buf[a])) != 0;
      if (buf_has_output(&c->buf[a])) compare_output(task, c, anew, a);
    }
    see_bounds(before, anew);
    case_free(before);
    before = anew;
    plan_free(&p);
  }
  int numbers = 0, changing = 0;
  for (int a = 0; a < c->n_bufs; a++) {
    inputs_moved |= changed[a];
    numbers += has_numbers(&c->buf[a]);
    changing += has_numbers(&c->buf[a]) && changed[a];
    if (has_numbers(&c->buf[a]) && has_plan(c) && !changed[a])
      complain(task, c, "%s is the same in all samples, and a plan may hold a copy", c->buf[a].arg.name);
  }
  if (numbers && !changing) complain(task, c, "the inputs are the same in all samples");
  case_free(before);
  case_free(c);
}

static int complaints_about(const struct pmpp_task *task, int i) {
  complaints = 0;
  try_case(task, i);
  return complaints;
}

static double elements(const struct pmpp_case_spec *s) {
  double product = 1;
  for (int k = 0; k < 4; k++) product *= s->size[k] > 1 ? (double)s->size[k] : 1;
  return product;
}

static void halve_largest(struct pmpp_case_spec *s) {
  int largest = 0;
  for (int k = 1; k < 4; k++)
    if (s->size[k] > s->size[largest]) largest = k;
  s->size[largest] /= 2;
}

// Whether a case is small once it is made: a size may also be the number of a layer.
static bool is_small(const struct pmpp_task *task, const struct pmpp_case_spec *s) {
  struct pmpp_task one = *task;
  one.cases = s;
  struct pmpp_case *c = case_make(&one, 0, 1);
  int64_t n = 0;
  for (int a = 0; a < c->n_bufs; a++) n += c->buf[a].arg.count;
  case_free(c);
  return n <= 16 * FEW_ELEMENTS;
}

// The timed cases with their largest sizes halved until few elements are left. Where a file is a case, or a timed case cannot
// be made small, those that are gated.
static int small_cases(const struct pmpp_task *task, struct pmpp_case_spec *list) {
  int n = 0;
  bool gated = task->file_variant;
  for (int i = 0; i < task->n_cases; i++) {
    struct pmpp_case_spec s = task->cases[i];
    if (!(s.where & (PMPP_TIMED | PMPP_FULL))) continue;
    while (elements(&s) > FEW_ELEMENTS) halve_largest(&s);
    bool small = is_small(task, &s);
    gated |= !small;
    if (small) list[n++] = s;
  }
  for (int i = 0; i < task->n_cases && gated; i++)
    if (task->cases[i].where & PMPP_GATED) list[n++] = task->cases[i];
  return n;
}

// ---- twins: what must be told in one case of a task at least ----

static void (*right_update)(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

static void no_update(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)c, (void)arg, (void)i, (void)old;
}

static void update_but_bounds(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  double abs[PMPP_MAX_ARGS], rel[PMPP_MAX_ARGS], *bounds[PMPP_MAX_ARGS] = {NULL};
  for (int a = 0; a < c->n_bufs; a++) {
    const struct pmpp_buf *b = &c->buf[a];
    abs[a] = b->abs_bound, rel[a] = b->rel_bound;
    size_t bytes = b->arg.count * sizeof *b->bounds;
    if (b->bounds) bounds[a] = memcpy(malloc(bytes + 1), b->bounds, bytes);
  }
  right_update(c, arg, i, old);
  for (int a = 0; a < c->n_bufs; a++) {
    struct pmpp_buf *b = &c->buf[a];
    b->abs_bound = abs[a], b->rel_bound = rel[a];
    if (bounds[a]) memcpy(b->bounds, bounds[a], b->arg.count * sizeof *b->bounds);
    free(bounds[a]);
  }
}

static uint64_t no_patch(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  (void)random;
  return read_bits(c->buf[arg].data, (int)c->buf[arg].arg.type, i);
}

static void must_be_told(struct pmpp_task twin, const char *of_what) {
  bool told = false;
  quiet = true;
  for (int i = 0; i < twin.n_cases && !told; i++) told = complaints_about(&twin, i) > 0;
  quiet = false;
  if (!CHECK(told)) fprintf(stderr, "  %s: nobody tells of %s\n", twin.name, of_what);
}

static void try_twins(const struct pmpp_task *task) {
  struct pmpp_task twin = *task;
  struct pmpp_case *c = case_make(task, 0, 1);
  bool compared = false, numbers = false, moved = bounds_moved;
  for (int a = 0; a < c->n_bufs; a++) {
    compared |= buf_has_output(&c->buf[a]) && !c->buf[a].accept; // of several right values golden is one
    numbers |= has_numbers(&c->buf[a]);
  }
  case_free(c);
  if (task->update && compared && inputs_moved) {
    twin.update = no_update;
    must_be_told(twin, "an update that does nothing");
    right_update = task->update;
    twin.update = update_but_bounds;
    if (moved) must_be_told(twin, "bounds that stay");
  }
  twin.update = task->update;
  twin.patch_value = no_patch;
  if (numbers) must_be_told(twin, "inputs that stay");
}

int main(void) {
  static struct pmpp_case_spec cases[MOST_CASES];
  for (int t = 0; t < pmpp_lab.n_tasks; t++) {
    struct pmpp_task task = pmpp_lab.tasks[t];
    if (!CHECK(task.n_cases <= MOST_CASES)) continue;
    task.n_cases = small_cases(&task, cases);
    task.cases = cases;
    bounds_moved = inputs_moved = false;
    for (int i = 0; i < task.n_cases; i++) CHECK(complaints_about(&task, i) == 0);
    if (task.n_cases) try_twins(&task);
  }
  return CHECK_STATUS();
}
