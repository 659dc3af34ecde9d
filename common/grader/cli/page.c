// Puts the results of a run, the stage before and the ladder of stages into the emulator's page.
#include "grader/cli/page.h"
#include "base/html.h"
#include "grader/cli/ladder.h"
#include "grader/cli/profile.h"
#include "grader/die.h"
#include "grader/judge/case.h"
#include "grader/output/map.h"
#include "grader/output/table.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void temporary(char *name) {
  int fd = mkstemp(name);
  if (fd < 0) die_infra("%s: %s", name, strerror(errno));
  close(fd);
}

// What came out, beside the golden result.
static void add_results(struct text *t, const struct program *p, const char *worker, struct pmpp_case *c,
                        const struct seen *seen) {
  struct task_result *r = &p->result.task[0];
  void *output = seen->there ? seen->output : grade_run(&p->grading, worker, c, r);
  text_add(t, "<p>");
  html_add(t, p->name);
  text_add(t, " --task ");
  html_add(t, r->task->name);
  text_add(t, ", case ");
  html_add(t, c->spec->label);
  text_add(t, "</p>\n");
  if (!output)
    text_add(t, "<h2>Results</h2>\n<p>There are none: "),
        html_add(t, r->message.length ? text_get(&r->message) : "the run ended before it answered"),
        text_add(t, "</p>\n");
  if (output) r->task->golden(c);
  for (int k = 0; k < c->n_bufs && output; k++)
    if (buf_has_output(&c->buf[k])) {
      map_add(t, &c->buf[k], output); // grade_run hands back the first output
      break;
    }
  if (!seen->there) free(output);
}

// What the terminal says of the task, but for the hazards and notes, which the page has itself. A page of a contained run has it not: it
// is for a class, whose report says it, and must not tell the seed.
static void add_verdict(struct text *t, const struct program *p, const struct task_result *r) {
  if (p->config.contained) {
    text_add(t, "<h1>%s</h1>\n", r->task->name);
    return;
  }
  struct task_result *shown = memcpy(must_alloc(sizeof *shown), r, sizeof *r);
  shown->n_hazards = 0, shown->hazards_dropped = 0, shown->n_notes = 0, shown->notes_dropped = 0;
  shown->output = (struct text){0};
  char *said = NULL;
  size_t size;
  FILE *f = open_memstream(&said, &size);
  if (!f) die_infra("out of memory");
  explain(f, &p->result, shown);
  fclose(f);
  char *rest = said + strspn(said, "\n");
  rest += strcspn(rest, "\n"); // its first line is the heading
  text_add(t, "<h1>%s: %s</h1>\n", r->task->name, verdict_name(r->verdict));
  rest += strspn(rest, "\n");
  if (*rest) text_add(t, "<pre class=\"said\">");
  for (size_t n; *rest; rest += n + (rest[n] != 0)) { // a line break is what html_add would make visible
    n = strcspn(rest, "\n");
    html_add_bytes(t, rest, n), text_add(t, "%s", rest[n] && rest[n + 1] ? "\n" : "</pre>\n");
  }
  free(said), free(shown);
}

struct place { // of the emulator's page, and what comes there
  const char *mark, *text;
};

// Puts title, verdict and results where the emulator's page has its own title and leaves room.
static bool put_together(const char *path, const char *report, const struct place *place, int n) {
  enum { MOST = 4 << 20 };
  struct text page = {0}, made = {0};
  const char *rest = text_read_file(&page, report, MOST) && page.length ? page.s : NULL;
  for (int i = 0; i < n && rest; i++) {
    const char *at = strstr(rest, place[i].mark);
    if (at) text_add_bytes(&made, rest, (size_t)(at - rest)), text_add(&made, "%s", place[i].text);
    rest = at ? at + strlen(place[i].mark) : NULL;
  }
  if (!rest) {
    fprintf(stderr, "--html %s: the run wrote no page\n", path);
    text_free(&page), text_free(&made);
    return false;
  }
  text_add(&made, "%s", rest);
  FILE *f = fopen(path, "w");
  if (!f) die_usage("--html %s: %s", path, strerror(errno));
  bool written = fwrite(made.s, 1, made.length, f) == made.length;
  if (fclose(f) || !written) die_usage("--html %s: %s", path, strerror(errno));
  text_free(&page), text_free(&made);
  printf("%s: open it in a browser\n", path);
  return true;
}

// The page of the stage before, as it is now, into the file; false where there is no such stage, or it does not run.
// On the same case, where it has one of this name.
static bool write_before(const struct program *p, const char *worker, const struct pmpp_task *task, int i,
                         const char *file, struct seen *seen) {
  const struct pmpp_task *before = stage_before(p->config.lab, task);
  struct profile r = {.worker = worker, .form = "html", .report = file, .quiet = true, .seen = seen};
  if (!before) return false;
  int other = before->n_cases - 1;
  while (other >= 0 && strcmp(before->cases[other].label, task->cases[i].label)) other--;
  return profile_run(p, &r, before, other < 0 ? table_case(before) : other);
}

// The run judged as one case of its task; a run that did not end well is graded for it.
static const struct task_result *judged_run(const struct program *p, const char *worker,
                                            const struct pmpp_task *task, int i, struct seen *seen) {
  if (p->config.contained) return &p->result.task[0];
  if (!seen->there || task->check_handles) {
    struct grading grading = p->grading;
    grading.schedules = 1;
    task_result_free(&seen->result);
    seen->result =
        (struct task_result){.task = task, .backend = BACKEND_EMU, .only = i + 1, .timed_case = -1};
    seen->result.difference.arg = -1;
    grade_task(&grading, worker, &seen->result, NULL);
  }
  return &seen->result;
}

bool page_write(struct program *p, const char *worker, const struct pmpp_task *task, int i) {
  char report[] = "/tmp/pmpp-page-XXXXXX", before[] = "/tmp/pmpp-before-XXXXXX";
  temporary(report), temporary(before);
  struct seen seen[2] = {0}; // of the stage before, and of this one
  bool stage = write_before(p, worker, task, i, before, &seen[0]);
  struct profile r = {
      .worker = worker, .form = "html", .report = report, .before = stage ? before : NULL, .seen = &seen[1]};
  bool done = profile_run(p, &r, task, i);
  struct text results = {0}, title = {0}, verdict = {0};
  struct pmpp_case *c = case_make(task, i, p->options.seed);
  add_results(&results, p, worker, c, &seen[1]);
  case_free(c);
  const struct task_result *judged = judged_run(p, worker, task, i, &seen[1]);
  seen[1].there |= !p->config.contained;
  text_add(&title, "<title>%s", task->name);
  add_verdict(&verdict, p, judged);
  if (!p->config.contained) ladder_add(&results, p, worker, seen, 2); // a class's report has all stages
  seen_free(&seen[0]), seen_free(&seen[1]);
  const struct place place[] = {{"<title>What the emulator counted", text_get(&title)},
                                {"<h1>What the emulator counted</h1>\n", text_get(&verdict)},
                                {"<!-- results -->", text_get(&results)}};
  done &= put_together(p->options.html, report, place, 3);
  text_free(&results), text_free(&title), text_free(&verdict);
  unlink(report), unlink(before);
  return done;
}
