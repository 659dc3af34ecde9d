// Compiles the implementation's workers, a baseline's each by itself, or those of a list of submissions.
#include "grader/die.h"
#include "grader/cli/program.h"
#include "grader/submission/bundle.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// --bundle: the paths of a task's submissions, one a line.
static int build_bundle(const struct program *p, const char *list) {
  struct text text = {0}, why = {0};
  struct bundle_count count = {0};
  char **file = NULL;
  int n = 0;
  for (int t = 0; t < p->config.lab->n_tasks; t++)
    if (p->options.some_selected && p->options.selected[t] && p->config.lab->tasks[t].cases[0].ranks) {
      printf("skipped: submissions of %s are compiled alone: a rank would not know its own\n",
             p->config.lab->tasks[t].name);
      return EXIT_NOT_ASSESSED;
    }
  if (!text_read_file(&text, list, 1 << 20)) die_usage("--bundle %s: %s", list, strerror(errno));
  for (char *save = NULL, *s = text.s ? strtok_r(text.s, "\n", &save) : NULL; s;
       s = strtok_r(NULL, "\n", &save)) {
    file = must_realloc(file, (n + 1) * sizeof *file);
    file[n++] = s;
  }
  bool going = bundle_workers(&p->config, file, n, p->options.verbose, &count, &why);
  printf("%s%d compiled in bundles, %d up to date before, %d to be compiled alone\n", text_get(&why),
         count.bundled, count.current, count.alone);
  text_free(&text), text_free(&why);
  free(file);
  return going ? EXIT_PASSED : EXIT_INFRA;
}

int command_build(struct program *p) {
  int status = EXIT_PASSED;
  if (p->options.bundle) return build_bundle(p, p->options.bundle);
  if (p->options.name) {
    char *stem = worker_stem(&p->config, &p->impl);
    puts(stem);
    free(stem);
    return EXIT_PASSED;
  }
  for (int b = 0; b < BACKEND_COUNT; b++) {
    if (!p->options.on[b]) continue;
    if (b == BACKEND_GPU && !*p->config.nvcc) {
      printf("gpu workers are not built: no nvcc was found when the project was configured\n");
      if (!p->options.on[BACKEND_EMU]) return EXIT_NOT_ASSESSED;
      continue;
    }
    const char *const none[] = {NULL, NULL};
    const char *const *variant = first_variant(p) ? p->config.lab->baselines : none;
    do {
      struct text why = {0};
      char *worker;
      enum build_outcome built =
          build_worker(&p->config, &p->impl, b, *variant, p->options.verbose, &worker, &why);
      if (built != BUILD_DONE) {
        fprintf(stderr, "%s", text_get(&why));
        if (!ends_with(text_get(&why), "\n")) fputc('\n', stderr);
        status = built == BUILD_INFRA ? EXIT_INFRA : EXIT_NOT_PASSED;
      }
      free(worker);
      text_free(&why);
    } while (*variant && *++variant);
  }
  return status;
}
