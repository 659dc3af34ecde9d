// Puts the results of a run, the stage before and the ladder of stages into the emulator's page.
#include "grader/cli/page.h"
#include "base/html.h"
#include "grader/cli/ladder.h"
#include "grader/cli/profile.h"
#include "grader/die.h"
#include "grader/judge/case.h"
#include "grader/output/map.h"
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

// Puts the results where the emulator's page leaves room for them.
static bool put_together(const char *path, const char *report, const struct text *results) {
  static const char mark[] = "<!-- results -->";
  enum { MOST = 4 << 20 };
  struct text page = {0};
  char *at = text_read_file(&page, report, MOST) && page.length ? strstr(page.s, mark) : NULL;
  if (!at) {
    fprintf(stderr, "--html %s: the run wrote no page\n", path);
    text_free(&page);
    return false;
  }
  FILE *f = fopen(path, "w");
  if (!f) die_usage("--html %s: %s", path, strerror(errno));
  bool written = fwrite(page.s, 1, (size_t)(at - page.s), f) == (size_t)(at - page.s) &&
                 fputs(text_get(results), f) >= 0 && fputs(at + sizeof mark - 1, f) >= 0;
  if (fclose(f) || !written) die_usage("--html %s: %s", path, strerror(errno));
  text_free(&page);
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

bool page_write(struct program *p, const char *worker, const struct pmpp_task *task, int i) {
  char report[] = "/tmp/pmpp-page-XXXXXX", before[] = "/tmp/pmpp-before-XXXXXX";
  temporary(report), temporary(before);
  struct seen seen[2] = {0}; // of the stage before, and of this one
  bool stage = write_before(p, worker, task, i, before, &seen[0]);
  struct profile r = {
      .worker = worker, .form = "html", .report = report, .before = stage ? before : NULL, .seen = &seen[1]};
  bool done = profile_run(p, &r, task, i);
  struct text results = {0};
  struct pmpp_case *c = case_make(task, i, p->options.seed);
  add_results(&results, p, worker, c, &seen[1]);
  case_free(c);
  if (!p->config.contained) ladder_add(&results, p, worker, seen, 2); // a class's report has all stages
  seen_free(&seen[0]), seen_free(&seen[1]);
  done &= put_together(p->options.html, report, &results);
  text_free(&results);
  unlink(report), unlink(before);
  return done;
}
