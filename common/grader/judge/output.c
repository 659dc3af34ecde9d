// The judge of outputs, and what tells why one may be wrong.
#include "grader/judge/hint.h"
#include "grader/judge/verdict.h"
#include <stdlib.h>
#include <string.h>

bool outputs_right(struct trial *x) {
  for (int i = 0; i < x->c->n_bufs; i++) {
    const struct pmpp_buf *b = &x->c->buf[i];
    if (!buf_has_output(b)) continue;
    if (compare(b, worker_output(&x->worker, &x->request, i), &x->r->difference, &x->pattern)) continue;
    x->r->difference.arg = i;
    return false;
  }
  return true;
}

// emu: runs the failing case under two more schedules; true if the differing output changes.
static bool depends_on_schedule(struct trial *x, int schedule) {
  int arg = x->r->difference.arg;
  size_t bytes = buf_bytes(&x->c->buf[arg]);
  char *first = must_alloc(bytes);
  memcpy(first, worker_output(&x->worker, &x->request, arg), bytes);
  bool differs = false;
  for (int k = 1; k <= 2 && !differs; k++) {
    if (!trial_ask(x, schedule_seed(x->g, schedule + x->g->schedules + k)))
      k = 3;
    else if (x->reply.status == PMPP_DONE)
      differs = memcmp(first, worker_output(&x->worker, &x->request, arg), bytes) != 0;
  }
  free(first);
  return differs;
}

// The input of the output's type whose elements all wrong ones are, or NULL.
static const char *copied_input(const struct trial *x) {
  const struct pmpp_buf *out = &x->c->buf[x->r->difference.arg];
  const void *output = worker_output(&x->worker, &x->request, x->r->difference.arg);
  for (int k = 0; k < x->c->n_bufs; k++) {
    const struct pmpp_buf *in = &x->c->buf[k];
    bool same = buf_has_input(in) && in->arg.type == out->arg.type && in->arg.count == out->arg.count;
    for (int64_t i = 0; i < out->arg.count && same; i++) {
      uint64_t bits = read_bits(output, out->arg.type, i);
      same = element_right(out, i, bits) || bits == read_bits(in->data, in->arg.type, i);
    }
    if (same) return in->arg.name;
  }
  return NULL;
}

bool judge_output(struct trial *x) {
  if (!x->golden || outputs_right(x)) return false;
  x->r->verdict = VERDICT_WRONG;
  return true;
}

void hint_at_output(struct trial *x, int schedule) {
  struct task_result *r = x->r;
  if (r->verdict != VERDICT_WRONG || r->difference.arg < 0) return;
  const char *copied = copied_input(x); // before the worker runs again
  struct symptom s = {.pattern = &x->pattern,
                      .depends_on_schedule = r->backend == BACKEND_EMU && depends_on_schedule(x, schedule),
                      .copied = copied,
                      .c = x->c,
                      .got = &r->difference,
                      .passed_size = r->passed_size,
                      .failed_size = x->c->spec->size[0]};
  hint_for(&s, &r->hint);
}
