// Shows which source lines of a task cost what: the emulator's line profile of one case, as a table, as pictures for a
// terminal or as a page, without files and variables.
#include "grader/die.h"
#include "base/html.h"
#include "grader/cli/program.h"
#include "grader/judge/case.h"
#include "grader/judge/trial.h"
#include "grader/output/map.h"
#include "grader/submission/source.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// The case that was asked for, else the first with gates, else the last.
static int chosen_case(const struct program *p, const struct pmpp_task *task) {
  if (p->options.one) return find_case(task, BACKEND_EMU, p->options.one);
  int last = -1;
  for (int i = 0; i < task->n_cases; i++) {
    if (task->cases[i].where & PMPP_GATED) return i;
    if (case_runs_on(&task->cases[i], BACKEND_EMU)) last = i;
  }
  return last;
}

struct request_of_page {     // what a worker that runs by itself is told
  const char *worker, *file; // file: the case's
  const char *form, *report; // report: where to write, or NULL
  double operations;
};

enum { MOST_SETTINGS = 4 };
// The environment, ended by a NULL.
static void settings(const struct request_of_page *r, char *setting[MOST_SETTINGS + 1]) {
  const char *device = getenv("EMU_DEVICE");
  char **next = setting;
  *next++ = must_print("EMU_REPORT=%s", r->form);
  *next++ = must_print("EMU_REPORT_FILE=%s", r->report ? r->report : "");
  *next++ = must_print("EMU_DEVICE=%s", device ? device : "");
  if (r->operations > 0) *next++ = must_print("EMU_OPERATIONS=%.17g", r->operations);
  *next = NULL;
}

// Runs the worker in bubblewrap, where it sees its case and its source, and writes the report alone; its exit status, or -1.
static int run_contained(const struct program *p, const struct request_of_page *r, char *const *setting) {
  char *common = must_print("%s/common", p->config.source_dir);
  struct path_list sources = {0};
  source_dependencies(&(struct source_rules){p->config.lab_dir, common}, p->impl.file, &sources);
  struct sandbox sandbox = sandbox_of(false, false);
  sandbox_show(&sandbox, r->worker);
  sandbox_show(&sandbox, r->file);
  for (int i = 0; i < sources.n; i++) sandbox_show(&sandbox, sources.path[i]);
  sandbox.writable = r->report; // a file: it can neither be removed nor become a link
  const char *argv[MOST_SETTINGS + 5] = {"/usr/bin/env", "-i"};
  int n = 2;
  for (int i = 0; setting[i]; i++) argv[n++] = setting[i];
  argv[n++] = r->worker;
  argv[n] = r->file;
  struct process process;
  struct text why = {0};
  enum run_outcome run = process_run(&process, argv, &sandbox, p->options.timeout, &why);
  if (run != RUN_ENDED) fprintf(stderr, "the run for the page %s\n", text_get(&why));
  text_free(&why);
  text_add_clean(&why, text_get(&process.kept), process.kept.length);
  fputs(text_get(&why), stderr);
  text_free(&process.kept), text_free(&why), path_list_free(&sources), free(common);
  return run == RUN_ENDED && WIFEXITED(process.status) ? WEXITSTATUS(process.status) : -1;
}

// Runs the worker by itself on the case's file; true where it ended well.
static bool profile(const struct program *p, const struct request_of_page *r) {
  char *setting[MOST_SETTINGS + 1];
  settings(r, setting);
  const char *const argv[] = {r->worker, r->file, NULL};
  int status = p->config.contained ? run_contained(p, r, setting) : run_plainly(argv, setting);
  for (int i = 0; setting[i]; i++) free(setting[i]);
  return status == 0;
}

static void temporary(char *name) {
  int fd = mkstemp(name);
  if (fd < 0) die_infra("%s: %s", name, strerror(errno));
  close(fd);
}

// ---- the page ----

// What came out, beside the golden result.
static void add_results(struct text *t, const struct program *p, const char *worker, struct pmpp_case *c) {
  struct task_result *r = &p->result.task[0];
  void *output = grade_run(&p->grading, worker, c, r);
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
  free(output);
}

// Puts the results where the emulator's page leaves room for them.
static bool write_page(const char *path, const char *report, const struct text *results) {
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

static bool profile_task(const struct program *p, const char *worker, const struct pmpp_task *task, int i) {
  char file[] = "/tmp/pmpp-lines-XXXXXX", report[] = "/tmp/pmpp-page-XXXXXX";
  bool html = p->options.html != NULL;
  temporary(file);
  if (html) temporary(report);
  struct pmpp_case *c = case_make(task, i, p->options.seed);
  struct pmpp_request request = {.op = PMPP_OP_RUN, .seed = seed_told(&p->grading, p->options.seed)};
  snprintf(request.task, sizeof request.task, "%s", task->name);
  struct text why = {0}, results = {0};
  if (!worker_save(file, c, &request, &why)) die_infra("%s", text_get(&why));
  printf("%s, %s, line by line; its results are not judged here\n", task->name, task->cases[i].label);
  bool done = profile(p, &(struct request_of_page){.worker = worker,
                                                   .file = file,
                                                   .form = p->options.form,
                                                   .report = html ? report : NULL,
                                                   .operations = task->ops_name ? 0 : c->floor_ops});
  if (html) {
    add_results(&results, p, worker, c);
    done &= write_page(p->options.html, report, &results);
    unlink(report);
  }
  text_free(&results);
  case_free(c);
  unlink(file);
  return done;
}

int command_lines(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  if (!p->options.on[BACKEND_EMU])
    die_usage("--%s: the emulator counts; take --backend gpu away", p->options.form);
  int selected = 0;
  for (int t = 0; t < lab->n_tasks; t++) selected += p->options.selected[t];
  if (p->options.html && selected != 1) die_usage("--html: a page is about one task: add --task T");
  add_rows(p, BACKEND_EMU);
  char *worker = ready_worker(p, BACKEND_EMU);
  if (!worker) {
    output(p);
    return lab_result_exit_status(&p->result);
  }
  int status = EXIT_PASSED, shown = 0;
  for (int t = 0; t < lab->n_tasks; t++) {
    int i = p->options.selected[t] ? chosen_case(p, &lab->tasks[t]) : -1;
    if (i < 0) continue;
    if (shown++) putchar('\n');
    if (!profile_task(p, worker, &lab->tasks[t], i)) status = EXIT_NOT_PASSED;
  }
  free(worker);
  if (!shown) die_usage("--%s: no such case", p->options.form);
  return status;
}
