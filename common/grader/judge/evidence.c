// A single wrong output fits many explanations. Those that are told have to fit these, too.
#include "grader/judge/evidence.h"
#include "grader/judge/case.h"
#include <stdlib.h>
#include <string.h>

// A student waits for the explanation: what is run for it is small, and ends soon.
enum { DRAWS = 3, OTHER_CASES = 14, EVIDENCE_ELEMENTS = 1 << 16, EVIDENCE_OPS = 1 << 24 };
static const double SECONDS = 2;

int64_t most_blocks(const struct emu_report *report) {
  int64_t most = 0;
  for (uint32_t i = 0; i < report->n_launches; i++) {
    const uint32_t *g = report->launch[i].grid;
    int64_t blocks = (int64_t)g[0] * g[1] * g[2];
    if (blocks > most) most = blocks;
  }
  return report->launches_dropped ? 0 : most;
}

// Scratch counts for nothing: it has a fixed size beside its share of n, and nobody fills it.
static bool is_soon_done(const struct pmpp_case *c) {
  int64_t elements = 0;
  for (int i = 0; i < c->n_bufs; i++)
    if (buf_has_input(&c->buf[i]) || buf_has_output(&c->buf[i])) elements += c->buf[i].arg.count;
  return elements <= EVIDENCE_ELEMENTS && c->floor_ops <= EVIDENCE_OPS;
}

// Runs the case, which becomes the observation's or is freed. Returns whether the worker answered.
static bool observe(struct trial *x, struct pmpp_case *c, int arg, struct observation *o, bool *wrong) {
  *wrong = false;
  bool answered = true;
  bool same_output = arg < c->n_bufs && strcmp(c->buf[arg].arg.name, x->r->difference.name) == 0;
  if (same_output && is_soon_done(c)) {
    x->r->task->golden(c);
    x->c = c;
    answered = trial_ask(x, x->g->seed);
    const void *output = worker_output(&x->worker, &x->request, arg);
    bool done = answered && x->reply.status == PMPP_DONE && !x->report.n_hazards;
    if (done && !compare(&c->buf[arg], output, &o->d, &o->p)) {
      *wrong = true;
      o->c = c;
      o->d.arg = arg;
      o->output = memcpy(must_alloc(buf_bytes(&c->buf[arg])), output, buf_bytes(&c->buf[arg]));
      o->blocks = x->r->backend == BACKEND_EMU ? most_blocks(&x->report) : 0;
    }
  }
  if (!*wrong) case_free(c);
  return answered;
}

// The worker that is there can run it.
static bool comparable(const struct trial *x, const struct pmpp_case_spec *a,
                       const struct pmpp_case_spec *b) {
  bool emu = x->r->backend == BACKEND_EMU;
  return a->ranks == b->ranks && (!emu || (a->processors == b->processors && a->devices == b->devices)) &&
         case_is_wanted(b, x->r->backend, x->g->large) && !b->gib;
}

static int run_all(struct trial *x, const struct pmpp_case_spec *spec, int arg, struct observation *seen) {
  const struct pmpp_task *task = x->r->task;
  int n = 0, tried = 0;
  bool wrong, going = true;
  for (int k = 1; k <= DRAWS && going; k++) {
    going =
        observe(x, case_make(task, (int)(spec - task->cases), x->g->seed + 1000 * k), arg, &seen[n], &wrong);
    seen[n].same_sizes = true;
    n += wrong;
  }
  for (const struct pmpp_case_spec *s = spec + 1; s < task->cases + task->n_cases && going; s++) {
    if (n == MOST_EVIDENCE || tried == OTHER_CASES) break;
    if (!comparable(x, spec, s)) continue;
    tried++;
    going = observe(x, case_make(task, (int)(s - task->cases), x->g->seed), arg, &seen[n], &wrong);
    n += wrong;
  }
  return n;
}

int evidence_gather(struct trial *x, int arg, struct observation seen[MOST_EVIDENCE]) {
  if (x->c->spec->ranks) return 0; // starting them takes long
  struct trial *kept = must_alloc(sizeof *kept);
  struct grading quick = *x->g;
  *kept = *x;
  if (quick.timeout > SECONDS) quick.timeout = SECONDS;
  x->g = &quick;
  x->no_answer = (struct text){0};
  memset(seen, 0, MOST_EVIDENCE * sizeof *seen);
  int n = run_all(x, kept->c->spec, arg, seen);
  text_free(&x->no_answer);
  struct worker worker = x->worker;
  *x = *kept;
  x->worker = worker;
  free(kept);
  return n;
}

void evidence_free(struct observation *seen, int n) {
  for (int i = 0; i < n; i++) {
    case_free(seen[i].c);
    free((void *)seen[i].output);
  }
}
