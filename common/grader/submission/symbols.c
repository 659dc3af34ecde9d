// Lists symbols with nm and applies the tables.
#include "grader/submission/symbols.h"
#include "grader/submission/allowed.h"
#include "grader/submission/reader.h"
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

// _ZNSt6thread4joinEv: the identifier with its length before it that comes last.
static void identifier(const char *symbol, char *out, size_t size) {
  snprintf(out, size, "%s", symbol);
  if (!starts_with(symbol, "_Z")) return;
  for (const char *s = symbol + 2; *s;) {
    if (!isdigit((unsigned char)*s)) {
      s++;
      continue;
    }
    char *name;
    size_t n = strtoul(s, &name, 10);
    if (n > strlen(name)) return;
    snprintf(out, size, "%.*s", (int)n, name);
    s = name + n;
  }
}

int symbol_line(const char *source, const char *symbol) {
  char name[256], w[256];
  identifier(symbol, name, sizeof name);
  struct reader r = {source, 1};
  for (char c; (c = reader_peek(&r));) {
    int line = r.line;
    if (c == '/' && reader_comment(&r)) continue;
    if (reader_is_word(c)) {
      reader_word(&r, w, sizeof w);
      if (strcmp(w, name) == 0) return line;
    } else {
      reader_take(&r);
      if (c == '"' || c == '\'') reader_quoted(&r, c);
    }
  }
  return 0;
}

static const char functions[] = "TWi", objects[] = "DBRCVSGu";

bool symbols_allowed(const struct symbols *object, const struct symbols *calls, const struct symbols *ours,
                     const char *shown, const char *source, struct text *why) {
  for (int i = 0; i < object->n; i++) {
    const struct symbol *s = &object->symbol[i];
    bool function = strchr(functions, s->type), data = strchr(objects, s->type);
    const char *reason = NULL;
    if (function || data)
      reason = definition_reason(s->name, function, has(calls, s->name, "w"), has(ours, s->name, "TDBRC"));
    else if (s->type == 'U' || s->type == 'w')
      reason = reference_reason(s->name, has(calls, s->name, "T"));
    if (!reason) continue;
    int line = source ? symbol_line(source, s->name) : 0;
    text_add(why, "%s", shown);
    if (line) text_add(why, ":%d:", line);
    text_add(why, " %s %s, which %s", function || data ? "defines" : "uses", s->name, reason);
    return false;
  }
  return true;
}
