// Writes cases to files that a worker runs by itself.
#include "grader/die.h"
#include "grader/cli/program.h"
#include "grader/judge/case.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// The sizes of --numbers in place of the first ones of a case.
static void spec_set_numbers(struct pmpp_case_spec *s, const char *numbers) {
  enum { MOST = sizeof s->size / sizeof *s->size };
  char *end;
  for (int k = 0;; k++, numbers = end + 1) {
    errno = 0;
    long long n = strtoll(numbers, &end, 10);
    if (errno || end == numbers || n < 0 || k == MOST || (*end && *end != ','))
      die_usage("--numbers: expected up to %d whole numbers with commas between them", MOST);
    s->size[k] = n;
    if (!*end) return;
  }
}

static bool save_case(struct program *p, const struct pmpp_task *of, int i) {
  struct pmpp_case_spec spec = of->cases[i];
  struct pmpp_task copy = *of, *task = &copy;
  if (p->options.numbers) {
    spec_set_numbers(&spec, p->options.numbers);
    task->cases = &spec;
    task->n_cases = 1;
  }
  struct pmpp_case *c = case_make(task, p->options.numbers ? 0 : i, p->options.seed);
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

// The folder and those above it; false: errno says why not.
static bool make_folders(const char *path) {
  char *p = must_print("%s", path);
  bool made = true;
  for (char *s = p + 1; made && (s = strchr(s, '/')); s++) {
    *s = 0;
    made = mkdir(p, 0777) == 0 || errno == EEXIST;
    *s = '/';
  }
  made = made && (mkdir(p, 0777) == 0 || errno == EEXIST);
  int error = errno;
  free(p);
  errno = error;
  return made;
}

int command_save(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  int saved = 0;
  for (int t = 0; t < lab->n_tasks; t++)
    for (int i = 0; i < lab->tasks[t].n_cases; i++) {
      const struct pmpp_case_spec *s = &lab->tasks[t].cases[i];
      bool wanted = p->options.size ? strcmp(s->label, p->options.size) == 0 : case_is_listed(s);
      if (!p->options.selected[t] || !wanted || s->ranks) continue; // a worker alone is no job of ranks
      if (!saved && !make_folders(p->options.save)) {
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
