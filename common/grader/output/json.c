// Writes the result file.
#include "grader/die.h"
#include "grader/output/json.h"
#include "grader/judge/gate.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void json_value(struct json *j, const char *key, struct value v) {
  if (!v.is_whole) {
    json_number(j, key, v.real);
    return;
  }
  if (v.is_signed)
    json_whole(j, key, (int64_t)v.whole);
  else
    json_count(j, key, v.whole);
}

// ---- the document ----

static void mismatch(struct json *j, const char *key, const struct task_result *t, int i) {
  const struct difference *d = &t->difference;
  json_open(j, key, '{');
  if (key) {
    json_string(j, "case", t->failed_case);
    json_string(j, "arg", d->name);
  }
  json_whole(j, "index", d->shown[i].index);
  json_value(j, "expected", d->shown[i].expected);
  json_value(j, "got", d->shown[i].got);
  if (key) {
    json_number(j, "bound", d->bound);
    json_string(j, "bound_text", d->bound_text);
  }
  json_close(j, '}');
}

static void place(struct json *j, const char *key, const struct emu_place *p) {
  json_open(j, key, '{');
  json_string(j, "file", p->file);
  json_whole(j, "line", p->line);
  for (int k = 0; k < 2; k++) {
    json_open(j, k ? "thread" : "block", '[');
    for (int i = 0; i < 3; i++) json_whole(j, NULL, k ? p->thread[i] : p->block[i]);
    json_close(j, ']');
  }
  json_close(j, '}');
}

