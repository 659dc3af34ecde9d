// Shows which source lines of a task cost what: the emulator's line profile of one case, without files and variables.
#include "grader/die.h"
#include "grader/cli/program.h"
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

// Runs the worker as an ordinary program on the file; true where it ended well.
static bool profile(const char *worker, const char *file) {
  fflush(stdout);
  pid_t child = fork();
  if (child < 0) die_infra("cannot start the worker: %s", strerror(errno));
  if (child == 0) {
    const char *const argv[] = {worker, file, NULL}, *device = getenv("EMU_DEVICE");
    char *const env[] = {"EMU_REPORT=lines", must_print("EMU_DEVICE=%s", device ? device : ""), NULL};
    execve(worker, (char *const *)argv, env);
    _exit(EXIT_INFRA);
  }
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool profile_task(const struct program *p, const char *worker, const struct pmpp_task *task, int i) {
  char file[] = "/tmp/pmpp-lines-XXXXXX";
  int fd = mkstemp(file);
  if (fd < 0) die_infra("%s: %s", file, strerror(errno));
  close(fd);
  struct pmpp_case *c = case_make(task, i, p->options.seed);
  struct pmpp_request request = {.op = PMPP_OP_RUN, .seed = p->options.seed};
  snprintf(request.task, sizeof request.task, "%s", task->name);
  struct text why = {0};
  if (!worker_save(file, c, &request, &why)) die_infra("%s", text_get(&why));
  case_free(c);
  printf("%s, %s, line by line; its results are not judged here\n", task->name, task->cases[i].label);
  bool done = profile(worker, file);
  unlink(file);
  return done;
}

int command_lines(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  if (!p->options.on[BACKEND_EMU]) die_usage("--lines: the emulator counts; take --backend gpu away");
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
  if (!shown) die_usage("--lines: no such case");
  return status;
}
