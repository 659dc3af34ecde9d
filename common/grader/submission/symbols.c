// Applies the tables to the symbols of an object file.
#include "grader/submission/symbols.h"
#include "base/lexeme.h"
#include "grader/submission/allowed.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  char name[256];
  identifier(symbol, name, sizeof name);
  struct lexer l = lexer_of(source, strlen(source));
  for (struct lexeme k; lexeme_next(&l, &k);)
    if (k.kind == LEXEME_WORD && lexeme_is(&l, &k, name)) return k.line;
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
