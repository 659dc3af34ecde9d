// Writes cases to files that a worker runs by itself.
#include "grader/die.h"
#include "grader/cli/program.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool save_case(struct program *p, const struct pmpp_task *task, int i) {
  struct pmpp_case *c = case_make(task, i, p->options.seed);
  struct pmpp_request request = {.op = PMPP_OP_RUN, .seed = p->options.seed};
  snprintf(request.task, sizeof request.task, "%s", task->name);
  char *path = must_print("%s/%s-%d.case", p->options.save, task->name, i);
  struct text why = {0};
  bool saved = worker_save(path, c, &request, &why);
  if (saved)
    printf("%s: %s, %s\n", path, task->name, c->spec->label);
  else
    fprintf(stderr, "%s\n", text_get(&why));
  free(path);
  case_free(c);
  text_free(&why);
  return saved;
}

int command_save(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  int saved = 0;
  for (int t = 0; t < lab->n_tasks; t++)
    for (int i = 0; i < lab->tasks[t].n_cases; i++) {
      const struct pmpp_case_spec *s = &lab->tasks[t].cases[i];
      bool wanted = p->options.size ? strcmp(s->label, p->options.size) == 0 : (s->where & PMPP_GATED) != 0;
      if (!p->options.selected[t] || !wanted || s->ranks) continue; // a worker alone is no job of ranks
      if (!saved && mkdir(p->options.save, 0777) && errno != EEXIST) {
        fprintf(stderr, "save: %s: %s\n", p->options.save, strerror(errno));
        return EXIT_INFRA;
      }
      if (!save_case(p, &lab->tasks[t], i)) return EXIT_INFRA;
      saved++;
    }
  if (!saved && p->options.size) die_usage("--size %s: no case has this label", p->options.size);
  if (!saved) die_usage("save: no case has gates, or ranks of MPI make the call; choose one by --size LABEL");
  return EXIT_PASSED;
}