static void findings(struct json *j, const char *key, const struct emu_hazard *list, int n,
                     const char *name_of(int kind)) {
  json_open(j, key, '[');
  for (int i = 0; i < n; i++) {
    const struct emu_hazard *h = &list[i];
    json_open(j, NULL, '{');
    json_string(j, "kind", name_of(h->kind));
    json_string(j, "kernel", h->kernel);
    json_string(j, "what", h->what);
    json_string(j, "advice", h->advice);
    json_value(j, "count", (struct value){.is_whole = true, .whole = h->count});
    place(j, "at", &h->at);
    if (h->has_other) place(j, "other", &h->other);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void failed_call(struct json *j, const struct emu_error *e) {
  if (!e->code) {
    json_string(j, "failed_call", NULL);
    return;
  }
  json_open(j, "failed_call", '{');
  json_string(j, "error", e->name);
  json_string(j, "file", e->at.file);
  json_whole(j, "line", e->at.line);
  json_close(j, '}');
}

static void counters(struct json *j, const struct task_result *t) {
  if (!t->has_counters) {
    json_string(j, "gated_case", NULL);
    json_string(j, "counters", NULL);
    return;
  }
  json_string(j, "gated_case", t->gated_case);
  json_number(j, "gated_floor_bytes", t->gated_floor_bytes);
  json_number(j, "gated_floor_ops", t->gated_floor_ops);
  json_open(j, "counters", '{');
  for (int m = 0; m < EMU_METRIC_COUNT; m++)
    if (m < EMU_COUNTER_COUNT)
      json_value(j, emu_metric_name(m), (struct value){.is_whole = true, .whole = t->counters.v[m]});
    else
      json_number(j, emu_metric_name(m), emu_metric_value(&t->counters, m));
  json_close(j, '}');
}

static void gates(struct json *j, const struct task_result *t) {
  json_open(j, "gates", '[');
  for (int i = 0; i < t->n_gates; i++) {
    const struct gate_result *g = &t->gate[i];
    if (!gate_result_judged(g)) continue;
    json_open(j, NULL, '{');
    json_string(j, "metric", emu_metric_name(g->gate->metric));
    json_string(j, "kind", gate_kind(g->gate->kind));
    json_number(j, "bound", g->bound);
    json_number(j, "value", g->value);
    json_bool(j, "met", g->met);
    json_string(j, "formula", g->gate->formula);
    json_string(j, "distinction", g->gate->distinction);
    json_whole(j, "points", g->gate->points);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void pace(struct json *j, const struct task_result *t) {
  static const char *const outcome[] = {
      [PACE_MET] = "met", [PACE_SLOW] = "slow", [PACE_DOUBTFUL] = "doubtful", [PACE_FAULT] = "fault"};
  const struct pace *p = &t->pace;
  if (!t->task->speed.size) {
    json_string(j, "pace", NULL);
    return;
  }
  json_open(j, "pace", '{');
  json_string(j, "outcome", outcome[p->outcome]);
  json_string(j, "case", t->task->speed.size);
  json_number(j, "least", t->task->speed.least);
  json_string(j, "library", p->library[0] ? p->library : NULL);
  json_string(j, "beats", t->task->speed.beats);
  json_number(j, "speed", p->speed);
  json_number(j, "median_ms", p->ms);
  json_whole(j, "measurements", p->measurements);
  json_string(j, "words", text_get(&p->words));
  json_close(j, '}');
}

static void timing(struct json *j, const struct lab_result *r, const struct task_result *t) {
  if (!t->has_bench) {
    json_string(j, "timing", NULL);
    return;
  }
  const struct bench *b = &t->bench;
  json_open(j, "timing", '{');
  json_string(j, "case", b->label);
  json_number(j, "floor_bytes", b->floor_bytes);
  json_number(j, "floor_ops", b->floor_ops);
  json_string(j, "ops_name", t->task->ops_name);
  json_open(j, "runs", '[');
  for (int i = 0; i < b->n; i++) {
    const struct timing *x = &b->timing[i];
    json_open(j, NULL, '{');
    json_string(j, "name", x->name);
    json_string(j, "library", x->library[0] ? x->library : NULL);
    json_whole(j, "samples", x->samples);
    if (x->ms > 0) {
      json_number(j, "median_ms", x->ms);
      json_number(j, "spread", x->spread);
      json_number(j, "standard_error", x->error);
      json_number(j, "wall_ms", x->wall_ms);
      if (b->floor_bytes > 0) json_number(j, "bytes_per_s", b->floor_bytes / (1e-3 * x->ms));
      if (b->floor_ops > 0) json_number(j, "ops_per_s", b->floor_ops / (1e-3 * x->ms));
      if (b->floor_bytes > 0 && r->copy_bytes_per_s > 0)
        json_number(j, "share_of_copy", b->floor_bytes / (1e-3 * x->ms) / r->copy_bytes_per_s);
      if (t->task->fp32_ops && r->fp32_ops_per_s > 0)
        json_number(j, "share_of_fp32_peak", b->floor_ops / (1e-3 * x->ms) / r->fp32_ops_per_s);
      if (i > 0 && b->timing[0].ms > 0) json_number(j, "ratio", x->ms / b->timing[0].ms);
    }
    json_string(j, "trouble", x->trouble.length ? text_get(&x->trouble) : NULL);
    json_string(j, "note", x->note.length ? text_get(&x->note) : NULL);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_close(j, '}');
}

static void task(struct json *j, const struct lab_result *r, const struct task_result *t) {
  json_open(j, NULL, '{');
  json_string(j, "name", t->task->name);
  json_string(j, "idea", t->task->idea);
  json_string(j, "backend", backend_name(t->backend));
  json_string(j, "verdict", verdict_name(t->verdict));
  json_whole(j, "points", task_result_points(t));
  json_whole(j, "max", t->task->points);
  json_whole(j, "cases_run", t->cases_run);
  json_whole(j, "cases_passed", t->cases_passed);
  json_whole(j, "cases_total", t->cases_total);
  json_string(j, "failed_case", t->failed_case[0] ? t->failed_case : NULL);
  if (t->failed_case[0])
    json_whole(j, "failed_case_number", t->failed_number);
  else
    json_string(j, "failed_case_number", NULL);
  if (t->failed_case[0] && t->schedule > 0)
    json_value(j, "failed_schedule_seed", (struct value){.is_whole = true, .whole = t->schedule_seed});
  else
    json_string(j, "failed_schedule_seed", NULL);
  bool differs = t->difference.arg >= 0;
  if (differs)
    mismatch(j, "first_mismatch", t, 0);
  else
    json_string(j, "first_mismatch", NULL);
  json_open(j, "mismatches", '[');
  for (int i = 0; differs && i < t->difference.n_shown; i++) mismatch(j, NULL, t, i);
  json_close(j, ']');
  json_whole(j, "wrong_elements", differs ? t->difference.wrong : 0);
  findings(j, "hazards", t->hazard, t->n_hazards, emu_hazard_name);
  json_whole(j, "hazards_dropped", t->hazards_dropped);
  findings(j, "notes", t->note, t->n_notes, emu_note_name);
  failed_call(j, &t->error);
  counters(j, t);
  gates(j, t);
  pace(j, t);
  timing(j, r, t);
  json_number(j, "large_left_out", t->large_left_out);
  json_string(j, "left_out", t->left_out.length ? text_get(&t->left_out) : NULL);
  json_string(j, "message", text_get(&t->message));
  json_string(j, "hint", text_get(&t->hint));
  json_string(j, "repeat", text_get(&t->repeat));
  json_string(j, "output_excerpt", text_get(&t->output));
  json_close(j, '}');
}

// What the backends said, emu first.
static void both(struct json *j, const char *key, const struct text *said) {
  struct text all = {0};
  for (int b = 0; b < BACKEND_COUNT; b++)
    if (said[b].length) text_add(&all, "%s%s", all.length ? "; " : "", text_get(&said[b]));
  json_string(j, key, text_get(&all));
  text_free(&all);
}

void json_result(struct text *out, const struct lab_result *r) {
  struct json j = {0};
  json_open(&j, NULL, '{');
  json_whole(&j, "schema_version", JSON_SCHEMA_VERSION);
  json_string(&j, "lab", r->lab->number);
  json_string(&j, "title", r->lab->title);
  json_string(&j, "implementation", r->implementation);
  json_whole(&j, "source_bytes", r->source_bytes);
  char hash[24];
  snprintf(hash, sizeof hash, "%016" PRIx64, r->source_hash);
  json_string(&j, "source_hash", hash);
  json_string(&j, "grader_version", r->grader_version);
  json_string(&j, "backend", r->backend);
  json_open(&j, "machine", '{');
  json_string(&j, "host", text_get(&r->host));
  both(&j, "device", r->device);
  both(&j, "software", r->software);
  json_close(&j, '}');
  json_value(&j, "seed", (struct value){.is_whole = true, .whole = r->seed});
  json_whole(&j, "schedules", r->schedules);
  json_string(&j, "date", r->date);
  json_whole(&j, "points", r->points);
  json_whole(&j, "max", r->max);
  json_whole(&j, "not_assessed", r->not_assessed_points);
  struct text why = {0};
  lab_result_reason(r, &why);
  json_string(&j, "not_assessed_reason", why.length ? text_get(&why) : NULL);
  text_free(&why);
  if (r->timed) {
    json_number(&j, "copy_bytes_per_s", r->copy_bytes_per_s);
    json_number(&j, "fp32_ops_per_s", r->fp32_ops_per_s);
  }
  json_open(&j, "tasks", '[');
  for (int i = 0; i < r->n; i++) task(&j, r, &r->task[i]);
  json_close(&j, ']');
  json_close(&j, '}');
  text_add(&j.text, "\n");
  text_add_bytes(out, text_get(&j.text), j.text.length);
  text_free(&j.text);
}

void json_write(const char *path, const struct lab_result *r) {
  struct text t = {0};
  json_result(&t, r);
  if (strcmp(path, "-") == 0) {
    if (fwrite(t.s, 1, t.length, stdout) != t.length || fflush(stdout))
      die_infra("cannot write the result to standard output");
    text_free(&t);
    return;
  }
  char *temporary = must_print("%s.%d", path, (int)getpid());
  FILE *f = fopen(temporary, "we");
  bool written = f && fwrite(t.s, 1, t.length, f) == t.length && fflush(f) == 0 && fsync(fileno(f)) == 0;
  int error = errno;
  if (f) fclose(f);
  if (!written || rename(temporary, path)) {
    if (written) error = errno;
    if (f) unlink(temporary);
    die_infra("cannot write %s: %s", path, strerror(error));
  }
  free(temporary);
  text_free(&t);
}
