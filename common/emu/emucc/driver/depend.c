// Rules for make: which files a source includes. g++ writes them of the translations, which are put back into the names of what
// the user wrote; the files of the precompiled headers stay.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *raw_file(const struct driver *d) {
  return must_print("%s/depend", d->directory);
}

void push_depend(const struct driver *d, struct list *command) {
  if (!d->depend.wanted) return;
  push_all(command, (const char *const[]){d->depend.alone ? d->depend.own ? "-MM" : "-M"
                                          : d->depend.own ? "-MMD"
                                                          : "-MD",
                                          "-MF", raw_file(d), "-MT", "object", NULL});
}

// The user's file that g++ knows by this name; NULL: what belongs into no rule.
static const char *named(const struct driver *d, const char *source, const char *file) {
  for (size_t i = 0; i < d->files; i++)
    if (!strcmp(d->file[i].output, file)) return i ? d->file[i].path : source;
  if (starts_with(file, d->directory) || ends_with(file, ".gch")) return NULL;
  return d->depend.own && is_own_header(file, strlen(file)) ? NULL : file;
}

static void put_name(FILE *out, const char *name) {
  for (; *name; name++) {
    if (*name == ' ' || *name == '#') fputc('\\', out);
    fputc(*name, out);
  }
}

static void put_rule(const struct driver *d, const char *source, const char *object, char *rule, FILE *out) {
  struct list files = {0};
  for (char *file; (file = next_file(&rule));) {
    const char *name = named(d, source, file);
    if (name && (!files.count || strcmp(name, source))) push(&files, name);
  }
  for (size_t i = 0; i < d->depend.targets.count; i++)
    fprintf(out, "%s%s", i ? " " : "", d->depend.targets.item[i]);
  if (!d->depend.targets.count) put_name(out, object);
  fputc(':', out);
  for (size_t i = 0; i < files.count; i++) {
    fputs(" \\\n  ", out);
    put_name(out, files.item[i]);
  }
  fputc('\n', out);
  for (size_t i = 1; d->depend.phony && i < files.count; i++) {
    put_name(out, files.item[i]);
    fputs(":\n", out);
  }
  free(files.item);
}

int write_depend(const struct driver *d, const char *source, const char *object) {
  if (!d->depend.wanted) return 0;
  char *beside = must_print("%.*s.d", (int)stem_of(object), object);
  const char *path = d->depend.file ? d->depend.file : d->depend.alone ? d->output : beside;
  char *raw = raw_file(d);
  size_t n;
  char *text = read_whole(raw, &n), *rule = NULL;
  if (text) {
    text = must_realloc(text, n + 1);
    text[n] = '\0';
    rule = strstr(text, ": ");
  }
  FILE *out = path ? fopen(path, "w") : stdout;
  if (rule && out) put_rule(d, source, object, rule + 1, out);
  bool bad = !rule || !out || fflush(out) || ferror(out);
  if (!out || (rule && bad)) fprintf(stderr, "emucc: %s: %s\n", path ? path : "stdout", strerror(errno));
  if (out && path) fclose(out);
  free(text);
  free(raw);
  free(beside);
  return bad;
}
