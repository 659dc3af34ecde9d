// Reads a submission word by word and applies the tables.
#include "grader/submission/tokens.h"
#include "grader/submission/allowed.h"
#include "grader/submission/reader.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 128 };

struct scan {
  struct reader r;
  char file[512];          // as messages name it
  int line;                // of the word that is judged
  bool preprocessed, skip; // skip: these lines come from a header
  char previous[WORD];     // the word before
  struct text *why;
};

static bool refuse(struct scan *s, const char *what, const char *reason) {
  text_add(s->why, "%s:%d: %s, which %s", s->file, s->line, what, reason);
  return false;
}

// "__name__" and "name" are the same attribute.
static const char *bare(char *word) {
  size_t n = strlen(word);
  if (n <= 4 || strncmp(word, "__", 2) || strcmp(word + n - 2, "__")) return word;
  word[n - 2] = 0;
  return word + 2;
}

// The emulator's translator marks its own code so: the call of a kernel, and a device's global variables.
static bool translators(struct scan *s, const char *name) {
  if (!s->preprocessed) return false;
  // What __device__ and __host__ stand for. They hide nothing: no profile is taken, no function instrumented by them.
  if (!strcmp(name, "no_profile_instrument_function") || !strcmp(name, "no_instrument_function")) return true;
  if (starts_with(name, "no_sanitize")) return !strcmp(s->previous, "emu_a") || !strcmp(s->previous, "emu_t");
  struct reader ahead = s->r;
  reader_blanks(&ahead);
  if (strcmp(name, "section") || reader_take(&ahead) != '(') return false;
  reader_blanks(&ahead);
  return starts_with(ahead.s, "\"emu_");
}

// `[` and its other spelling, `<:`.
static bool bracket(const struct reader *r) {
  struct reader ahead = *r;
  char c = reader_take(&ahead);
  return c == '[' || (c == '<' && reader_peek(&ahead) == ':');
}

static void take_bracket(struct reader *r) {
  if (reader_take(r) == '<') reader_take(r);
}

// Behind the word of an attribute: judges the words up to the bracket that closes the one that comes next.
static bool attributes(struct scan *s, char open, char close) {
  int depth = 0;
  for (char c; (c = reader_peek(&s->r));) {
    char w[WORD];
    if (c == '/' && reader_comment(&s->r)) continue;
    s->line = s->r.line;
    if (reader_is_word(c)) {
      reader_word(&s->r, w, sizeof w);
      const char *name = bare(w), *reason = attribute_reason(name);
      if (reason && !translators(s, name)) {
        char what[WORD + 32];
        snprintf(what, sizeof what, "uses the attribute %s", name);
        return refuse(s, what, reason);
      }
      continue;
    }
    if (open == '[' && bracket(&s->r)) { // in either spelling
      take_bracket(&s->r);
      depth++;
      continue;
    }
    reader_take(&s->r);
    if (c == '"' || c == '\'') reader_quoted(&s->r, c);
    if (c == ':' && close == ']' && reader_peek(&s->r) == '>') c = ']', reader_take(&s->r);
    depth += c == open ? 1 : c == close ? -1 : 0;
    if (depth == 0 && !isspace((unsigned char)c)) return true;
  }
  return true;
}

// Behind `asm`: its strings, joined. A device's own instructions are welcome, on a device.
static bool assembly(struct scan *s) {
  if (s->preprocessed)
    return refuse(s, "holds inline assembly", "the emulator can neither run for a GPU nor count");
  struct text strings = {0};
  int depth = 0;
  for (char c; (c = reader_peek(&s->r)) && c != ';';) {
    if (c == '/' && reader_comment(&s->r)) continue;
    reader_take(&s->r);
    if (c == '"')
      while ((c = reader_peek(&s->r)) && c != '"' && c != '\n') {
        reader_take(&s->r);
        text_add_bytes(&strings, &c, 1);
      }
    if (c == '"') reader_take(&s->r);
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth == 0 && c == ')') break;
  }
  const char *reason = assembly_reason(text_get(&strings));
  text_free(&strings);
  return reason ? refuse(s, "holds inline assembly", reason) : true;
}

