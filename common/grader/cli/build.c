// Compiles the implementation's workers, a baseline's each by itself.
#include "grader/die.h"
#include "grader/cli/program.h"
#include <stdlib.h>

int command_build(struct program *p) {
  int status = EXIT_PASSED;
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
