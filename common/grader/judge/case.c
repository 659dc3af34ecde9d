// Cases: the arguments a lab's tasks.c adds, and the random inputs it fills them with.
#include "grader/die.h"
#include "grader/judge/case.h"
#include "base/parallel.h"
#include "base/random.h"
#include "base/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t pmpp_random(uint64_t *state) {
  return random_next(state);
}

// A number in 0 .. range - 1; range 0 stands for 2^64.
static uint64_t below(uint64_t *state, uint64_t range) {
  uint64_t r = pmpp_random(state);
  return range ? (uint64_t)(((unsigned __int128)r * range) >> 64) : r;
}

// ---- fills: on all processors, and the same on any number of them ----

struct fill {
  void *x;
  double lo, hi;
  uint64_t seed;
};
enum { FILL_PART = 1 << 20 };

// Element i is `value` of the seed's i-th number: `state` is the state before it.
#define FILL(name, type, value)                                                                              \
  static void name(void *context, int64_t begin, int64_t end) {                                              \
    const struct fill *f = context;                                                                          \
    uint64_t state = random_skip(f->seed, begin);                                                            \
    for (int64_t i = begin; i < end; i++) ((type *)f->x)[i] = value;                                         \
  }
FILL(part_f32, float, (float)f->lo + ((float)f->hi - (float)f->lo) * ((pmpp_random(&state) >> 40) * 0x1p-24f))
FILL(part_whole_f32, float,
     (float)((int64_t)f->lo + (int64_t)below(&state, (int64_t)f->hi - (int64_t)f->lo + 1)))
FILL(part_i32, int32_t,
     (int32_t)((int64_t)f->lo + (int64_t)below(&state, (int64_t)f->hi - (int64_t)f->lo + 1)))
FILL(part_u8, uint8_t, (uint8_t)(pmpp_random(&state) >> 56))

void pmpp_fill_f32(float *x, int64_t n, float lo, float hi, uint64_t seed) {
  parallel_for(n, FILL_PART, part_f32, &(struct fill){x, lo, hi, seed});
}

void pmpp_fill_whole_f32(float *x, int64_t n, int lo, int hi, uint64_t seed) {
  parallel_for(n, FILL_PART, part_whole_f32, &(struct fill){x, lo, hi, seed});
}

void pmpp_fill_i32(int32_t *x, int64_t n, int32_t lo, int32_t hi, uint64_t seed) {
  parallel_for(n, FILL_PART, part_i32, &(struct fill){x, lo, hi, seed});
}

void pmpp_fill_u8(uint8_t *x, int64_t n, uint64_t seed) {
  parallel_for(n, FILL_PART, part_u8, &(struct fill){x, 0, 0, seed});
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

double host_bytes_free(void) {
  double bytes = 0, kib;
  char line[200];
  FILE *f = fopen("/proc/meminfo", "re");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "MemAvailable: %lf kB", &kib) == 1) bytes = 1024 * kib;
  if (f) fclose(f);
  return bytes;
}

bool case_fits(const struct pmpp_case_spec *s, uint64_t device_bytes, uint32_t devices, struct text *why) {
  enum { HOST_SHARE = 3 }; // inputs, golden results in double, the memory file
  int needed_devices = s->apart ? s->ranks : s->devices;
  if (devices && needed_devices > (int64_t)devices) {
    text_add(why, "%s needs %d devices, and this machine has %" PRIu32, s->label, needed_devices, devices);
    return false;
  }
  if (!s->gib) return true;
  double needed = 0x1p30 * s->gib, device = (double)device_bytes, host = host_bytes_free();
  if (device_bytes && needed > device)
    text_add(why, "%s needs %d GiB of device memory, and the device has %.1f GiB", s->label, s->gib,
             device / 0x1p30);
  else if (HOST_SHARE * needed > host)
    text_add(why, "%s needs up to %d GiB of the host's memory, and %.1f GiB are free", s->label,
             HOST_SHARE * s->gib, host / 0x1p30);
  return !why->length;
}

bool case_is_listed(const struct pmpp_case_spec *s) {
  return (s->where & (PMPP_GATED | PMPP_UNLISTED)) == PMPP_GATED;
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

int case_schedules(const struct pmpp_case *c, uint64_t warp_blocks, int asked) {
  enum { LARGE_BYTES = 1 << 20, MAX_OF_LARGE = 3, MUCH_WORK = 10000, MAX_OF_MUCH = 4 };
  int64_t bytes = 0;
  for (int i = 0; i < c->n_bufs; i++) bytes += buf_bytes(&c->buf[i]);
  int most = bytes > LARGE_BYTES ? MAX_OF_LARGE : warp_blocks > MUCH_WORK ? MAX_OF_MUCH : asked;
  return asked < most ? asked : most;
}

bool case_runs_on(const struct pmpp_case_spec *s, enum backend backend) {
  return s->where & (backend == BACKEND_EMU ? PMPP_ON_EMU | PMPP_GATED : PMPP_ON_GPU);
}

bool case_is_wanted(const struct pmpp_case_spec *s, enum backend backend, bool large) {
  return case_runs_on(s, backend) && (large || backend == BACKEND_EMU || !(s->where & PMPP_LARGE));
}