// Behind '#' at the beginning of a line of the source.
static bool directive(struct scan *s) {
  char name[WORD], what[3 * WORD], first[WORD], second[WORD];
  reader_blanks(&s->r);
  if (isdigit((unsigned char)reader_peek(&s->r)))
    return refuse(s, "has a line marker", "would make messages name another place");
  reader_word(&s->r, name, sizeof name);
  if (strcmp(name, "line") == 0) return refuse(s, "uses #line", "would make messages name another place");
  if (strcmp(name, "embed") == 0) return refuse(s, "uses #embed", "is for files; a submission is one file");
  if (strcmp(name, "pragma")) return true;
  reader_blanks(&s->r);
  reader_word(&s->r, first, sizeof first);
  reader_blanks(&s->r);
  reader_word(&s->r, second, sizeof second);
  const char *reason = pragma_reason(first, second);
  snprintf(what, sizeof what, "uses #pragma %s%s%s", first, *second ? " " : "", second);
  return reason ? refuse(s, what, reason) : true;
}

// Behind '#' in preprocessed text: `# 12 "file" flags`, or a pragma.
static bool marker(struct scan *s) {
  reader_blanks(&s->r);
  if (!isdigit((unsigned char)reader_peek(&s->r))) return s->skip ? true : directive(s);
  int line = 0;
  while (isdigit((unsigned char)reader_peek(&s->r))) line = 10 * line + (reader_take(&s->r) - '0');
  reader_blanks(&s->r);
  if (reader_peek(&s->r) == '"') {
    char path[4096];
    size_t n = 0;
    reader_take(&s->r);
    for (char c; (c = reader_peek(&s->r)) && c != '"' && c != '\n';) {
      if (c == '\\') reader_take(&s->r);
      c = reader_take(&s->r);
      if (n + 1 < sizeof path) path[n++] = c;
    }
    path[n] = 0;
    s->skip = !ends_with(path, ".cu");
    const char *slash = strrchr(path, '/');
    snprintf(s->file, sizeof s->file, "%.500s", slash ? slash + 1 : path);
  }
  while (reader_peek(&s->r) && reader_peek(&s->r) != '\n') reader_take(&s->r);
  if (reader_peek(&s->r)) reader_take(&s->r);
  s->r.line = line;
  return true;
}

static bool one_word(struct scan *s) {
  char w[WORD], what[WORD + 32];
  s->line = s->r.line;
  reader_word(&s->r, w, sizeof w);
  if (reader_is_raw(w) && reader_peek(&s->r) == '"') {
    reader_take(&s->r);
    reader_raw_string(&s->r);
    return true;
  }
  if (s->skip) return true;
  if (strcmp(w, "__attribute__") == 0 || strcmp(w, "__attribute") == 0) return attributes(s, '(', ')');
  if (strcmp(w, "asm") == 0 || strcmp(w, "__asm__") == 0 || strcmp(w, "__asm") == 0) return assembly(s);
  const char *reason = word_reason(w, s->preprocessed);
  snprintf(s->previous, sizeof s->previous, "%s", w);
  snprintf(what, sizeof what, "uses %s", w);
  return reason ? refuse(s, what, reason) : true;
}

static bool scan(struct scan *s) {
  bool line_begins = true;
  for (char c; (c = reader_peek(&s->r));) {
    if (c == '/' && reader_comment(&s->r)) continue;
    struct reader digraph = s->r;
    bool hash = c == '#' || (c == '%' && (reader_take(&digraph), reader_peek(&digraph) == ':'));
    if (line_begins && hash) {
      s->line = s->r.line;
      reader_take(&s->r);
      if (c == '%') reader_take(&s->r);
      if (!(s->preprocessed ? marker(s) : directive(s))) return false;
      line_begins = s->preprocessed;
      continue;
    }
    if (isdigit((unsigned char)c)) {
      reader_number(&s->r);
    } else if (reader_is_word(c)) {
      if (!one_word(s)) return false;
    } else if (bracket(&s->r) && !s->skip) {
      struct reader ahead = s->r;
      take_bracket(&ahead);
      while (isspace((unsigned char)reader_peek(&ahead)) ||
             (reader_peek(&ahead) == '/' && reader_comment(&ahead)))
        if (reader_peek(&ahead) != '/') reader_take(&ahead);
      if (bracket(&ahead)) {
        if (!attributes(s, '[', ']')) return false;
      } else {
        take_bracket(&s->r);
      }
    } else {
      reader_take(&s->r);
      if (c == '"' || c == '\'') reader_quoted(&s->r, c);
    }
    line_begins = c == '\n' || (line_begins && isspace((unsigned char)c));
  }
  return true;
}

bool tokens_allowed(const char *source, const char *file, struct text *why) {
  struct scan s = {.r = {source, 1}, .why = why};
  snprintf(s.file, sizeof s.file, "%s", file);
  return scan(&s);
}

bool tokens_preprocessed_allowed(const char *text, struct text *why) {
  struct scan s = {.r = {text, 1}, .why = why, .preprocessed = true, .skip = true};
  return scan(&s);
}
