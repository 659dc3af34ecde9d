// Warnings: found in the compiler's output, written beside the worker, read when it crashes.
#define _GNU_SOURCE
#include "grader/submission/warnings.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WARNINGS = 3, LINES_EACH = 3 }; // the warning, the source line, the place in it

void warnings_keep(const struct grader_config *config, const char *worker, const char *output) {
  struct text clean = {0}, kept = {0};
  char *path = must_print("%s.warnings", worker), *prefix = must_print("%s/", config->source_dir);
  text_add_clean(&clean, output, strlen(output));
  int shown = 0, follow = 0;
  for (const char *s = text_get(&clean), *end; *s; s = *end ? end + 1 : end) {
    end = strchrnul(s, '\n');
    char *line = must_print("%.*s", (int)(end - s < 300 ? end - s : 300), s);
    bool place = line[0] != ' ' && strchr(line, ':'); // begins with a file's name
    if (place) follow = strstr(line, " warning: ") && ++shown <= WARNINGS ? LINES_EACH : 0;
    if (follow-- > 0) text_add(&kept, "%s\n", starts_with(line, prefix) ? line + strlen(prefix) : line);
    free(line);
  }
  unlink(path);
  FILE *f = kept.length ? fopen(path, "we") : NULL; // a hint: its absence is no error
  if (f) {
    fputs(text_get(&kept), f);
    fclose(f);
  }
  text_free(&clean), text_free(&kept);
  free(path), free(prefix);
}

void warnings_read(const char *worker, struct text *out) {
  char *path = must_print("%s.warnings", worker);
  text_read_file(out, path, 1 << 16);
  free(path);
}
