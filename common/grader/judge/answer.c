// What is said of an answer that is not DONE, of one that never came, and of what a call should have left alone.
#include "grader/judge/hint.h"
#include "grader/judge/verdict.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void add_hazard(struct task_result *r, enum emu_hazard_kind kind, const char *what, const char *advice) {
  if (r->n_hazards == EMU_MAX_HAZARDS) return;
  struct emu_hazard *h = &r->hazard[r->n_hazards++];
  *h = (struct emu_hazard){.kind = kind, .count = 1};
  snprintf(h->what, sizeof h->what, "%s", what);
  snprintf(h->advice, sizeof h->advice, "%s", advice);
  r->verdict = VERDICT_HAZARD;
}

static void describe_guard(const struct pmpp_case *c, const struct pmpp_reply *reply, struct task_result *r) {
  const struct pmpp_buf *b = &c->buf[reply->guard_arg];
  char *what;
  int64_t beyond = reply->guard_byte - buf_bytes(b);
  if (reply->guard_byte < 0)
    what = must_print("a byte %" PRId64 " before the first element of %s was overwritten", -reply->guard_byte,
                      b->arg.name);
  else
    what = must_print("a byte %" PRId64 " after the last of the %" PRId64 " elements of %s was overwritten",
                      beyond + 1, b->arg.count, b->arg.name);
  bool host = b->arg.place == PMPP_HOST;
  add_hazard(
      r, EMU_HAZARD_OUT_OF_BOUNDS, what,
      host
          ? "the array is in the host's memory: does a copy to it bring more than is left there? The last of "
            "several chunks may be shorter"
          : "compare every index with the length before writing; the emulator shows the thread and the "
            "line");
  free(what);
}

// The contract function that the reply is about: the task's, or the one that is called before it. Names come from the
// worker, whose process is the submission's: they are for messages alone.
static void add_function(const struct pmpp_reply *reply, struct task_result *r) {
  if (reply->function[0])
    text_add_clean(&r->message, reply->function, strlen(reply->function));
  else
    text_add(&r->message, "%s%s", r->task->prefix, r->task->name);
}

// Whether the file has this name in it; true if it cannot be read.
static bool declares(const char *path, const char *function) {
  struct text text = {0};
  bool found = !text_read_file(&text, path, 1 << 20) || strstr(text_get(&text), function);
  text_free(&text);
  return found;
}

void describe_status(const struct grading *g, const struct pmpp_case *c, const struct pmpp_reply *reply,
                     struct task_result *r) {
  switch (reply->status) {
  case PMPP_STATUS_TODO:
    r->verdict = VERDICT_TODO;
    if (reply->function[0] && !ends_with(reply->function, r->task->name)) {
      add_function(reply, r);
      text_add(&r->message, " answered PMPP_TODO");
    }
    break;
  case PMPP_STATUS_MISSING:
    r->verdict = VERDICT_REJECTED;
    text_add(&r->message, "%s does not define ", g->file);
    add_function(reply, r);
    text_add(&r->message, ", declared in %s", g->header);
    if (g->header_path && reply->function[0] && !declares(g->header_path, reply->function))
      text_add(&r->hint,
               "%s does not declare it: the header was changed. Get it back as it was; your functions keep "
               "the names "
               "that it declares",
               g->header);
    break;
  case PMPP_STATUS_CUDA_ERROR:
    r->verdict = VERDICT_WRONG;
    add_function(reply, r);
    text_add(&r->message, " ended with CUDA error %d: ", (int)reply->cuda_error);
    text_add_clean(&r->message, reply->error, strlen(reply->error));
    if (hint_for_error(reply->cuda_error)) text_add(&r->hint, "%s", hint_for_error(reply->cuda_error));
    break;
  case PMPP_STATUS_RANK:
    r->verdict = VERDICT_CRASH;
    text_add_clean(&r->message, reply->error, strlen(reply->error));
    break;
  case PMPP_STATUS_GUARD:
    describe_guard(c, reply, r);
    break;
  case PMPP_STATUS_NO_DEVICE:
    r->verdict = VERDICT_NOT_ASSESSED;
    text_add_clean(&r->message, reply->error, strlen(reply->error));
    break;
  default:
    r->verdict = VERDICT_INFRA;
    text_add(&r->message, "the worker reports: ");
    text_add_clean(&r->message, reply->error, strlen(reply->error));
  }
}

