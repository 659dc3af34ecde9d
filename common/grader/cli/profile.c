// Runs a worker by itself on a case's file.
#include "grader/cli/profile.h"
#include "grader/die.h"
#include "grader/judge/case.h"
#include "grader/judge/trial.h"
#include "grader/submission/source.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SETTINGS = 5 };
// The environment, ended by a NULL.
static void settings(const struct profile *r, double operations, char *setting[MOST_SETTINGS + 1]) {
  const char *device = getenv("EMU_DEVICE");
  char **next = setting;
  *next++ = must_print("EMU_REPORT=%s", r->form);
  *next++ = must_print("EMU_REPORT_FILE=%s", r->report ? r->report : "");
  *next++ = must_print("EMU_DEVICE=%s", device ? device : "");
  if (r->before) *next++ = must_print("EMU_REPORT_BEFORE=%s", r->before);
  if (operations > 0) *next++ = must_print("EMU_OPERATIONS=%.17g", operations);
  *next = NULL;
}

// Runs the worker in bubblewrap, where it sees its case and its source, and writes the report alone; its exit status, or -1.
static int run_contained(const struct program *p, const struct profile *r, const char *file,
                         char *const *setting) {
  char *common = must_print("%s/common", p->config.source_dir);
  struct path_list sources = {0};
  source_dependencies(&(struct source_rules){p->config.lab_dir, common}, p->impl.file, &sources);
  struct sandbox sandbox = sandbox_of(false, false);
  sandbox_show(&sandbox, r->worker);
  sandbox_show(&sandbox, file);
  sandbox_show(&sandbox, r->before);
  for (int i = 0; i < sources.n; i++) sandbox_show(&sandbox, sources.path[i]);
  sandbox.writable = r->report; // a file: it can neither be removed nor become a link
  const char *argv[MOST_SETTINGS + 5] = {"/usr/bin/env", "-i"};
  int n = 2;
  for (int i = 0; setting[i]; i++) argv[n++] = setting[i];
  argv[n++] = r->worker;
  argv[n] = file;
  struct process process;
  struct text why = {0};
  enum run_outcome run = process_run(&process, argv, &sandbox, p->options.timeout, &why);
  if (run != RUN_ENDED && !r->quiet) fprintf(stderr, "the run for the page %s\n", text_get(&why));
  text_free(&why);
  text_add_clean(&why, text_get(&process.kept), process.kept.length);
  if (!r->quiet) fputs(text_get(&why), stderr);
  text_free(&process.kept), text_free(&why), path_list_free(&sources), free(common);
  return run == RUN_ENDED && WIFEXITED(process.status) ? WEXITSTATUS(process.status) : -1;
}

static struct pmpp_request save_profiled(const struct program *p, const struct pmpp_task *task,
                                         const struct pmpp_case *c, char *file) {
  struct pmpp_request request = {.op = PMPP_OP_RUN, .seed = seed_told(&p->grading, p->options.seed)};
  snprintf(request.task, sizeof request.task, "%s", task->name);
  int fd = mkstemp(file);
  if (fd < 0) die_infra("%s: %s", file, strerror(errno));
  close(fd);
  struct text why = {0};
  if (!worker_save(file, c, &request, &why)) die_infra("%s", text_get(&why));
  return request;
}

void seen_free(struct seen *s) {
  task_result_free(&s->result);
  free(s->output);
}

static size_t size_of(const char *file) {
  struct stat st;
  return stat(file, &st) == 0 ? (size_t)st.st_size : 0;
}

// The worker could write the file: a copy is looked at, of the size that it had before.
static void see(const struct program *p, const struct pmpp_task *task, struct pmpp_case *c,
                const struct pmpp_request *request, const char *file, size_t size, struct seen *s) {
  struct text copy = {0};
  struct task_result *r = &s->result;
  *r = (struct task_result){
      .task = task, .backend = BACKEND_EMU, .only = (int)(c->spec - task->cases) + 1, .timed_case = -1};
  task->golden(c);
  if (text_read_file(&copy, file, size) && copy.length == size)
    s->there = grade_answer(&p->grading, c, request, (struct pmpp_wire *)copy.s, r);
  for (int i = 0; i < c->n_bufs && s->there && !s->output; i++)
    if (buf_has_output(&c->buf[i]))
      s->output = memcpy(must_alloc(buf_bytes(&c->buf[i])), copy.s + request->arg[i].out_offset,
                         buf_bytes(&c->buf[i]));
  text_free(&copy);
}

// A run without a word: its output and its messages go to /dev/null.
static int run_quietly(const char *const *argv, char *const *env) {
  fflush(NULL);
  int out = dup(1), err = dup(2), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(null, 1), dup2(null, 2);
  int status = run_plainly(argv, env);
  dup2(out, 1), dup2(err, 2);
  close(out), close(err), close(null);
  return status;
}

bool profile_run(const struct program *p, const struct profile *r, const struct pmpp_task *task, int i) {
  char file[] = "/tmp/pmpp-lines-XXXXXX", *setting[MOST_SETTINGS + 1];
  struct pmpp_case *c = case_make(task, i, p->options.seed);
  struct pmpp_request request = save_profiled(p, task, c, file);
  size_t size = size_of(file);
  settings(r, task->ops_name ? 0 : c->floor_ops, setting);
  bool seen = r->seen && !p->config.contained; // there it cannot write the file
  const char *const asked[] = {r->worker, "--answer", file, NULL}, *const plain[] = {r->worker, file, NULL};
  const char *const *argv = seen ? asked : plain;
  int status = p->config.contained ? run_contained(p, r, file, setting)
                                   : (r->quiet ? run_quietly : run_plainly)(argv, setting);
  for (int k = 0; setting[k]; k++) free(setting[k]);
  if (seen && status == 0) see(p, task, c, &request, file, size, r->seen);
  case_free(c);
  unlink(file);
  return status == 0;
}
