// Lists symbols with nm and applies the tables.
#include "grader/symbols.h"
#include "grader/allowed.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

bool symbols_read(struct symbols *s, const char *file, struct text *why) {
  // nm -P prints "name type [value size]"; an archive's members are headed by "archive[member]:".
  char *command = must_print("nm -P -- '%s' 2>/dev/null", file);
  FILE *f = strchr(file, '\'') ? NULL : popen(command, "re");
  free(command);
  char *line = NULL;
  size_t room = 0;
  while (f && getline(&line, &room, f) > 0) {
    char *blank = strchr(line, ' ');
    if (!blank || !blank[1]) continue;
    *blank = 0;
    s->symbol = must_realloc(s->symbol, (s->n + 1) * sizeof *s->symbol);
    s->symbol[s->n++] = (struct symbol){must_print("%s", line), blank[1]};
  }
  free(line);
  int status = f ? pclose(f) : -1;
  if (status) text_add(why, "nm cannot list the symbols of %s (is binutils installed?)", file);
  return status == 0;
}

void symbols_free(struct symbols *s) {
  for (int i = 0; i < s->n; i++) free(s->symbol[i].name);
  free(s->symbol);
  *s = (struct symbols){0};
}

static bool has(const struct symbols *s, const char *name, const char *types) {
  for (int i = 0; i < s->n; i++)
    if (strchr(types, s->symbol[i].type) && strcmp(s->symbol[i].name, name) == 0) return true;
  return false;
}

static const char functions[] = "TWi", objects[] = "DBRCVSGu";

bool symbols_allowed(const struct symbols *object, const struct symbols *calls, const struct symbols *ours,
                     const char *shown, struct text *why) {
  for (int i = 0; i < object->n; i++) {
    const struct symbol *s = &object->symbol[i];
    bool function = strchr(functions, s->type), data = strchr(objects, s->type);
    const char *reason = NULL;
    if (function || data)
      reason = definition_reason(s->name, function, has(calls, s->name, "w"), has(ours, s->name, "TDBRC"));
    else if (s->type == 'U' || s->type == 'w')
      reason = reference_reason(s->name, has(calls, s->name, "T"));
    if (!reason) continue;
    text_add(why, "%s %s %s, which %s", shown, function || data ? "defines" : "uses", s->name, reason);
    return false;
  }
  return true;
}
