// Draws patches and probes.
#include "grader/bench/patch.h"
#include <stdlib.h>
#include <string.h>

enum { SMALL_OUTPUTS = 1 << 20 };

bool outputs_small(const struct pmpp_case *c) {
  int64_t bytes = 0;
  for (int i = 0; i < c->n_bufs; i++)
    if (buf_has_output(&c->buf[i])) bytes += buf_bytes(&c->buf[i]);
  return bytes <= SMALL_OUTPUTS;
}

static int64_t below(uint64_t *random, int64_t n) {
  return (int64_t)(((unsigned __int128)pmpp_random(random) * n) >> 64);
}

static int golden_size(int type) {
  return pmpp_type_is_float(type) ? 8 : pmpp_type_size(type);
}

static void patch_one(struct sample_plan *p, const struct pmpp_task *task, struct pmpp_case *c, int arg,
                      uint64_t *random) {
  struct pmpp_buf *b = &c->buf[arg];
  int size = pmpp_type_size(b->arg.type);
  int64_t i = below(random, b->arg.count);
  char *element = (char *)b->data + i * size;
  uint64_t old = read_bits(b->data, b->arg.type, i), new;
  if (task->patch_value)
    new = task->patch_value(c, arg, i, pmpp_random(random));
  else
    new = read_bits(b->data, b->arg.type, below(random, b->arg.count));
  memcpy(element, &new, size);
  if (task->update) task->update(c, arg, i, old);
  p->patch[p->n_patches++] = (struct pmpp_patch){.arg = arg, .index = i, .bits = new};
}

static void pick(const struct pmpp_case *c, bool (*want)(const struct pmpp_buf *), int *list, int *n) {
  *n = 0;
  for (int i = 0; i < c->n_bufs; i++)
    if (want(&c->buf[i]) && c->buf[i].arg.count > 0) list[(*n)++] = i;
}

void plan_make(struct sample_plan *p, const struct pmpp_task *task, struct pmpp_case *c, uint64_t *random) {
  *p = (struct sample_plan){0};
  int list[PMPP_MAX_ARGS], n;
  pick(c, buf_has_input, list, &n);
  for (int k = 0; n && k < PMPP_MAX_PATCHES; k++) patch_one(p, task, c, list[k % n], random);
  if (!task->update) task->golden(c);
  pick(c, buf_has_output, list, &n);
  bool whole = outputs_small(c);
  for (int k = 0; whole && k < n; k++) {
    const struct pmpp_buf *b = &c->buf[list[k]];
    size_t bytes = b->arg.count * golden_size(b->arg.type);
    p->golden[list[k]] = memcpy(must_alloc(bytes), b->golden, bytes);
    p->abs_bound[list[k]] = b->abs_bound;
    p->rel_bound[list[k]] = b->rel_bound;
  }
  for (int k = 0; !whole && n && k < PMPP_MAX_PATCHES; k++) {
    const struct pmpp_buf *b = &c->buf[list[k % n]];
    int64_t i = below(random, b->arg.count);
    int size = golden_size(b->arg.type);
    p->probe[k] = (struct pmpp_probe){.arg = list[k % n], .index = i};
    memcpy(&p->probe_golden[k], (char *)b->golden + i * size, size);
    p->probe_abs[k] = b->bounds ? b->bounds[i] : b->abs_bound;
    p->probe_rel[k] = b->rel_bound;
    p->n_probes = k + 1;
  }
}

void plan_free(struct sample_plan *p) {
  for (int i = 0; i < PMPP_MAX_ARGS; i++) free(p->golden[i]);
  *p = (struct sample_plan){0};
}

void plan_request(const struct sample_plan *p, struct pmpp_request *request) {
  request->n_patches = p->n_patches;
  request->n_probes = p->n_probes;
  request->download_all = p->n_probes == 0;
  memcpy(request->patch, p->patch, sizeof p->patch);
  memcpy(request->probe, p->probe, sizeof p->probe);
}

bool plan_right(const struct sample_plan *p, const struct pmpp_case *c, const struct worker *w,
                const struct pmpp_request *request, const struct pmpp_reply *reply, struct difference *d) {
  struct pattern pattern;
  for (int i = 0; i < c->n_bufs; i++) {
    if (!p->golden[i]) continue;
    struct pmpp_buf b = c->buf[i];
    b.golden = p->golden[i];
    b.abs_bound = p->abs_bound[i];
    b.rel_bound = p->rel_bound[i];
    if (compare(&b, worker_output(w, request, i), d, &pattern)) continue;
    d->arg = i;
    return false;
  }
  for (int k = 0; k < p->n_probes; k++) {
    struct pmpp_buf b = c->buf[p->probe[k].arg];
    uint64_t golden = p->probe_golden[k];
    int64_t at = p->probe[k].index;
    if (!b.accept) { // else it looks at the element's place among the others
      b.golden = &golden;
      b.bounds = NULL;
      b.abs_bound = p->probe_abs[k];
      b.rel_bound = p->probe_rel[k];
      at = 0;
    }
    if (element_right(&b, at, reply->probe[k])) continue;
    *d = (struct difference){.arg = p->probe[k].arg,
                             .count = b.arg.count,
                             .columns = b.columns,
                             .wrong = 1,
                             .n_shown = 1,
                             .bound = element_bound(&b, at),
                             .bound_text = b.bound_text,
                             .several = b.accept};
    memcpy(d->name, b.arg.name, sizeof d->name);
    d->shown[0] =
        (struct mismatch){p->probe[k].index, golden_value(&b, at), bits_value(b.arg.type, reply->probe[k])};
    return false;
  }
  return true;
}