void describe_no_answer(enum worker_answer answer, const struct text *why, struct task_result *r) {
  r->verdict = (answer == WORKER_TIMEOUT                                 ? VERDICT_TIMEOUT
                : answer == WORKER_STARVED                               ? VERDICT_INFRA
                : answer == WORKER_NO_SANDBOX || answer == WORKER_KILLED ? VERDICT_INFRA
                                                                         : VERDICT_CRASH);
  text_add(&r->message, "the worker %s", text_get(why));
  if (answer == WORKER_TIMEOUT)
    text_add(&r->hint, "does every loop end? Half of 0 is 0, so halving never leads below 0; a flag that is "
                       "polled must be set by a block "
                       "that runs");
}

static bool has_same_value_note(const struct task_result *r, const struct emu_report *report) {
  for (int i = 0; i < r->n_notes; i++)
    if (r->note[i].kind == EMU_NOTE_SAME_VALUE) return true;
  for (uint32_t i = 0; i < report->n_notes; i++)
    if (report->note[i].kind == EMU_NOTE_SAME_VALUE) return true;
  return false;
}

// Why it may have taken too long, from what was seen before the end.
static void explain_no_answer(struct trial *x) {
  struct task_result *r = x->r;
  bool endless = r->n_hazards == 1 && r->hazard[0].kind == EMU_HAZARD_DEADLOCK;
  if (r->n_hazards) {
    text_free(&r->hint);
    if (!endless)
      text_add(&r->hint, "mend the hazard first: it was found before the end and may be its cause");
  } else if (x->answer == WORKER_TIMEOUT && r->cases_run > 1 && has_same_value_note(r, &x->report)) {
    text_free(&r->hint);
    text_add(&r->hint, "threads do each other's work (see the note), so that there is too much of it: is the "
                       "index, or the step "
                       "of the loop, the number of blocks where it should be that of all threads?");
  }
}

bool judge_no_answer(struct trial *x) {
  if (x->answer == WORKER_ANSWERED) return false;
  describe_no_answer(x->answer, &x->no_answer, x->r);
  trial_hazards(x);
  explain_no_answer(x);
  return true;
}

bool judge_todo(struct trial *x) {
  if (x->reply.status != PMPP_STATUS_TODO) return false;
  describe_status(x->g, x->c, &x->reply, x->r);
  return true;
}

bool judge_failure(struct trial *x) {
  if (x->reply.status == PMPP_DONE) return false;
  describe_status(x->g, x->c, &x->reply, x->r);
  return true;
}

// A call must not change an input, or the plan that all calls share. The message cannot name the function
// that changed an input: the task's or the one before it.
bool judge_changed(struct trial *x) {
  if (!x->reply.changed) return false;
  struct task_result *r = x->r;
  const struct pmpp_reply *reply = &x->reply;
  const struct pmpp_case *c = x->c;
  const struct pmpp_buf *b = &c->buf[reply->changed - 1];
  int type = (int)b->arg.type;
  int64_t i = reply->changed_element;
  char was[40], is[40];
  r->verdict = VERDICT_WRONG;
  value_print(is, bits_value(type, reply->changed_bits));
  if (b->arg.role == PMPP_PLAN) {
    text_add(&r->message, "%s%s changed %s, which all calls share: %s[%" PRId64 "] became %s",
             r->task->prefix, r->task->name, b->arg.name, b->arg.name, i, is);
    text_add(&r->hint, "values of a single call belong in scratch");
    return true;
  }
  uint64_t old = read_bits(b->data, type, i);
  value_print(was, bits_value(type, old));
  text_add(&r->message, "an input was changed: %s[%" PRId64 "] was %s and became %s", b->arg.name, i, was,
           is);
  if (strcmp(was, is) == 0) // two NaNs
    text_add(&r->message, " (bits 0x%" PRIx64 " and 0x%" PRIx64 ")", old, reply->changed_bits);
  text_add(&r->hint,
           "%s declares it const: does every store go to the output, or to scratch where there is one?",
           x->g->header);
  if (r->backend == BACKEND_GPU)
    text_add(&r->hint,
             " An index out of range may change it, too: the emulator shows the thread and the line");
  return true;
}
