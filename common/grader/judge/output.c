// The judge of outputs, and what tells why one may be wrong.
#include "grader/judge/evidence.h"
#include "grader/judge/hint.h"
#include "grader/judge/mistake.h"
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

// The input of the output's type whose elements all wrong ones are: "" for what the output held itself; NULL: none.
static const char *copied_input(const struct pmpp_case *c, int arg, const void *output) {
  const struct pmpp_buf *out = &c->buf[arg];
  for (int k = 0; k < c->n_bufs; k++) {
    const struct pmpp_buf *in = &c->buf[k];
    bool same = buf_has_input(in) && in->arg.type == out->arg.type && in->arg.count == out->arg.count;
    for (int64_t i = 0; i < out->arg.count && same; i++) {
      uint64_t bits = read_bits(output, out->arg.type, i);
      same = element_right(out, i, bits) || bits == read_bits(in->data, in->arg.type, i);
    }
    if (same) return in == out ? "" : in->arg.name;
  }
  return NULL;
}

// Threads of a block, where all launches that were counted have the same; else 0.
static int64_t block_of(const struct emu_report *report) {
  int64_t block = 0;
  for (uint32_t i = 0; i < report->n_launches; i++) {
    const uint32_t *x = report->launch[i].block;
    int64_t threads = (int64_t)x[0] * x[1] * x[2];
    if (i > 0 && threads != block) return 0;
    block = threads;
  }
  return report->launches_dropped ? 0 : block;
}

// Threads of the largest launch; 0 where some launches were not noted.
static int64_t most_threads(const struct emu_report *report) {
  int64_t most = 0;
  for (uint32_t i = 0; i < report->n_launches; i++) {
    const uint32_t *g = report->launch[i].grid, *b = report->launch[i].block;
    int64_t threads = (int64_t)g[0] * g[1] * g[2] * b[0] * b[1] * b[2];
    if (threads > most) most = threads;
  }
  return report->launches_dropped ? 0 : most;
}

// Of the largest launch the threads in x and in y.
static void threads_along(const struct emu_report *report, int64_t along[2]) {
  for (uint32_t i = 0; i < report->n_launches && !report->launches_dropped; i++) {
    const uint32_t *g = report->launch[i].grid, *b = report->launch[i].block;
    int64_t x = (int64_t)g[0] * b[0], y = (int64_t)g[1] * b[1];
    if (x * y > along[0] * along[1]) along[0] = x, along[1] = y;
  }
}

// Is there a part of the label, which commas separate, with these n characters?
static bool has_part(const char *label, const char *part, size_t n) {
  for (;; label += strspn(label, ", ")) {
    size_t length = strcspn(label, ",");
    if (length == n && memcmp(label, part, n) == 0) return true;
    label += length;
    if (!*label) return false;
  }
}

// The parts of the failing case's label, sizes apart, that no case before has; for the caller to free.
static char *new_in_label(const struct trial *x) {
  const struct pmpp_task *task = x->r->task;
  struct text found = {0};
  for (const char *part = x->c->spec->label; *part; part += strspn(part, ", ")) {
    size_t n = strcspn(part, ",");
    bool size = memchr(part, '=', n) && strchr("nmk", *part),
         known = size || strcspn(part, "0123456789") == 0;
    for (int i = 0; i < task->n_cases && &task->cases[i] < x->c->spec && !known; i++)
      known = case_is_wanted(&task->cases[i], x->r->backend, x->g->large) &&
              has_part(task->cases[i].label, part, n);
    if (!known) text_add(&found, "%s%.*s", found.length ? ", " : "", (int)n, part);
    part += n;
  }
  return found.s;
}

static int64_t largest_before(const struct trial *x) {
  const struct pmpp_task *task = x->r->task;
  int64_t largest = -1;
  for (int i = 0; i < task->n_cases && &task->cases[i] < x->c->spec; i++)
    if (case_is_wanted(&task->cases[i], x->r->backend, x->g->large) && task->cases[i].size[0] > largest)
      largest = task->cases[i].size[0];
  return largest;
}

bool judge_output(struct trial *x) {
  if (!x->golden || outputs_right(x)) return false;
  x->r->verdict = VERDICT_WRONG;
  return true;
}

