// The judge of what the host did in a kernel's place (emu).
#include "grader/judge/verdict.h"
#include <inttypes.h>

// To compute the result on the host, a submission must copy the input back. It may copy the outputs on the host, and 16 bytes
// for each launch that touches memory and for one more, to choose the next launch; but no more often than the task takes
// steps. A launch that touches nothing needs no choice. Cases with inputs on the host are exempt.
enum { STEERING_BYTES = 16, STEPS = 4 };

static uint64_t times_steered(const struct trial *x) {
  const struct pmpp_task *task = x->r->task;
  uint64_t most = task->steps ? (uint64_t)task->steps(x->c) : STEPS,
           times = 1 + x->report.launches_that_touch;
  return times < most ? times : most;
}

static uint64_t host_bytes_allowed(const struct trial *x) {
  uint64_t bytes = STEERING_BYTES * times_steered(x);
  for (int i = 0; i < x->c->n_bufs; i++) {
    const struct pmpp_buf *b = &x->c->buf[i];
    if (b->arg.place != PMPP_HOST) continue;
    if (buf_has_input(b) && b->arg.count > 1) return UINT64_MAX;
    bytes += buf_bytes(b);
  }
  return bytes;
}

void suspect_host_work(struct trial *x) {
  if (x->suspicion.length || x->r->backend != BACKEND_EMU) return;
  uint64_t allowed = host_bytes_allowed(x), copied = x->report.bytes_to_host;
  uint64_t moved = x->report.total.v[EMU_global_bytes_touched] + x->report.bytes_by_calls;
  if (copied > allowed)
    text_add(&x->suspicion,
             "%s%s let the host read %" PRIu64
             " bytes of device memory in case %s. The outputs on the host, and %d bytes to choose the next "
             "launch, %" PRIu64 " times in this case, make %" PRIu64
             ": a kernel must do the rest of the work",
             x->r->task->prefix, x->r->task->name, copied, x->c->spec->label, STEERING_BYTES,
             times_steered(x), allowed);
  else if (moved < x->c->floor_bytes / 2 && (x->c->spec->where & PMPP_GATED))
    text_add(
        &x->suspicion,
        "%s%s touched %" PRIu64
        " bytes of device memory in case %s, but the task needs at least %.0f: its kernels' own loads and "
        "stores did not move the data",
        x->r->task->prefix, x->r->task->name, moved, x->c->spec->label, x->c->floor_bytes);
}

bool judge_host_work(struct trial *x) {
  if (!x->suspicion.length) return false;
  x->r->verdict = VERDICT_REJECTED;
  x->r->failed_case[0] = 0; // of a missed gate; the message names its own
  text_add(&x->r->message, "%s", text_get(&x->suspicion));
  return true;
}
