// Keeps of each place the worst request and the patterns of the others, and of each kernel the course of one block.
#include "count/sample.h"
#include "base/text.h"
#include "memory/image.h"
#include "memory/launch.h"
#include <stdio.h>
#include <string.h>

bool sampling;

static void add_access(uint32_t pc);

// ---- requests ----

static struct sample *samples;
static uint32_t n_samples;

struct cost sample_cost(void) {
  const uint64_t *v = M.counters->v;
  return (struct cost){v[EMU_global_load_sectors] + v[EMU_global_store_sectors] +
                           v[EMU_shared_load_wavefronts] + v[EMU_shared_store_wavefronts] +
                           v[EMU_constant_load_wavefronts] + v[EMU_atomic_serial_steps],
                       v[EMU_global_sectors_ideal] + v[EMU_shared_wavefronts_ideal]};
}

static struct sample *find(uint32_t pc, int space) {
  for (struct sample *s = samples; s < samples + n_samples; s++)
    if (s->worst.pc == pc && s->worst.space == space) return s;
  return NULL;
}

const struct sample *sample_of(uint32_t pc, int space) {
  return find(pc, space);
}

// Equal for requests that differ only by a whole number of 128-byte lines.
static uint64_t shape_of(const struct request *r) {
  uint64_t shape = seed_mix(r->lanes), base = r->addr[__builtin_ctz(r->lanes)] & ~127ull;
  for (int l = 0; l < WARP; l++)
    if (r->lanes >> l & 1) shape = seed_mix(shape ^ (r->addr[l] - base)) + r->size[l];
  return shape;
}

void sample_request(uint32_t pc, const uint64_t *packed, const uint32_t *lane, int lanes,
                    struct cost before) {
  struct cost after = sample_cost();
  add_access(pc);
  struct request r = {.pc = pc,
                      .space = log_space(packed[0]),
                      .kind = log_kind(packed[0]),
                      .cost = after.cost - before.cost,
                      .ideal = after.ideal - before.ideal};
  for (int k = 0; k < lanes; k++) {
    r.lanes |= 1u << lane[k];
    r.addr[lane[k]] = log_addr(packed[k]);
    r.size[lane[k]] = (uint8_t)log_size(packed[k]);
  }
  struct sample *s = find(pc, r.space);
  if (!s) {
    samples = must_realloc(samples, (n_samples + 1) * sizeof *samples);
    s = &samples[n_samples++];
    *s = (struct sample){.worst = r};
  }
  s->requests++;
  if (r.cost > s->worst.cost) s->worst = r;
  uint64_t shape = shape_of(&r);
  int i = 0;
  while (i < s->n_patterns && s->pattern[i].shape != shape) i++;
  if (i == PATTERNS) return;
  if (i == s->n_patterns) {
    s->n_patterns++;
    s->pattern[i].first = r;
    s->pattern[i].shape = shape;
  }
  s->pattern[i].count++;
}

const struct request *sample_most_common(const struct sample *s, uint64_t *count) {
  int best = 0;
  for (int i = 1; i < s->n_patterns; i++)
    if (s->pattern[i].count > s->pattern[best].count) best = i;
  *count = s->pattern[best].count;
  return &s->pattern[best].first;
}

// ---- the course of a block ----

static struct course *courses;
static int n_courses;
static uint32_t warp;

const struct course *sample_courses(int *n) {
  *n = n_courses;
  return courses;
}

// The running block's, or NULL where another block of its kernel is kept.
static struct course *running(void) {
  for (struct course *c = courses; c < courses + n_courses; c++) {
    if (c->name == M.block_first_epoch) return c;
    if (strncmp(c->kernel, L.kernel, sizeof c->kernel - 1) == 0) return NULL;
  }
  if (n_courses == COURSES) return NULL;
  courses = must_realloc(courses, (size_t)(n_courses + 1) * sizeof *courses);
  struct course *c = &courses[n_courses++];
  memset(c, 0, sizeof *c);
  snprintf(c->kernel, sizeof c->kernel, "%s", L.kernel);
  memcpy(c->block, L.block_index, sizeof c->block);
  memcpy(c->threads, L.block, sizeof c->threads);
  c->n_warps = L.n_warps;
  c->name = M.block_first_epoch;
  c->shared = M.dynamic_size + image_static_shared(L.kernel);
  return c;
}

static void add_step(enum step_kind kind, uint32_t pc, uint32_t lanes) {
  struct course *c = running();
  if (!c) return;
  struct step *last = c->n ? &c->step[c->n - 1] : NULL;
  if (last && kind == STEP_BLOCKS && last->kind == kind && last->warp == warp && last->lanes == lanes &&
      pc >= last->pc) { // forwards: a loop's next pass begins a step
    last->count++;
    return;
  }
  if (c->n == STEPS) {
    c->dropped++;
    return;
  }
  c->step[c->n++] = (struct step){kind, warp, pc, lanes, 1};
}

// It belongs to the basic block that ran last.
static void add_access(uint32_t pc) {
  struct course *c = running();
  if (!c || !c->n || c->dropped || c->n_accesses == COURSE_ACCESSES) return;
  const struct step *last = &c->step[c->n - 1];
  if (last->kind == STEP_BLOCKS && last->warp == warp)
    c->access[c->n_accesses++] = (struct course_access){pc, c->n - 1, last->count - 1};
}

void sample_warp(const struct warp *w) {
  warp = w->index;
}

void sample_block(uint32_t pc, uint32_t lanes) {
  add_step(STEP_BLOCKS, pc, lanes);
}

void sample_segment(const struct warp *w) {
  const struct thread *t = &L.thread[w->index * WARP];
  uint32_t barrier = 0, exchange = 0, pc = 0;
  for (uint32_t l = 0; l < w->lanes; l++) {
    if (t[l].state == AT_BARRIER) barrier |= 1u << l, pc = t[l].barrier_pc;
    if (t[l].state == AT_WARP_OP) exchange |= 1u << l, pc = t[l].op_pc;
  }
  if (exchange)
    add_step(STEP_EXCHANGE, pc, exchange);
  else if (barrier)
    add_step(STEP_BARRIER, pc, barrier);
}