// What the task's known mistakes say that give exactly this output, those with other inputs, and more than half of the other cases
// that fail (in some of these a mistake may show in another way): up to three, for the caller to free. If more do, or if there are
// fewer than three wrong elements, nothing is known. One that gives this very output says more than one that others would fit, too.
static char *mistake_of(const struct trial *x, const void *output, const struct observation *seen, int n) {
  const struct task_result *r = x->r;
  const int arg = r->difference.arg, most = r->task->n_mistakes;
  uint64_t loose, fit = mistakes_that_fit(r->task, x->c, arg, output, NULL, &loose);
  int64_t points = x->pattern.wrong;
  int votes[64] = {0}, others[64] = {0}, told = 0;
  for (int i = 0; i < n && fit; i++) {
    uint64_t silent, here = mistakes_that_fit(r->task, seen[i].c, arg, seen[i].output, &silent, NULL);
    points += seen[i].p.wrong;
    if (seen[i].same_sizes) fit &= here | silent;
    for (int k = 0; k < most && k < 64; k++) {
      others[k] += !seen[i].same_sizes && !(silent >> k & 1);
      votes[k] += !seen[i].same_sizes && here >> k & 1;
    }
  }
  struct text said = {0};
  for (int k = 0; k < most && k < 64; k++)
    if (2 * votes[k] < others[k]) fit &= ~(UINT64_C(1) << k);
  if (fit & ~loose) fit &= ~loose;
  for (int k = 0; k < most && k < 64; k++) {
    if (!(fit >> k & 1) || strstr(text_get(&said), r->task->mistakes[k].hint) || points < 3) continue;
    text_add(&said, "%s%s", told++ ? "; or " : "", r->task->mistakes[k].hint);
  }
  if (told > 3) text_free(&said);
  return said.s;
}

bool has_note(const struct task_result *r, enum emu_note_kind kind) {
  for (int i = 0; i < r->n_notes; i++)
    if (r->note[i].kind == kind) return true;
  return false;
}

void hint_at_output(struct trial *x, int schedule) {
  struct task_result *r = x->r;
  if (r->verdict != VERDICT_WRONG || r->difference.arg < 0) return;
  const struct pmpp_buf *out = &x->c->buf[r->difference.arg];
  bool emu = r->backend == BACKEND_EMU;
  void *output = memcpy(must_alloc(buf_bytes(out) + 1),
                        worker_output(&x->worker, &x->request, r->difference.arg), buf_bytes(out));
  int64_t launches = emu ? (int64_t)x->report.total.v[EMU_launches] : -1,
          blocks = emu ? most_blocks(&x->report) : 0;
  int64_t block = emu ? block_of(&x->report) : 0, threads = emu ? most_threads(&x->report) : 0;
  int64_t along[2] = {0};
  if (emu) threads_along(&x->report, along);
  bool depends = emu && depends_on_schedule(x, schedule);
  struct observation seen[MOST_EVIDENCE];
  int n = depends || launches == 0 ? 0 : evidence_gather(x, r->difference.arg, seen);
  char *mistake = mistake_of(x, output, seen, n);
  const char *copied = copied_input(x->c, r->difference.arg, output);
  for (int i = 0; i < n && copied; i++) {
    const char *other = copied_input(seen[i].c, r->difference.arg, seen[i].output);
    if (!other || strcmp(other, copied) != 0) copied = NULL;
  }
  char *first_with = x->r->cases_run > 1 ? new_in_label(x) : NULL;
  struct symptom s = {.pattern = &x->pattern,
                      .depends_on_schedule = depends,
                      .block = block,
                      .threads = threads,
                      .blocks = blocks,
                      .along = {along[0], along[1]},
                      .no_launch = launches == 0,
                      .shared_work = emu && has_note(r, EMU_NOTE_SAME_VALUE),
                      .mistake = mistake,
                      .first_with = first_with,
                      .copied = copied,
                      .c = x->c,
                      .output = output,
                      .got = &r->difference,
                      .seen = seen,
                      .n_seen = n,
                      .passed_size = r->passed_size,
                      .largest_before = x->r->cases_run > 1 ? largest_before(x) : -1,
                      .failed_size = x->c->spec->size[0]};
  hint_for(&s, &r->hint);
  evidence_free(seen, n);
  free(first_with);
  free(mistake);
  free(output);
}
