// The compiler's assembly, line by line.
#include "emu/emucc/audit/assembly.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void assembly_split(struct assembly *a, char *text, size_t n) {
  size_t most = 1;
  *a = (struct assembly){.text = must_realloc(text, n + 1), .n = n};
  a->text[n] = '\0';
  for (const char *p = a->text; (p = strchr(p, '\n')); p++) most++;
  a->line = must_realloc(NULL, most * sizeof *a->line);
  for (char *p = a->text, *end; *p; p = end + 1) {
    end = p + strcspn(p, "\n");
    a->line[a->lines++] = p;
    if (!*end) break;
    *end = '\0';
  }
}

static bool is_replaced(const struct assembly *a, const char *line) {
  return line < a->text || line > a->text + a->n;
}

void assembly_replace(struct assembly *a, size_t line, char *by) {
  if (is_replaced(a, a->line[line])) free(a->line[line]);
  a->line[line] = by;
}

bool assembly_write(const struct assembly *a, const char *path) {
  FILE *f = fopen(path, "wb");
  bool good = f;
  for (size_t i = 0; i < a->lines && good; i++) good = fputs(a->line[i], f) >= 0 && putc('\n', f) != EOF;
  if (f && fclose(f)) good = false;
  if (!good) perror(path);
  return good;
}

void assembly_free(struct assembly *a) {
  for (size_t i = 0; i < a->lines; i++)
    if (is_replaced(a, a->line[i])) free(a->line[i]);
  free(a->line);
  free(a->text);
}

const char *assembly_callee(const char *line) {
  static const char *const calls[] = {"\tcall\t", "\tbl\t"}; // of x86-64; of AArch64
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (!strncmp(line, calls[i], strlen(calls[i]))) return line + strlen(calls[i]);
  return NULL;
}
