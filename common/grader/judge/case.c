// Cases: the arguments a lab's tasks.c adds, and the random inputs it fills them with.
#include "grader/die.h"
#include "grader/judge/case.h"
#include "base/random.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t pmpp_random(uint64_t *state) {
  return random_next(state);
}

void pmpp_fill_f32(float *x, int64_t n, float lo, float hi, uint64_t seed) {
  for (int64_t i = 0; i < n; i++) {
    float u = (pmpp_random(&seed) >> 40) * 0x1p-24f;
    x[i] = lo + (hi - lo) * u;
  }
}

// A number in 0 .. range - 1; range 0 stands for 2^64.
static uint64_t below(uint64_t *state, uint64_t range) {
  uint64_t r = pmpp_random(state);
  return range ? (uint64_t)(((unsigned __int128)r * range) >> 64) : r;
}

void pmpp_fill_whole_f32(float *x, int64_t n, int lo, int hi, uint64_t seed) {
  for (int64_t i = 0; i < n; i++) x[i] = (float)(lo + (int64_t)below(&seed, (int64_t)hi - lo + 1));
}

void pmpp_fill_i32(int32_t *x, int64_t n, int32_t lo, int32_t hi, uint64_t seed) {
  for (int64_t i = 0; i < n; i++) x[i] = (int32_t)(lo + (int64_t)below(&seed, (int64_t)hi - lo + 1));
}

void pmpp_fill_u8(uint8_t *x, int64_t n, uint64_t seed) {
  for (int64_t i = 0; i < n; i++) x[i] = (uint8_t)(pmpp_random(&seed) >> 56);
}

struct pmpp_buf *pmpp_add(struct pmpp_case *c, const char *name, int role, int type, int64_t count) {
  if (c->n_bufs == PMPP_MAX_ARGS)
    die_infra("tasks.c: case %s has more than %d arguments", c->spec->label, PMPP_MAX_ARGS);
  if (type < 0 || type >= PMPP_TYPE_COUNT || count < 0 || count > INT64_C(1) << 36)
    die_infra("tasks.c: case %s: argument %s has type %d and count %lld", c->spec->label, name, type,
              (long long)count);
  struct pmpp_buf *b = &c->buf[c->n_bufs++];
  *b = (struct pmpp_buf){.arg = {.type = type, .role = role, .place = PMPP_DEVICE, .count = count},
                         .bound_text = ""};
  snprintf(b->arg.name, sizeof b->arg.name, "%s", name);
  if (role == PMPP_IN || role == PMPP_INOUT) b->data = must_alloc(count * pmpp_type_size(type));
  if (role == PMPP_OUT || role == PMPP_INOUT)
    b->golden = must_alloc(count * (pmpp_type_is_float(type) ? 8 : pmpp_type_size(type)));
  return b;
}

double *pmpp_bounds(struct pmpp_buf *b) {
  if (!b->bounds) b->bounds = must_alloc(b->arg.count * sizeof *b->bounds);
  return b->bounds;
}

uint64_t case_seed(uint64_t seed, const struct pmpp_task *task, int i) {
  uint64_t state = seed;
  for (const char *s = task->name; *s; s++) state = pmpp_random(&state) ^ (unsigned char)*s;
  state ^= (uint64_t)i << 32;
  return pmpp_random(&state);
}

struct pmpp_case *case_make(const struct pmpp_task *task, int i, uint64_t seed) {
  struct pmpp_case *c = must_alloc(sizeof *c);
  c->spec = &task->cases[i];
  c->seed = case_seed(seed, task, i);
  task->make(c);
  return c;
}

void case_free(struct pmpp_case *c) {
  if (!c) return;
  for (int b = 0; b < c->n_bufs; b++) {
    free(c->buf[b].data);
    free(c->buf[b].golden);
    free(c->buf[b].bounds);
  }
  free(c);
}

bool buf_has_output(const struct pmpp_buf *b) {
  return b->arg.role == PMPP_OUT || b->arg.role == PMPP_INOUT;
}

bool buf_has_input(const struct pmpp_buf *b) {
  return b->arg.role == PMPP_IN || b->arg.role == PMPP_INOUT;
}

int64_t buf_bytes(const struct pmpp_buf *b) {
  return b->arg.count * pmpp_type_size(b->arg.type);
}

int case_schedules(const struct pmpp_case *c, int asked) {
  enum { LARGE_BYTES = 1 << 20, MAX_OF_LARGE = 3 };
  int64_t bytes = 0;
  for (int i = 0; i < c->n_bufs; i++) bytes += buf_bytes(&c->buf[i]);
  return bytes > LARGE_BYTES && asked > MAX_OF_LARGE ? MAX_OF_LARGE : asked;
}
